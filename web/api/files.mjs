/* files.mjs - files from the net, a disc or memory, with progress. */

export const isNode = typeof process !== "undefined" && !!process.versions?.node &&
  typeof window === "undefined";

/* Node 20 has no navigator. */
const os = isNode ? await import("node:os") : null;
export const processors = () => os?.availableParallelism?.() ?? os?.cpus().length ??
  globalThis.navigator?.hardwareConcurrency ?? 1;

/* For sentences: the last part of an address. */
export function nameOf(source, usual = "file") {
  if (typeof source !== "string" && !(source instanceof URL)) return usual;
  return String(source).split(/[?#]/)[0].split("/").pop() || usual;
}

async function readDisc(url) {
  const { readFile } = await import("node:fs/promises");
  return new Blob([await readFile(url)]);
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
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  /* Of an answer that was compressed on its way the length is not that of the bytes. */
  const length = answer.headers.get("content-encoding") ? null
    : Number(answer.headers.get("content-length")) || null;
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
