/* outflank.mjs - the engine for pages and node. What it offers: outflank.d.ts.
 *
 * One Worker has the engine (worker.mjs). Requests wait here, and are sent one at a time, so that a
 * Worker which is lost, or must be replaced to end a search, loses one request at most. Module and
 * files are kept for the next Worker. */
import { compileFile, fetchFile, isNode, nameOf, node, processors } from "./files.mjs";
import { OutflankError, Task, settleTask, tellTask } from "./task.mjs";

export { OutflankError };

const PROGRESS = 0, RESULT = 1, ERROR = 2;
const PATIENCE_MS = 100; /* for a stop order without shared memory */

const hasSharedMemory = () =>
  typeof SharedArrayBuffer !== "undefined" && (isNode || globalThis.crossOriginIsolated === true);

async function startWorker(url) {
  if (!isNode) return new Worker(url, { type: "module" });
  const { Worker: Thread } = await node("worker_threads");
  const thread = new Thread(url, { execArgv: [] }); /* node's --input-type is not for it */
  thread.unref();
  thread.addEventListener = (name, call) =>
    thread.on(name, (value) => call(name === "message" ? { data: value } : value));
  return thread;
}

const stopped = () => new OutflankError("stopped", "the request was stopped");

class Engine {
  #url; /* of worker.mjs */
  #module; /* {module, glue}: a promise of the compiled WebAssembly, and where its glue is */
  #worker = null;
  #spare = null; /* the one after it, or null (keepNext()) */
  #stop = hasSharedMemory() ? new SharedArrayBuffer(4) : null;
  #queue = []; /* of {id, message, task, transfer} that wait */
  #active = null;
  #lastId = 0;
  #timer = null;
  #isBeginning = false; /* what a new Worker is told comes before what waits */
  #isDisposed = false;
  #dead = null; /* why no Worker can be had */
  #files = { weights: null, book: null, people: null }; /* {blob, name} in use, for the next Worker */
  #options = {};
  #state = null;
  #problems = [];
  ready;

  constructor(url, module, options) {
    this.#url = url;
    this.#module = module;
    this.#options = options;
  }

