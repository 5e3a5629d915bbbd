/* Serves the built page on this machine: node serve.mjs [FOLDER] [--port N] [--plain]
 *
 * Sends the two headers that threads need; --plain leaves them out, as a host without them does.
 * What is not a file of the folder is not here, whatever was asked; no symbolic link leads out. */
import { closeSync, constants, createReadStream, fstatSync, openSync, realpathSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, sep } from "node:path";
import { pipeline } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript",
  ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json", ".json": "application/json" };

/** The names on the way to what a request asks for; undefined if no file can be meant. */
function namesOf(url) {
  const path = url.startsWith("/") ? url.replace(/[?#].*$/s, "") : new URL(url).pathname;
  const names = decodeURIComponent(path).slice(1).split("/");
  if (names.at(-1) === "") names[names.length - 1] = "index.html";
  return names.some((name) => /^\.{0,2}$|[\0\\]/.test(name)) ? undefined : names;
}

/** An open file of the folder, for the caller to close; undefined if there is none of that name. */
function openFile(root, url) {
  let fd;
  try {
    const names = namesOf(url), path = names && realpathSync(join(root, ...names));
    if (!path?.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const facts = fstatSync(fd);
    if (facts.isFile()) return { fd, size: facts.size, changed: facts.mtime.toUTCString(), ending: extname(path) };
  } catch {
    // no such name, none that can be, or no right to read it
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}

/** Resolves with the server, which listens. Port 0: any free one. */
export async function serve(folder, port, isPlain = false) {
  const root = realpathSync(folder);
  const server = createServer((request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const file = isRead ? openFile(root, request.url) : undefined;
    if (!file) {
      response.writeHead(isRead ? 404 : 405, { "Content-Type": "text/plain", ...(isRead ? {} : { Allow: "GET, HEAD" }) })
        .end("not here\n");
      return;
    }
    const type = TYPES[file.ending];
    const isPacked = type !== undefined && type !== "image/png" &&
      /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const isKnown = request.headers["if-modified-since"] === file.changed;
    response.writeHead(isKnown ? 304 : 200, { "Content-Type": type ?? "application/octet-stream",
      "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Last-Modified": file.changed,
      ...(isPacked ? { "Content-Encoding": "gzip" } : isKnown ? {} : { "Content-Length": file.size }),
      ...(isPlain ? {} : { "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp" }) });
    if (isKnown || request.method === "HEAD" || file.size === 0) {
      closeSync(file.fd);
      response.end();
      return;
    }
    const stream = createReadStream("", { fd: file.fd, end: file.size - 1 });
    // A reader who leaves is no error, and the file is closed.
    pipeline(isPacked ? [stream, createGzip(), response] : [stream, response], () => {});
  });
  return new Promise((done, failed) => {
    server.on("error", failed);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ allowPositionals: true,
    options: { port: { type: "string" }, plain: { type: "boolean" } } });
  const folder = positionals[0] ?? join(dirname(fileURLToPath(import.meta.url)), "dist");
  const refuse = (sentence) => {
    console.error(`serve: ${sentence}`);
    process.exit(1);
  };
  const port = Number(values.port ?? 8080);
  if (!(Number.isInteger(port) && port >= 0 && port < 65536))
    refuse(`port: expected 0 to 65535, found '${values.port}'`);
  const server = await serve(folder, port, values.plain).catch((error) =>
    refuse(error.code === "EADDRINUSE" ? `port ${port} is in use: name another`
      : error.syscall === "listen" ? error.message : `${folder}: no such folder`));
  console.log(`http://localhost:${server.address().port}/`);
}
