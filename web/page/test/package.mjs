/* The packed package as people use it: node test/package.mjs PACKAGE.tgz [--chromium PROGRAM] [--shots FOLDER]
 *
 * Installed in an empty folder: node, TypeScript, any static server with and without the two headers,
 * esbuild, vite, the examples of web/examples. Output is TAP; times are told, not asserted. What needs
 * a registry (vite, node 18) is skipped where there is none. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true,
  options: { chromium: { type: "string" }, shots: { type: "string" } } });
const here = fileURLToPath(new URL("..", import.meta.url)), examples = join(here, "../examples");
const user = mkdtempSync(join(tmpdir(), "outflank-user-"));
const run = (program, args, more = {}) => execFileSync(program, args, { cwd: user, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...more });

let n = 0, n_failed = 0;
function ok(isTrue, what, more = "") {
  if (!isTrue) n_failed++;
  console.log(`${isTrue ? "ok" : "not ok"} ${++n} - ${what}`);
  if (!isTrue && more) console.log(`# ${String(more).split("\n").join("\n# ")}`);
}
async function test(what, body) {
  try {
    const reason = await body();
    if (reason) console.log(`ok ${++n} - ${what} # SKIP ${reason}`);
  } catch (error) {
    ok(false, what, `${error.stack}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
  }
}
/** Why a package of the registry is not there, or "". */
function lacks(name) {
  const done = spawnSync("npm", ["install", "--no-audit", "--no-fund", name], { cwd: user, encoding: "utf8" });
  return done.status === 0 ? "" : `npm cannot install ${name}`;
}

writeFileSync(join(user, "package.json"), JSON.stringify({ type: "module", private: true }));
run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", resolve(positionals[0])]);
const installed = join(user, "node_modules/outflank"), site = join(user, "site");
mkdirSync(site);
cpSync(installed, join(site, "outflank"), { recursive: true });
for (const name of ["play.html", "club.html"]) cpSync(join(examples, name), join(site, name));
for (const name of ["review-pgn.mjs", "game.pgn"]) cpSync(join(examples, name), join(user, name));

/* ---- node, TypeScript ---- */

const reviews = (node) => run(node, ["review-pgn.mjs", "game.pgn"]);
const isReview = (text) => /^1\. Ann - Bob: -?[\d.]+ for Black; Black gave [\d.]+ away/m.test(text);
await test("node", async () => {
  const text = reviews(process.execPath);
  ok(isReview(text), `node ${process.versions.node}: the example reviews a PGN`, text);
  run(process.execPath, ["--input-type=module", "--eval", 'await import("outflank/board"); await import("outflank/languages/ja")']);
  ok(true, "the board can be imported without a document");
});
await test("node 18", async () => {
  const why = lacks("node@18");
  if (why) return why;
  const program = join(user, "node_modules/node/bin/node"), text = reviews(program);
  ok(isReview(text), `node ${run(program, ["--version"]).trim()}: the example reviews a PGN`, text);
  return "";
});

await test("weights by URL", async () => {
  const server = await serve(installed, 0), url = `http://localhost:${server.address().port}/outflank-weights.bin.gz`;
  const script = `const { load } = await import("outflank"); const engine = await load({ weights: process.argv[1] });
    const { evaluation, problems } = await engine.ready; console.log(evaluation, problems.join()); engine.dispose();`;
  const ask = () => new Promise((done, failed) => execFile(process.execPath, ["--input-type=module", "--eval", script, url],
    { cwd: user, env: { ...process.env, XDG_CACHE_HOME: join(user, "cache") } }, (error, text) => (error ? failed(error) : done(text.trim()))));
  const first = await ask(), again = await ask();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  const without = await ask();
  ok([first, again, without].every((text) => text === "trained"), "weights by URL are kept, and there without the server", [first, again, without].join("\n"));
});

