/* files.mjs - files from the net, a disc or memory, with progress. */

export const isNode = typeof process !== "undefined" && !!process.versions?.node &&
  typeof window === "undefined";

/* A module of node. The name is made here, so that bundlers for pages leave it alone. */
export const node = (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);

/* Node 20 has no navigator. */
const os = isNode ? await node("os") : null;
export const processors = () => os?.availableParallelism?.() ?? os?.cpus().length ??
  globalThis.navigator?.hardwareConcurrency ?? 1;

/* For sentences: the last part of an address. */
export function nameOf(source, usual = "file") {
  if ((typeof source !== "string" && !(source instanceof URL)) || /^(blob|data):/.test(source)) return usual;
  return String(source).split(/[?#]/)[0].split("/").pop() || usual;
}

async function readDisc(url) {
  const { readFile } = await node("fs/promises");
  return new Blob([await readFile(url)]);
}

/* Null: nobody knows. Of an answer that was compressed on its way the length is not that of the bytes. */
const lengthOf = (answer) => answer.headers.get("content-encoding") ? null
  : Number(answer.headers.get("content-length")) || null;

function checkAnswer(answer) {
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  return answer;
}

async function receive(answer, tell) {
  const length = lengthOf(checkAnswer(answer));
  const chunks = [];
  let n = 0;
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    tell?.((n += value.length), length);
  }
  if (length !== null && n !== length) throw new Error(`it was cut off: ${n} of ${length} bytes`);
  return new Blob(chunks);
}

/* Browsers have a cache of their own. Node keeps a file in ~/.cache/outflank, behind a line with
 * the server's mark of its version, and asks whether it has changed. */
async function fetchKept(url, { tell, signal }) {
  const [fs, path, crypto] = await Promise.all(["fs/promises", "path", "crypto"].map(node));
  const folder = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "outflank");
  const place = path.join(folder, crypto.createHash("sha256").update(url.href).digest("hex"));
  const kept = await fs.readFile(place).catch(() => null);
  const end = kept ? kept.indexOf("\n") : 0;
  const [header, mark] = kept ? kept.toString("utf8", 0, end).split("\t") : [];
  const answer = await fetch(url, { signal, headers: header ? { [header]: mark } : {} })
    .catch((error) => { if (!kept || signal?.aborted) throw error; });
  if (kept && (!answer || answer.status === 304)) return new Blob([kept.subarray(end + 1)]);
  const blob = await receive(answer, tell);
  const etag = answer.headers.get("etag"), date = answer.headers.get("last-modified");
  if (etag || date) {
    const line = etag ? `If-None-Match\t${etag}\n` : `If-Modified-Since\t${date}\n`;
    const bytes = Buffer.concat([Buffer.from(line), Buffer.from(await blob.arrayBuffer())]);
    await fs.mkdir(folder, { recursive: true })
      .then(() => fs.writeFile(`${place}.${process.pid}`, bytes))
      .then(() => fs.rename(`${place}.${process.pid}`, place))
      .catch(() => {}); /* Without a place to keep it, it is fetched again. */
  }
  return blob;
}

/* The file as a Blob. `tell` hears of bytes received, and of how many (null: nobody knows). Rejected
 * with a sentence. */
export async function fetchFile(source, { tell, signal } = {}) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return new Blob([source]);
  const url = new URL(source, isNode ? `file://${process.cwd()}/` : location.href);
  if (isNode && url.protocol === "file:")
    return readDisc(url).catch((error) => {
      throw new Error(error.code === "ENOENT" ? "there is no such file" : error.message);
    });
  return isNode ? fetchKept(url, { tell, signal }) : receive(await fetch(url, { signal }), tell);
}

/* The compiled module of a file; in browsers it is compiled while it comes in. */
export async function compileFile(url, { tell, signal }) {
  if (isNode) {
    const blob = await fetchFile(url, { tell, signal });
    tell(blob.size, blob.size);
    return WebAssembly.compile(await blob.arrayBuffer());
  }
  const answer = checkAnswer(await fetch(url, { signal })), length = lengthOf(answer);
  let n = 0;
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(chunk, to) {
      tell((n += chunk.length), length);
      to.enqueue(chunk);
    },
  }));
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(counted, { headers }));
}
