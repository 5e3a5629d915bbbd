/* Unit tests of the page's modules: node test/unit.mjs. They are bundled first, for node reads no
 * TypeScript. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "outflank-page-"));
const file = join(folder, "unit.mjs");
await build({ entryPoints: [join(here, "unit/all.ts")], bundle: true, platform: "node", format: "esm", outfile: file });
const done = spawnSync(process.execPath, ["--test", file], { stdio: "inherit" });
rmSync(folder, { recursive: true, force: true });
process.exit(done.status ?? 1);
