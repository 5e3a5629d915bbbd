/* Builds the page: node build.mjs [--engine FOLDER] [--out FOLDER]
 *
 * The folder that comes out is all there is to host: static files. FOLDER has what web/api needs to
 * run (outflank.mjs, the WebAssembly, weights, book); it becomes engine/. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { engine: { type: "string" }, out: { type: "string" } } });
const out = resolve(values.out ?? join(here, "dist"));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
cpSync(join(here, "static"), out, { recursive: true });
const styles = ["../common/board.css", "../common/graph.css", "static/page.css"];
writeFileSync(join(out, "page.css"), styles.map((name) => readFileSync(join(here, name), "utf8")).join(""));
if (values.engine) {
  const engine = resolve(values.engine);
  if (!existsSync(join(engine, "outflank.mjs"))) {
    console.error(`build: ${engine} has no outflank.mjs`);
    process.exit(66);
  }
  cpSync(engine, join(out, "engine"), { recursive: true, dereference: true });
}

const book = (values.engine ? readdirSync(join(out, "engine")) : []).find((name) => /book/.test(name));
const common = { bundle: true, minify: true, target: "es2022", logLevel: "warning", loader: { ".css": "text" } };
await build({ ...common, entryPoints: [join(here, "src/main.ts")], format: "esm", outfile: join(out, "page.js"),
  define: { BOOK: JSON.stringify(book ?? "") } });

/** All files below a folder, in order. */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [relative(out, join(folder, entry.name))]).sort();
}
const files = filesOf(out).filter((name) => !/\.(map|d\.ts|md)$/.test(name));
const hash = createHash("sha256");
for (const name of files) hash.update(name).update(readFileSync(join(out, name)));
await build({ ...common, entryPoints: [join(here, "src/sw.ts")], format: "iife", outfile: join(out, "sw.js"),
  define: { VERSION: JSON.stringify(hash.digest("hex").slice(0, 12)),
    FILES: JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]) } });
console.log(`build: ${files.length + 1} files in ${out}`);