  get state() {
    return { ...this.#state, problems: [...this.#problems] };
  }

  /* ---- the Worker ---- */

  /* Resolves with a Worker in which the engine is, with its weights, and what it said. */
  async #prepare() {
    const { module, glue } = this.#module, { poolSize, keep } = this.#options, { weights } = this.#files;
    let isGiven = !weights;
    module.catch(() => {});
    const worker = await startWorker(this.#url);
    return new Promise((resolve, reject) => {
      let isBegun = false;
      const lose = (event) => {
        const message = event?.message ?? "the Worker ended";
        worker.isLost = true;
        if (!isBegun) {
          worker.terminate();
          reject(new OutflankError("load", message));
        } else if (this.#worker === worker) this.#replace(message, "lost");
      };
      worker.addEventListener("message", ({ data }) => {
        if (isBegun && this.#worker === worker) return this.#hear(data);
        if (data.lost || data.kind === ERROR)
          return lose({ message: data.lost ?? JSON.parse(data.text).message });
        if (data.unpacked) return (weights.blob = data.unpacked);
        if (!isGiven) {
          isGiven = true;
          return worker.postMessage({ id: 0, file: "weights", ...weights, keep });
        }
        isBegun = true;
        if (isNode) worker.unref();
        resolve({ worker, weights, said: { ...JSON.parse(data.text), memory: data.memory } });
      });
      worker.addEventListener("error", lose);
      worker.addEventListener("messageerror", lose);
      if (isNode) worker.on("exit", lose);
      if (isNode) worker.ref();
      /* It fetches its glue while the module comes in. */
      worker.postMessage({ glue: glue.href });
      module.then((compiled) => worker.postMessage({
        begin: { module: compiled, glue: glue.href, stop: this.#stop, poolSize } }), (error) => {
        worker.terminate();
        reject(error);
      });
    });
  }

  /* Where a stop order takes a Worker's place, the next one waits. */
  keepNext() {
    if (this.#stop || this.#isDisposed) return;
    this.#spare ??= this.#prepare();
    this.#spare.catch(() => {}); /* begin() tries again */
  }

  #dropNext() {
    this.#spare?.then(({ worker }) => worker.terminate(), () => {});
    this.#spare = null;
  }

  async begin() {
    this.#isBeginning = true;
    const kept = await this.#spare?.catch(() => null);
    if (kept?.worker.isLost || kept?.weights !== this.#files.weights) this.#dropNext();
    const { worker, said } = await (this.#spare ?? this.#prepare());
    this.#spare = null;
    if (this.#isDisposed) return worker.terminate();
    this.#worker = worker;
    this.#state = said;
    const { hash = 64, threads, cpu } = this.#options;
    await this.#ask({ request: { action: "set", hash, threads, ...(cpu ? { cpu } : {}) } }, true);
    for (const file of ["book", "people"])
      if (this.#files[file]) await this.#ask({ file, ...this.#files[file] }, true);
    this.#isBeginning = false;
    if (this.#files.weights) this.keepNext();
    this.#next();
  }

  /* Takes another Worker; the request at work ends as `code` says. */
  #replace(message, code) {
    const active = this.#active, waiting = this.#queue;
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#active = null;
    this.#queue = [];
    if (active?.isOwn) return settleTask(active.task, new OutflankError("load", message));
    if (active && code === "stopped" && active.newest)
      settleTask(active.task, null, { ...active.newest, stopped: true });
    else if (active)
      settleTask(active.task, code === "stopped" ? stopped() : new OutflankError(code, message));
    if (this.#isDisposed) return;
    this.begin().then(
      () => {
        this.#queue.unshift(...waiting);
        this.#next();
      },
      (error) => {
        this.#dead = error;
        waiting.forEach((call) => settleTask(call.task, error));
      },
    );
  }

  /* ---- requests ---- */

  /* `isOwn`: it is part of beginning, and comes before what waits. */
  #ask(message, isOwn = false) {
    const call = { id: ++this.#lastId, message, isOwn, newest: null };
    call.task = new Task(() => this.#end(call));
    if (this.#isDisposed || this.#dead) {
      settleTask(call.task, this.#dead ?? stopped());
      return call.task;
    }
    if (isOwn) this.#queue.unshift(call);
    else this.#queue.push(call);
    this.#next();
    return call.task;
  }

  #next() {
    if (this.#active || !this.#worker || this.#queue.length === 0) return;
    if (this.#isBeginning && !this.#queue[0].isOwn) return;
    const call = (this.#active = this.#queue.shift());
    if (isNode) this.#worker.ref();
    this.#worker.postMessage({ id: call.id, ...call.message });
  }

  #hear({ id, kind, text, memory, lost, unpacked }) {
    const call = this.#active;
    if (call?.id !== id) return;
    if (unpacked) {
      call.message.blob = unpacked;
      return;
    }
    if (lost) return this.#replace(`the engine ended: ${lost}`, "lost");
    const value = JSON.parse(text);
    if (kind === PROGRESS) {
      call.newest = value;
      return tellTask(call.task, value);
    }
    clearTimeout(this.#timer);
    this.#active = null;
    if (isNode) this.#worker.unref();
    if (value?.type === "state") this.#state = { ...value, memory };
    if (kind === RESULT) settleTask(call.task, null, value);
    else settleTask(call.task, new OutflankError("refused", value.message, value.column));
    this.#next();
  }

  #end(call) {
    if (this.#active !== call) {
      const at = this.#queue.indexOf(call);
      if (at >= 0) this.#queue.splice(at, 1);
      return settleTask(call.task, stopped());
    }
    if (call.isOwn) return;
    if (this.#stop) {
      Atomics.store(new Int32Array(this.#stop), 0, call.id);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#active === call) this.#replace("", "stopped");
    }, PATIENCE_MS);
  }

  #request(action, asked = {}, text = undefined) {
    const request = { action, ...asked };
    const message = { request };
    if (text instanceof Uint8Array) message.data = text;
    else if (text !== undefined) request.text = String(text);
    return this.#ask(message);
  }

  analyze(text, request) { return this.#request("analyze", request, text); }
  solve(text, request) { return this.#request("solve", request, text); }
  play(text, request) { return this.#request("play", request, text); }
  review(text, request) { return this.#request("review", request, text); }
  study(text, request) { return this.#request("study", request, text); }
  explain(text, move, request) { return this.#request("explain", { move, ...request }, text); }
  evaluate(text) { return this.#request("evaluate", {}, text); }
  openings(text) { return this.#request("openings", {}, text); }
  book(text) { return this.#request("book", {}, text); }
  read(data, request) { return this.#request("read", request, data); }
  convert(data, request) { return this.#request("convert", request, data); }
  position(text) { return this.#request("position", {}, text); }
  bench(request) { return this.#request("bench", request); }
  xot(request) { return this.#request("xot", request); }
  svg(text, request) { return this.#request("svg", request, text); }

  async newGame() {
    await this.#request("new_game");
  }

  async set(options) {
    const asked = { ...options };
    if (asked.threads !== undefined)
      asked.threads = Math.min(threadsOf(asked.threads), this.#options.mostThreads);
    await this.#request("set", asked);
    Object.assign(this.#options, asked);
    return this.state;
  }

  /* ---- files ---- */

  /* Takes a file that is there. Rejected with the reason, and what was in use stays. */
  async take(file, blob, name) {
    const message = { file, blob, name, keep: this.#options.keep };
    await this.#ask(message);
    this.#files[file] = blob ? { blob: message.blob, name } : null;
    if (!this.#spare || file !== "weights") return;
    this.#dropNext();
    this.keepNext();
  }

  async use(files) {
    for (const file of ["weights", "book", "people"]) {
      const source = files[file];
      if (source === undefined) continue;
      await this.take(file, source && (await fetchFile(source)), source && nameOf(source));
    }
    return this.state;
  }

  noteProblem(sentence) {
    this.#problems.push(sentence);
  }

  stop() {
    const waiting = this.#queue.filter((call) => !call.isOwn);
    this.#queue = this.#queue.filter((call) => call.isOwn);
    waiting.forEach((call) => settleTask(call.task, stopped()));
    if (this.#active) this.#end(this.#active);
  }

  dispose() {
    this.#isDisposed = true;
    const waiting = this.#active ? [this.#active, ...this.#queue] : this.#queue;
    clearTimeout(this.#timer);
    this.#queue = [];
    this.#active = null;
    this.#worker?.terminate();
    this.#dropNext();
    this.#worker = null;
    waiting.forEach((call) => settleTask(call.task, stopped()));
  }
}

const MOST_THREADS = 16;

function threadsOf(asked = "auto") {
  if (!hasSharedMemory()) return 1;
  const AUTO_MOST = 4;
  return asked === "auto" ? Math.max(1, Math.min(AUTO_MOST, processors() - 1))
    : Math.max(1, Math.min(MOST_THREADS, asked));
}

/* The build with threads is slower with one thread, so each has its own. */
const BUILDS = {
  one: { wasm: "outflank-engine.wasm", glue: "outflank-engine.mjs" },
  threads: { wasm: "threads/outflank-threads.wasm", glue: "threads/outflank-threads.mjs" },
};

/* An engine that can be asked. `then` is called when its file is there. */
async function start(locate, build, threads, options, then) {
  let size = 0;
  const tell = (loaded, total) =>
    options.onProgress?.({ file: "engine", loaded: (size = loaded), total, done: false });
  const module = compileFile(locate(build.wasm), { tell, signal: options.signal });
  module.then(then, () => {});
  /* Besides the threads of a search one watches over it. */
  const pool = threads > 1 ? { poolSize: threads + 1 } : {};
  const engine = new Engine(locate("worker.mjs"), { module, glue: locate(build.glue) },
                            { hash: options.hash, threads, mostThreads: threads, keep: options.keep, ...pool });
  try {
    await engine.begin();
  } catch (error) {
    engine.dispose();
    throw error;
  }
  options.onProgress?.({ file: "engine", loaded: size, total: size, done: true });
  return engine;
}

/* Weights or book, and what their progress is told by. */
function receiving(file, source, options) {
  const name = nameOf(source, file);
  const tell = (loaded, total, more) =>
    options.onProgress?.({ file, loaded, total, done: false, ...more });
  const blob = fetchFile(source, { tell, signal: options.signal });
  blob.catch(() => {}); /* takeFile() hears of it */
  return { file, name, tell, blob };
}

/* They are taken into use; a failure becomes a sentence. */
async function takeFile(engine, { file, name, tell, blob }) {
  try {
    const { size } = await blob;
    await engine.take(file, await blob, name);
    tell(size, size, { done: true });
  } catch (error) {
    const sentence = error.code === "refused" ? error.message : `${file} ${name}: ${error.message}`;
    engine.noteProblem(sentence);
    tell(0, null, { error: sentence });
  }
}

export async function load(options = {}) {
  const base = new URL(options.base ?? ".", options.base ? globalThis.location?.href : import.meta.url);
  const locate = options.locate ?? ((name) => new URL(name, base));
  const threads = threadsOf(options.threads);
  const { weights = locate("outflank-weights.bin.gz"), book = null } = options;
  const files = Object.entries({ weights, book }).filter(([, source]) => source !== null);
  /* One file after the other: a slow line brings first what is needed first. */
  let next = null;
  const receiveNext = () => { if (files.length) next ??= receiving(...files.shift(), options); };
  let engine = null;
  if (threads > 1)
    engine = await start(locate, BUILDS.threads, threads, options, receiveNext).catch(() => null);
  try {
    engine ??= await start(locate, BUILDS.one, 1, options, receiveNext);
  } catch (error) {
    if (options.signal?.aborted) throw stopped();
    throw error instanceof OutflankError ? error
      : new OutflankError("load", `the engine cannot start: ${error.message}`);
  }
  engine.ready = (async () => {
    while (next) {
      const now = next;
      await now.blob.catch(() => {});
      next = null;
      receiveNext();
      await takeFile(engine, now);
    }
    engine.keepNext();
    return engine.state;
  })();
  return engine;
}
