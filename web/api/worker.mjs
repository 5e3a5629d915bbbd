/* worker.mjs - the Worker (node: the thread) that the engine runs in. outflank.mjs starts it.
 *
 * Messages in:  {glue}: what will be needed; {begin: {module, glue, stop}};
 *               {id, request, data}: a request for the engine; {id, file, name, blob, keep}: weights, a book,
 *               a model of people, or null to take them away.
 * Messages out: {id, kind, text}: PROGRESS, RESULT or ERROR, and its JSON; {id, unpacked}: the file
 *               of that message, ready to be read. */

const PROGRESS = 0, RESULT = 1, ERROR = 2;

const port = await (async () => {
  if (typeof self !== "undefined" && typeof self.postMessage === "function") return self;
  const { parentPort } = await import("node:worker_threads");
  /* What the glue of emscripten expects of a Worker. */
  globalThis.self = globalThis;
  globalThis.location ??= { href: "" };
  globalThis.crypto ??= (await import("node:crypto")).webcrypto;
  globalThis.require = (await import("node:module")).createRequire(import.meta.url);
  globalThis.__filename = globalThis.__dirname = "";
  return parentPort;
})();
const listen = (call) =>
  port.on ? port.on("message", call) : port.addEventListener("message", (e) => call(e.data));

let engine = null; /* emscripten's module */
let stop = null; /* Int32Array: the number of the request to be ended; null: no shared memory */
let current = 0; /* the number of the request at work */
let held = null; /* answers that wait until it is known whether they are wanted */

const say = (id, kind, text) => {
  const message = { id, kind, text, memory: engine?.HEAPU8.length ?? 0 };
  if (held) held.push(message);
  else port.postMessage(message);
};
const fail = (id, message) => say(id, ERROR, JSON.stringify({ message }));

/* Puts bytes where the engine frees them; 0 if there is no memory. */
function put(bytes) {
  const at = engine._web_block(bytes.length);
  if (at) engine.HEAPU8.set(bytes, at);
  return at;
}

function answer(id, request, data) {
  const json = new TextEncoder().encode(JSON.stringify(request));
  const at = put(json);
  const dataAt = data ? put(data) : 0;
  if (!at || (data && !dataAt)) return fail(id, "out of memory");
  current = id;
  engine._web_answer(at, json.length, dataAt, data ? data.length : 0);
  current = 0;
}

/* What the glue with threads needs: where its scripts are, how many Workers it makes at once, and
 * memory. Some browsers refuse a large limit, so less is tried. */
async function threadsOf(glue, poolSize) {
  const toPath = port.on ? (await import("node:url")).fileURLToPath : (url) => url.href;
  const locateFile = (name) => toPath(new URL(name, glue));
  const PAGES = 1024; /* of 64 KiB, to begin with */
  for (let maximum = 16384; ; maximum /= 2)
    try {
      const wasmMemory = new WebAssembly.Memory({ initial: PAGES, maximum, shared: true });
      const mainScriptUrlOrBlob = locateFile("outflank-threads.js");
      return { poolSize, locateFile, wasmMemory, mainScriptUrlOrBlob };
    } catch (error) {
      if (maximum / 2 < PAGES) throw error;
    }
}

async function begin({ module, glue, stop: shared, poolSize }) {
  const { default: createEngine } = await import(glue);
  stop = shared ? new Int32Array(shared) : null;
  engine = await createEngine({
    ...(poolSize ? await threadsOf(glue, poolSize) : {}),
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
    tell: (kind, text) => say(current, kind, text),
    isStopped: () => stop !== null && current !== 0 && Atomics.load(stop, 0) === current,
    print: () => {},
    printErr: () => {},
  });
  if (!engine._web_begin()) throw new Error("no memory for the engine");
}

async function decompress(blob) {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const stream = isPacked ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob.stream();
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Packed weights as the file that they unpack to, which is read three times as fast. */
function unpackWeights(bytes) {
  const at = put(bytes);
  let unpacked = bytes;
  engine.takeUnpacked = (found) => { unpacked = found; };
  if (at) engine._web_unpack(at, bytes.length);
  return unpacked;
}

/* The place of unpacked weights in the browser's storage, named by what they were packed in, and the
 * bytes that are there; null where there is no storage. */
async function keptFor(blob) {
  try {
    const cache = await caches.open("weights-of-outflank");
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
    const url = new URL(`unpacked-${hash.join("-")}`, import.meta.url);
    const bytes = await (await cache.match(url))?.arrayBuffer().catch(() => null);
    return { cache, url, bytes: bytes ? new Uint8Array(bytes) : null };
  } catch {
    return null;
  }
}

/* One is kept. Without room for it the next visit unpacks again. */
async function keepUnpacked({ cache, url }, bytes) {
  for (const old of await cache.keys()) await cache.delete(old);
  await cache.put(url, new Response(bytes));
}

/* The bytes of a file. Where a stop order replaces the Worker, the next one is given them as an
 * ArrayBuffer, for which nothing is left to do. */
async function bytesOf(id, file, blob, kept) {
  if (blob instanceof ArrayBuffer) return new Uint8Array(blob);
  let bytes = kept?.bytes ?? await decompress(blob);
  if (file === "weights" && (kept ? !kept.bytes : !stop)) bytes = unpackWeights(bytes);
  if (stop) return bytes;
  const copy = bytes.slice().buffer;
  port.postMessage({ id, unpacked: copy }, [copy]);
  return bytes;
}

/* Weights and people are read into the engine's memory; a book is read as it is asked, so its file
 * stays. Returns what the engine answers. */
function giveFile(id, file, name, bytes) {
  const path = name.replace(/\.gz$/, "").replace(/[^\w.-]/g, "_") || file;
  const place = file === "book" ? `/book-${id}-${path}` : `/${path}`;
  const answers = held = [];
  try {
    if (file === "people") answer(id, { action: "set", people: true }, bytes);
    else {
      engine.FS.writeFile(place, bytes, { canOwn: true });
      answer(id, { action: "set", [file]: place });
    }
  } finally {
    held = null;
    if (file === "weights") engine.FS.unlink(place);
  }
  return answers;
}

/* Kept weights that the engine refuses were damaged in storage: they are unpacked again. */
async function use(id, file, name, blob, keep) {
  if (!blob) return answer(id, { action: "set", [file]: file === "book" ? "none" : "" });
  const kept = keep && file === "weights" && blob instanceof Blob ? await keptFor(blob) : null;
  let bytes, isGood;
  for (let answers; ;) {
    bytes = await bytesOf(id, file, blob, kept).catch(() => null);
    if (!bytes) return fail(id, `${file} ${name}: damaged: it cannot be decompressed`);
    answers = giveFile(id, file, name, bytes);
    isGood = answers.at(-1).kind === RESULT;
    if (!isGood && kept?.bytes) {
      kept.bytes = null;
      continue;
    }
    for (const message of answers) port.postMessage(message);
    break;
  }
  if (isGood && kept && !kept.bytes) await keepUnpacked(kept, bytes).catch(() => {});
}

listen(async (message) => {
  try {
    if (message.glue) {
      await import(message.glue);
    } else if (message.begin) {
      await begin(message.begin);
      answer(0, { action: "hello" });
    } else if (message.file) {
      await use(message.id, message.file, message.name, message.blob, message.keep);
    } else {
      answer(message.id, message.request, message.data);
    }
  } catch (error) {
    /* The engine's memory cannot be trusted any more: the Worker is to be replaced. */
    port.postMessage({ id: message.id, lost: String(error?.message ?? error) });
  }
});
