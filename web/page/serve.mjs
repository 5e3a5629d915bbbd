/* Serves the built page on this machine: node serve.mjs [FOLDER] [--port N] [--plain]
 *
 * Sends the two headers that threads need; --plain leaves them out, as a host without them does. */
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".mjs": "text/javascript",
  ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json", ".json": "application/json" };

/** Resolves with the server, which listens. Port 0: any free one. */
export function serve(folder, port, isPlain = false) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    let path = "";
    try {
      path = normalize(join(root, decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
    } catch {
      path = "";
    }
    if (path.endsWith(sep) || path === root) path = join(path, "index.html");
    const file = path.startsWith(root + sep) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!file?.isFile() || !isRead) {
      response.writeHead(isRead ? 404 : 405, { "Content-Type": "text/plain" }).end("not here\n");
      return;
    }
    const changed = file.mtime.toUTCString(), type = TYPES[extname(path)];
    const isPacked = type !== undefined && type !== "image/png" &&
      /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    const isKnown = request.headers["if-modified-since"] === changed;
    response.writeHead(isKnown ? 304 : 200, { "Content-Type": type ?? "application/octet-stream",
      "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Last-Modified": changed,
      ...(isPacked ? { "Content-Encoding": "gzip" } : isKnown ? {} : { "Content-Length": file.size }),
      ...(isPlain ? {} : { "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp" }) });
    if (isKnown || request.method === "HEAD") {
      response.end();
      return;
    }
    const stream = createReadStream(path).on("error", () => response.destroy());
    if (isPacked) stream.pipe(createGzip()).pipe(response);
    else stream.pipe(response);
  });
  return new Promise((done, failed) => {
    server.once("error", failed);
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
    refuse(error.code === "EADDRINUSE" ? `port ${port} is in use: name another` : error.message));
  console.log(`http://localhost:${server.address().port}/`);
}
