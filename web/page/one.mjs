/* The page as one file, which opens from disk: node one.mjs FOLDER FILE
 *
 * FOLDER is the built page. The engine with one thread, weights and book are inside (src/inside.ts). */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.mjs";

const [folder, file] = process.argv.slice(2), engine = join(folder, "engine");
const text = (name) => readFileSync(join(folder, name), "utf8");

/* What imports nothing can be imported from memory. */
const own = mkdtempSync(join(tmpdir(), "outflank-one-")), api = join(own, "outflank.mjs");
bundle([], api, "--minify", "--format=esm", "--target=es2022", join(engine, "outflank.mjs"));
const files = readdirSync(engine).filter((name) => /^worker\.mjs$|^outflank-|\.book$/.test(name)).sort()
  .map((name) => [name, readFileSync(join(engine, name))]).concat([["outflank.mjs", readFileSync(api)]]);
rmSync(own, { recursive: true });

const inside = files.map(([name, bytes]) => `<script type="text/plain" data-file="${name}">` +
  (name.endsWith(".mjs") ? bytes : gzipSync(bytes, { level: 9 })).toString("base64") + "</script>\n").join("");

let html = text("index.html");
/** Each part is there once, or the page has changed and this file must. */
function put(part, by) {
  if (html.split(part).length !== 2) {
    console.error(`one: expected '${part}' once in index.html`);
    process.exit(70);
  }
  html = html.replace(part, () => by);
}
const script = text("page.js");
html = html.replace(/<link rel="(modulepreload|manifest)"[^>]*>\n/g, "");
put('<link rel="stylesheet" href="page.css">', `<style>\n${text("page.css")}</style>`);
put('href="icon.svg"', `href="data:image/svg+xml,${encodeURIComponent(text("icon.svg"))}"`);
put('<script type="module" src="page.js"></script>', `<script type="module">${script}</script>`);
put("script-src 'self'", `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}' data:`);
put("worker-src 'self' blob:", "worker-src data:");
put("connect-src 'self'", "connect-src blob: data:");
put("</body>", `${inside}</body>`);
writeFileSync(file, html);
console.log(`one: ${html.length} bytes in ${file}`);
