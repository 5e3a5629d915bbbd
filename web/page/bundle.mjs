/* One file of modules, by the command esbuild (Debian has it in a package of that name). */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../languages/", import.meta.url));

/** The files of all languages. */
export const languages = readdirSync(folder).map((name) => folder + name);

/** Bundles what ENTRIES import into the file OUT, with these options of esbuild; ends the process if it cannot. */
export function bundle(entries, out, ...options) {
  const input = entries.map((path) => `import ${JSON.stringify(path)};\n`).join("");
  const done = spawnSync("esbuild", ["--bundle", "--log-level=warning", `--outfile=${out}`, ...options],
    { input, stdio: ["pipe", "inherit", "inherit"] });
  if (done.error)
    console.error(`esbuild: ${done.error.message}`);
  if (done.status !== 0)
    process.exit(71);
}
