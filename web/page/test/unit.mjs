/* Unit tests of the page's modules: node test/unit.mjs. They are bundled first, for node reads no
 * TypeScript. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundle, languages } from "../bundle.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "outflank-page-"));
const file = join(folder, "unit.mjs");
bundle([...languages, join(here, "unit/all.ts")], file, "--platform=node", "--format=esm");
const done = spawnSync(process.execPath, ["--test", file], { stdio: "inherit", cwd: join(here, "..") });
rmSync(folder, { recursive: true, force: true });
process.exit(done.status ?? 1);
