/* Builds the page: node build.mjs [--engine FOLDER] [--out FOLDER]
 *
 * The folder that comes out is all there is to host: static files. FOLDER has what web/api needs to
 * run (outflank.mjs, the WebAssembly, weights, book); it becomes engine/. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundle, languages } from "./bundle.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { engine: { type: "string" }, out: { type: "string" } } });
const out = resolve(values.out ?? join(here, "dist"));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
cpSync(join(here, "static"), out, { recursive: true });
const later = { "problems.jsonl": "share/problems", "people-1.bin": "src/lib/people" }; // loaded when they are asked for
for (const [name, folder] of Object.entries(later)) cpSync(join(here, "../..", folder, name), join(out, name));
if (values.engine) {
  const engine = resolve(values.engine);
  if (!existsSync(join(engine, "outflank.mjs"))) {
    console.error(`build: ${engine} has no outflank.mjs`);
    process.exit(66);
  }
  const isOwn = (path) => !/\/(board|languages|LICENSE|[^/]*\.md|[^/]*\.d\.ts)$/.test(path);
  cpSync(engine, join(out, "engine"), { recursive: true, dereference: true, filter: isOwn });
}

/* What the engine's module needs comes with the page, not after it. */
const index = join(out, "index.html"), needed = ["outflank", "files", "task"].map((name) => `engine/${name}.mjs`);
const links = needed.filter((name) => existsSync(join(out, name))).map((name) => `<link rel="modulepreload" href="${name}">\n`);
writeFileSync(index, readFileSync(index, "utf8").replace("</head>", links.join("") + "</head>"));

const book = (values.engine ? readdirSync(join(out, "engine")) : []).find((name) => /book/.test(name));
bundle([...languages, join(here, "src/main.ts")], join(out, "page.js"), "--minify", "--target=es2022", "--format=esm", `--define:BOOK=${JSON.stringify(book ?? "")}`);

/** All files below a folder, in order. */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [relative(out, join(folder, entry.name))]).sort();
}
const files = filesOf(out).filter((name) => !/\.map$/.test(name));
const hash = createHash("sha256");
for (const name of files) hash.update(name).update(readFileSync(join(out, name)));
bundle([join(here, "src/sw.ts")], join(out, "sw.js"), "--minify", "--target=es2022", "--format=iife",
  `--define:VERSION=${JSON.stringify(hash.digest("hex").slice(0, 12))}`,
  `--define:FILES=${JSON.stringify(["./", ...files.filter((name) => name !== "index.html" && !(name in later))])}`, `--define:LATER=${JSON.stringify(Object.keys(later))}`);
console.log(`build: ${files.length + 1} files in ${out}`);
