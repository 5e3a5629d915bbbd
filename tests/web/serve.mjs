/* The server of the page, with node alone: node tests/web/serve.mjs
 *
 * Whatever is asked, it answers and goes on; nothing outside its folder is given. Output is TAP. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../web/page/serve.mjs";

let n = 0, n_failed = 0;
function ok(isTrue, what, more = "") {
  if (!isTrue) n_failed++;
  console.log(`${isTrue ? "ok" : "not ok"} ${++n} - ${what}`);
  if (!isTrue) console.log(`# ${more}`);
}

const base = mkdtempSync(join(tmpdir(), "serve-")), site = join(base, "site");
const PAGE = "<h1>page</h1>\n", INNER = "inner\n", SECRET = "secret\n";
mkdirSync(join(site, "sub"), { recursive: true });
mkdirSync(join(site, "no\u00e9 name"));
mkdirSync(join(base, "site-2"));
writeFileSync(join(site, "index.html"), PAGE);
writeFileSync(join(site, "sub/index.html"), INNER);
writeFileSync(join(site, "no\u00e9 name/a%b.txt"), INNER);
writeFileSync(join(site, "empty.js"), "");
writeFileSync(join(site, "shut.txt"), SECRET);
chmodSync(join(site, "shut.txt"), 0);
writeFileSync(join(base, "secret.txt"), SECRET);
writeFileSync(join(base, "site-2/secret.txt"), SECRET);
symlinkSync("../secret.txt", join(site, "out.txt"));
symlinkSync("..", join(site, "up"));
symlinkSync("/etc/hostname", join(site, "away.txt"));
symlinkSync("loop", join(site, "loop"));
symlinkSync("sub/index.html", join(site, "in.html"));

const server = await serve(site, 0), port = server.address().port;

/** What comes back of bytes sent as they are, until the server closes; `leaves`: we close our side at once. */
function raw(bytes, leaves = false) {
  return new Promise((done) => {
    const parts = [], socket = createConnection(port, "127.0.0.1", () => (leaves ? socket.end(bytes) : socket.write(bytes)));
    socket.on("data", (part) => parts.push(part)).on("error", () => {})
      .on("close", () => {
        const all = Buffer.concat(parts), at = all.indexOf("\r\n\r\n");
        const head = all.subarray(0, at < 0 ? all.length : at).toString("latin1");
        done({ status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: all.subarray(at + 4) });
      });
  });
}
const ask = (path, headers = "", method = "GET") =>
  raw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);

async function lives(what) {
  const { status, body } = await ask("/");
  ok(status === 200 && body.toString() === PAGE, `it goes on after ${what}`, status);
}

for (const [path, wanted] of [["/", PAGE], ["/index.html", PAGE], ["/?a=/../b", PAGE], ["/#x", PAGE], ["/sub/", INNER],
  ["/in.html", INNER], ["/no%C3%A9%20name/a%25b.txt", INNER], ["/empty.js", ""], ["http://localhost/sub/index.html", INNER]]) {
  const { status, body } = await ask(path);
  ok(status === 200 && body.toString() === wanted, `${path} is there`, `${status} ${body}`);
}

const NOWHERE = ["/none", "/sub", "/%00", "/index.html%00.txt", "/index.html/x", "/index.html/", `/${"a".repeat(300)}`,
  `/${"a/".repeat(3000)}`, "/%", "/%zz", "/%ff%fe", "/%c0%ae%c0%ae/secret.txt", "/..", "/../secret.txt",
  "/sub/../../secret.txt", "/sub/../index.html", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2e%2e%2fsecret.txt",
  "/..\\secret.txt", "/..%5csecret.txt", "/../site-2/secret.txt", "//secret.txt", "//index.html", "/sub//index.html",
  "//etc/hostname", "/%2fetc/hostname", "/./index.html", "/out.txt", "/away.txt", "/up/secret.txt", "/up/site/index.html/",
  "/loop", "http://[", "http://localhost/../../secret.txt", "http:", "*", "index.html", "file:///etc/hostname"];
for (const path of NOWHERE) {
  const { status, body } = await ask(path);
  ok((status === 404 || status === 400) && !body.includes("secret"), `${path.slice(0, 40)} is not here`, `${status} ${body}`);
}
await lives("paths that lead nowhere");
if (process.getuid() !== 0) ok((await ask("/shut.txt")).status === 404, "what may not be read is not here");

for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND"]) {
  const { status, head } = await ask(method === "OPTIONS" ? "*" : "/", "", method);
  ok(status === 405 && head.includes("allow: get, head"), `${method} is no way to read`, status);
}
const strange = { "no HTTP": "hello\r\n\r\n", "zero bytes": "\0\0\0\0\r\n\r\n", "half a request": "GET / HT",
  "huge headers": `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(100000)}\r\n\r\n`,
  "a huge path": `GET /${"a".repeat(100000)} HTTP/1.1\r\nHost: x\r\n\r\n`, "CONNECT": "CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n",
  "an upgrade": "GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
  "no host": "GET / HTTP/1.1\r\n\r\n", "a wish": "GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n",
  "a bad length": "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n" };
for (const [what, bytes] of Object.entries(strange)) {
  await raw(bytes, true);
  await lives(what);
}

const head = await ask("/index.html", "", "HEAD"), changed = /last-modified: (.*)/.exec(head.head)[1];
ok(head.status === 200 && head.body.length === 0 && head.head.includes(`content-length: ${PAGE.length}`), "HEAD has the length, and no more");
ok((await ask("/none", "", "HEAD")).status === 404, "HEAD of what is not here");
const back = await ask("/index.html", `If-Modified-Since: ${changed.replace(/\b[a-z]/g, (c) => c.toUpperCase())}\r\n`);
ok([200, 304].includes(back.status) && (back.status === 200 || back.body.length === 0), "what is known", back.status);
for (const range of ["bytes=0-3", "bytes=9-1", "bytes=-99999999999999999999", "lines=1", "bytes=0-0,5-9"]) {
  const { status, body } = await ask("/index.html", `Range: ${range}\r\n`);
  ok(status === 200 && body.toString() === PAGE, `Range ${range}: the whole file`, status);
}
const packed = await fetch(`http://127.0.0.1:${port}/index.html`, { headers: { "Accept-Encoding": "gzip" } });
ok(packed.headers.get("content-encoding") === "gzip" && await packed.text() === PAGE, "it packs");

/* Who leaves in the middle costs no open file. */
writeFileSync(join(site, "large.bin"), Buffer.alloc(8 << 20));
const nOpen = () => readdirSync("/proc/self/fd").length;
const before = nOpen();
for (let i = 0; i < 20; i++)
  await new Promise((done) => {
    const socket = createConnection(port, "127.0.0.1", () => socket.write("GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n"));
    socket.once("data", () => socket.destroy()).on("close", done).on("error", () => {});
  });
for (let i = 0; i < 200 && nOpen() > before + 2; i++) await new Promise((done) => setTimeout(done, 50));
ok(nOpen() <= before + 2, "readers who leave cost no open file", `${before}, then ${nOpen()}`);
await lives("readers who left");

const missing = await serve(join(base, "none"), 0).then(() => "", (error) => error.code);
ok(missing === "ENOENT", "a folder that is not there is refused", missing);

server.closeAllConnections();
server.close();
rmSync(base, { recursive: true });
console.log(`1..${n}`);
process.exit(n_failed ? 1 : 0);