const TYPED = `import { load, OutflankError, type ReviewResult } from "outflank";
import { OutflankBoard } from "outflank/board";
const engine = await load({ threads: 1, onProgress: ({ file, done }) => console.log(file, done) });
const { evaluation }: { evaluation: "classical" | "trained" } = await engine.ready;
const task = engine.analyze("f5d6c3", { seconds: 1 });
for await (const now of task) console.log(now.moves[0]?.score.toFixed(1), evaluation);
const review: ReviewResult = await engine.review("f5d6c3");
const board: OutflankBoard | null = document.querySelector("outflank-board");
board?.addEventListener("square", (event) => { const square: number = event.detail; console.log(square); });
if (board) board.review = review;
OutflankBoard.engine = engine;
engine.play("f5").catch((error: unknown) => { if (error instanceof OutflankError) console.log(error.code); });
`;
await test("types", async () => {
  writeFileSync(join(user, "typed.ts"), TYPED);
  const tsc = join(here, "node_modules/typescript/bin/tsc");
  for (const [module, resolution] of [["ES2022", "bundler"], ["NodeNext", "NodeNext"]])
    run(process.execPath, [tsc, "--strict", "--noEmit", "--target", "ES2022", "--module", module, "--moduleResolution", resolution,
      "--lib", "ES2022,DOM,DOM.Iterable,DOM.AsyncIterable", "typed.ts"]);
  writeFileSync(join(user, "wrong.ts"), TYPED.replace("seconds: 1", "secnods: 1"));
  const wrong = spawnSync(process.execPath, [tsc, "--strict", "--noEmit", "--target", "ES2022", "--module", "ES2022", "--moduleResolution", "bundler", "wrong.ts"],
    { cwd: user, encoding: "utf8" });
  ok(/secnods/.test(wrong.stdout), "tsc --strict takes the types, and finds a wrong name", wrong.stdout);
});

/* ---- pages ---- */

const browser = await chromium.launch({ executablePath: values.chromium ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });

