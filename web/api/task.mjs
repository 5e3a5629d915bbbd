/* task.mjs - a request at work: a promise of its result, and a stream of how far it is. */

export class OutflankError extends Error {
  constructor(code, message, column) {
    super(message);
    this.name = "OutflankError";
    this.code = code;
    if (column !== undefined) this.column = column;
  }
}

const inside = new WeakMap(); /* by task: how it is settled, and who hears of it */

/* `end` is called by stop(). */
export class Task extends Promise {
  /* then() and catch() give plain promises. */
  static get [Symbol.species]() { return Promise; }

  constructor(end) {
    let resolve, reject;
    super((yes, no) => { resolve = yes; reject = no; });
    inside.set(this, { resolve, reject, end, hearers: new Set(), isSettled: false });
    /* Who only reads the stream gets its errors there. */
    this.catch(() => {});
  }

  onProgress(call) {
    inside.get(this).hearers.add(call);
    return this;
  }

  stop() {
    const own = inside.get(this);
    if (!own.isSettled) own.end();
  }

  /* The newest progress each time; older ones that nobody has read are dropped. */
  async *[Symbol.asyncIterator]() {
    const own = inside.get(this);
    let newest = null, wake = null;
    const hear = (value) => { newest = { value }; wake?.(); };
    own.hearers.add(hear);
    this.then(() => wake?.(), () => wake?.());
    try {
      while (!own.isSettled || newest) {
        if (!newest) await new Promise((go) => { wake = go; });
        if (!newest) continue;
        const { value } = newest;
        newest = null;
        yield value;
      }
      await this;
    } finally {
      own.hearers.delete(hear);
    }
  }
}

export function tellTask(task, value) {
  for (const call of inside.get(task).hearers) call(value);
}

/* The first time counts. */
export function settleTask(task, error, value) {
  const own = inside.get(task);
  if (own.isSettled) return;
  own.isSettled = true;
  if (error) own.reject(error);
  else own.resolve(value);
}