/** Opens a page of a folder; body(page); nothing may be on its console. */
async function open(folder, path, isPlain, body) {
  const server = await serve(folder, 0, isPlain);
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
  try {
    const page = await context.newPage(), faults = [];
    page.setDefaultTimeout(300000);
    page.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(`http://localhost:${server.address().port}/${path}`);
    await body(page);
    ok(faults.length === 0, `${path}: no console error`, faults.join("\n"));
    if (values.shots) {
      mkdirSync(values.shots, { recursive: true });
      await page.screenshot({ path: join(values.shots, `${path.replace(/\W/g, "-")}.png`), fullPage: true });
    }
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}

/** In a page: all that an engine does, and how long a stop order and a new Worker take. */
async function use(engine) {
  await engine.ready;
  const { threads, evaluation, problems } = engine.state, times = [];
  const { move } = await engine.play("f5d6c3", { level: 6 });
  const review = await engine.review("f5d6c3d3c4f4f6f3e6e7", { depth: 6, exact_empties: 10 });
  for (let i = 0; i < 3; i++) {
    const task = engine.analyze("f5d6c3", { infinite: true });
    for await (const now of task) if (now.moves.length) break;
    const begun = performance.now();
    task.stop();
    const { stopped } = await task, then = performance.now();
    const { moves } = await engine.analyze("f5", { depth: 4, best: 1 });
    times.push([Math.round(then - begun), Math.round(performance.now() - then), stopped && moves.length === 1]);
  }
  return { threads, evaluation, after: engine.state.evaluation, problems, move, plies: review.plies.length, times };
}
function check(found, what) {
  ok(/^[a-h][1-8]$/.test(found.move) && found.plies === 10 && found.times.every(([, , isGood]) => isGood) &&
    found.evaluation === "trained" && found.after === "trained" && found.problems.length === 0,
    `${what}: plays, analyses, reviews, stops, and goes on with the weights`, JSON.stringify(found));
  console.log(`# ${what}: ${found.threads} thread(s); stopped after ${found.times.map(([ms]) => ms).join(", ")} ms, ` +
    `the next answer after ${found.times.map(([, ms]) => ms).join(", ")} ms`);
}

writeFileSync(join(site, "plain.html"), "<!DOCTYPE html><title>x</title><link rel=icon href=data:,>");
for (const isPlain of [true, false])
  await test("plain page", () => open(site, "plain.html", isPlain, async (page) => {
    const found = await page.evaluate(`(async () => { ${use} const { load } = await import("/outflank/outflank.mjs"); return use(await load()); })()`);
    check(found, isPlain ? "a static server without headers" : "with the two headers");
    ok(isPlain ? found.threads === 1 : found.threads >= 1, "threads");
  }));

const APP = `import { load } from "outflank";
import { OutflankBoard } from "outflank/board";
import "outflank/languages/fr";
${use}
const engine = load({ base: new URL("/outflank/", location.href) });
OutflankBoard.engine = engine;
window.found = engine.then(use);
document.body.insertAdjacentHTML("beforeend", '<outflank-board language="fr" review depth="4">f5d6c3d3c4</outflank-board>');
`;
async function checkApp(folder, path, what) {
  await open(folder, path, true, async (page) => {
    check(await page.evaluate("window.found"), what);
    await page.waitForSelector(".review-rows tr");
    ok((await page.locator(".review-rows tr th").first().textContent()) === "Noir", `${what}: the board reviews, in French`);
  });
}
await test("esbuild", async () => {
  writeFileSync(join(user, "app.js"), APP);
  run("esbuild", ["app.js", "--bundle", "--format=esm", "--log-level=warning", "--outfile=site/app.js"]);
  writeFileSync(join(site, "esbuild.html"), '<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><title>x</title><link rel=icon href=data:,><body><script type="module" src="app.js"></script>');
  await checkApp(site, "esbuild.html", "esbuild");
});
await test("vite", async () => {
  const why = lacks("vite@6");
  if (why) return why;
  const root = join(user, "vite");
  mkdirSync(join(root, "public"), { recursive: true });
  cpSync(installed, join(root, "public/outflank"), { recursive: true });
  writeFileSync(join(root, "app.js"), APP);
  writeFileSync(join(root, "index.html"), '<!DOCTYPE html><html lang="fr"><meta charset="utf-8"><title>x</title><link rel=icon href=data:,><body><script type="module" src="/app.js"></script>');
  writeFileSync(join(root, "vite.config.js"), 'export default { build: { target: "es2022" } };');
  run("npx", ["vite", "build", "--logLevel", "warn", "vite"]);
  await checkApp(join(root, "dist"), "", "vite");
  return "";
});

/* ---- examples, the board ---- */

const axe = readFileSync(join(here, "node_modules/axe-core/axe.min.js"), "utf8");
async function checkAccess(page, what) {
  await page.evaluate(axe);
  for (const width of [360, 1000])
    for (const colorScheme of ["light", "dark"]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const serious = await page.evaluate(async () => (await window.axe.run(document.querySelector("outflank-board"))).violations
        .filter((v) => /serious|critical/.test(v.impact)).map((v) => `${v.id}: ${v.nodes[0].html}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      ok(serious.length === 0 && wide <= 0, `${what}, ${width} pixels, ${colorScheme}: axe, and no sideways scroll`, `${wide} ${serious.join("\n")}`);
    }
}
const squares = (page) => page.locator("outflank-board").first().locator('[aria-disabled="false"]');
await test("play.html", () => open(site, "play.html", true, async (page) => {
  await squares(page).first().click();
  await page.waitForFunction(() => document.getElementById("score").textContent.length === "Moves: d3c3".length);
  ok(true, "20 lines of HTML play a game");
  await checkAccess(page, "play.html");
}));
await test("club.html", () => open(site, "club.html", true, async (page) => {
  await page.locator("outflank-board .player").first().waitFor();
  ok((await page.locator("outflank-board .status").textContent()).startsWith("Blanc d2"), "a game of a club's page is shown at its ply, in French",
    await page.locator("outflank-board .status").textContent());
  await page.locator("outflank-board #values").click();
  await page.locator("outflank-board .square.better").first().waitFor();
  ok(true, "with values on the squares");
  await page.fill("#game", "(;GM[Othello]PC[x]PB[Ann]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)");
  await page.click("#show");
  await page.waitForFunction(() => document.getElementById("month").shadowRoot.querySelectorAll(".moves li").length === 3);
  ok((await page.locator("outflank-board .who").first().textContent()) === "Noir: Ann", "another game can be pasted");
  await page.locator("outflank-board #review").click();
  await page.locator("outflank-board .review-rows tr").first().waitFor();
  ok(true, "and reviewed");
  await checkAccess(page, "club.html");
  await page.fill("#game", "no game");
  await page.click("#show");
  await page.waitForFunction(() => document.getElementById("fault").textContent);
  ok(true, "what is none is refused");
}));

await browser.close();
rmSync(user, { recursive: true, force: true });
console.log(`1..${n}\n${n - n_failed} passed, ${n_failed} failed`);
process.exit(n_failed ? 1 : 0);
