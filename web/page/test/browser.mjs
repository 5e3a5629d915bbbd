/* The page in headless Chromium: node test/browser.mjs FOLDER [--shots FOLDER] [--only TEST,TEST]
 *     [--double] [--review FILE] [--one FILE] [--patient] [--whole] [--languages en,fr,ja]
 *
 * FOLDER is a built page. Each test has a fresh profile. Output is TAP. --double: the page was built
 * with the test double, so what only the engine can do is left out, by name. --review: what
 * `outflank review --json` says of game.txt at the depth "quick". --one: the page as one file. --patient: the test "slow" waits
 * for the weights on its slow line, some minutes. --whole: the test "access" looks at each width and
 * scheme, not at one in turn; --languages: at these alone. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  shots: { type: "string" }, only: { type: "string" }, double: { type: "boolean" },
  chromium: { type: "string" }, review: { type: "string" }, patient: { type: "boolean" }, whole: { type: "boolean" },
  languages: { type: "string" }, one: { type: "string" } } });
const folder = positionals[0];
const GAME = readFileSync(new URL("game.txt", import.meta.url), "utf8").trim();
const PATIENCE = 600000;    // guards against a hang; a busy machine is slow

let n = 0, n_failed = 0;
function ok(isTrue, what, more = "") {
  if (!isTrue) n_failed++;
  console.log(`${isTrue ? "ok" : "not ok"} ${++n} - ${what}`);
  if (!isTrue && more) console.log(`# ${String(more).split("\n").join("\n# ")}`);
}
/** What a click brings may take a moment. */
async function comes(isTrue, what, more = () => "") {
  const end = Date.now() + 60000;
  while (!(await isTrue()) && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
  ok(await isTrue(), what, await more());
}
function skip(what, why) {
  console.log(`ok ${++n} - ${what} # SKIP ${why}`);
}

const server = await serve(folder, 0);
const address = `http://localhost:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: values.chromium ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });

/** A page in a profile of its own; what its console says of faults is collected. */
async function fresh(options = {}, hash = "", place = address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce",
    acceptDownloads: true, ...options });
  await context.addInitScript(() => {
    window.legal = () => [...document.getElementById("board").shadowRoot.querySelectorAll('[aria-disabled="false"]')];
    window.focused = () => document.activeElement?.shadowRoot?.activeElement?.dataset.square;
  });
  const page = await context.newPage(), faults = [];
  page.setDefaultTimeout(PATIENCE);
  page.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(place + hash);
  return { context, page, faults };
}

/** Waits for a condition in the page; asks seldom, for frames cost what the engine could use. */
const until = (page, condition) => page.waitForFunction(condition, undefined, { polling: 100 });
const ready = (page) => page.waitForSelector('html[data-engine="ready"]', { state: "attached" });
const paste = (page, text) => page.evaluate((pasted) => {
  const data = new DataTransfer();
  data.setData("text/plain", pasted);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}, text);

const cell = (page, name) => page.locator(`[data-square="${name}"]`);
const status = (page) => page.locator("#status").textContent();
const legalCells = '.cells button[aria-disabled="false"]';
const nMoves = (page) => page.locator("#moves li").count();

/** On to a mark that has both lines side by side, which the double never has. */
async function toMistake(page) {
  for (let i = 0; i === 0 || (i < 12 && !await page.locator(".beside").count()); i++) {
    await page.click(".review-next");
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
}

async function newGame(page, { side = "black", strength = 10 } = {}) {
  await page.click("#new-button");
  await page.selectOption("#you-play", side);
  await page.fill("#strength", String(strength));
  await page.click("#new-form button.main");
}

/** A whole game: `move` is called when it is the person's turn. */
async function playOut(page, move) {
  for (let turn = 0; turn < 70; turn++) {
    await until(page, () => window.legal().length ||
      document.getElementById("status").textContent.includes("The game is over"));
    if ((await status(page)).includes("The game is over")) return;
    await move(turn);
  }
}

/** All that is read or heard, on all trees. */
function words() {
  const found = new Set();
  const visit = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === 3 && !/^(SCRIPT|STYLE|NOSCRIPT)$/.test(node.parentElement.tagName)) found.add(node.data.trim());
      for (const name of ["title", "aria-label", "aria-valuetext", "placeholder"]) if (node.getAttribute?.(name)) found.add(node.getAttribute(name));
      if (node.shadowRoot) visit(node.shadowRoot);
    }
  };
  visit(document.body);
  return [...found, document.title];
}
/** Words of no language, and names of keys that no keyboard translates. */
const NEUTRAL = /Outflank|English|Fran\u00e7ais|JavaScript|Enter|Home|End|Page|Up|Down|GGF|SGF|PGN|SVG|PNG|XOT|MiB|https?:\S*|\b([a-h][1-8])+\b/g;
function isEnglish(text, language) {
  const rest = text.replace(NEUTRAL, "");
  return language === "ja" ? /[A-Za-z]{3}/.test(rest)
    : /\b(the|of|and|is|to|has|move|moves|game|better|black|white|best|board|after|with|it|engine|loses|draw|win)\b/i.test(rest);
}

const TESTS = {
  async clicks() {
    const { context, page, faults } = await fresh();
    await newGame(page);
    await playOut(page, async (turn) => {
      const legal = page.locator(legalCells);
      await legal.nth(turn % await legal.count()).click();
    });
    const counts = await page.locator(".player .count").allTextContents();
    await comes(async () => /The game is over: (Black wins|White wins|a draw)/.test(await status(page)), "a whole game with clicks", () => status(page));
    await comes(async () => counts.map(Number).reduce((a, b) => a + b) <= 64 && await nMoves(page) >= 9, "with its moves and counts", () => counts);
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  async keyboard() {
    const { context, page, faults } = await fresh();
    await newGame(page, { side: "white" });
    await page.evaluate(() => document.activeElement?.blur());
    for (let i = 0; i < 30 && !await page.evaluate(() => window.focused()); i++)
      await page.keyboard.press("Tab");
    await comes(async () => await page.evaluate(() => window.focused()) !== undefined, "Tab comes to the board");
    await playOut(page, async () => {
      const target = await page.locator(legalCells).first().getAttribute("data-square");
      for (;;) {
        const now = await page.evaluate(() => window.focused());
        if (!now || now === target) break;
        const dx = target.charCodeAt(0) - now.charCodeAt(0), dy = Number(target[1]) - Number(now[1]);
        await page.keyboard.press(dx < 0 ? "ArrowLeft" : dx > 0 ? "ArrowRight" : dy < 0 ? "ArrowUp" : "ArrowDown");
      }
      await page.keyboard.press("Enter");
    });
    await comes(async () => (await status(page)).includes("The game is over"), "a whole game by keyboard", () => status(page));
    await page.keyboard.press("s");
    await comes(async () => /Black \d+, White \d+\./.test(await status(page)), "s says the score", () => status(page));
    await cell(page, "d4").focus();
    await page.keyboard.press("ArrowRight");
    await comes(async () => await page.evaluate(() => window.focused()) === "e4", "arrows go on from there");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  async undo() {
    const { context, page } = await fresh();
    await newGame(page, { strength: 1 });
    await cell(page, "d3").click();
    await until(page, () => document.querySelectorAll("#moves li").length === 2);
    await page.click("#undo");
    await until(page, () => document.querySelectorAll("#moves li").length === 0);
    ok(true, "undo takes both moves back");
    await cell(page, "a1").click({ force: true });
    await comes(async () => await status(page) === "a1: no disc would turn.", "an illegal square says why", () => status(page));
    await comes(async () => await cell(page, "d3").getAttribute("aria-label") === "d3, empty, legal, turns 1", "squares have names",
      () => cell(page, "d3").getAttribute("aria-label"));
    await context.close();
  },

  async hints() {
    const { context, page, faults } = await fresh();
    await ready(page);
    await newGame(page, { strength: 3 });
    await page.click("#hint");
    await until(page, () => document.getElementById("status").textContent.startsWith("Best is"));
    await comes(async () => await page.locator(".board .square.better text").count() >= 1, "hints are numbers on the squares");
    await page.click("#analyse");
    await page.waitForSelector("#analysis-rows tr");
    await comes(async () => await page.locator("#analysis-rows tr").count() === 4, "analysis lists all moves");
    await cell(page, "f5").click();
    await until(page, () => window.legal().length > 0 &&
      document.getElementById("status").textContent.startsWith("White"));
    ok(true, "a game goes on while the analysis does");
    await page.waitForSelector("#bar:not([hidden])");
    await comes(async () => /ahead|Equal/.test(await page.getAttribute("#bar", "aria-valuetext")), "a bar says who is ahead");
    await page.click("#analyse");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  async review() {
    const { context, page, faults } = await fresh();
    await ready(page);
    await paste(page, GAME);
    await until(page, () => document.querySelector("#moves li:last-child")?.textContent.endsWith("g2"));
    ok(true, "a pasted game is on the board");
    await page.click("#tab-review");
    await page.selectOption("#review-depth", "8");
    await page.click("#review");
    await page.waitForSelector(".review-rows tr", { state: "visible" });
    await comes(async () => await page.locator(".review-marks li").count() > 0, "mistakes are marked");
    if (values.review) {
      const expected = JSON.parse(readFileSync(values.review, "utf8"));
      const given = await page.locator(".review-rows tr td:nth-child(2)").allTextContents();
      ok(given.map(Number).every((value, i) => Math.abs(value - expected.summary[["black", "white"][i]].given) < 0.06),
        "the losses are those of outflank review", given);
    } else skip("the losses are those of outflank review", "no --review FILE");
    await page.click("#first");
    await page.click(".review-next");
    await until(page, () => /plays \w\d \?/.test(document.querySelector(".review-move").textContent));
    ok(true, "the next mark");
    await toMistake(page);
    if (!values.double) {
      ok(await page.locator(".beside .board").count() === 2, "a mistake has both lines side by side");
      ok(await page.evaluate(() => getComputedStyle(document.querySelector(".beside .white circle")).fill) === "rgb(246, 246, 240)",
        "with discs of their colours");
    }
    await page.click(".review-line");
    await until(page, () => document.querySelector(".review-move").textContent.startsWith("Better line, 1 of"));
    ok(true, "the better line");
    await page.click("#tab-moves");
    await comes(async () => await page.locator("#moves .blunder, #moves .mistake, #moves .inaccuracy").count() > 0, "the list of moves has marks");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  /** People of a rating in the engine's place: their model comes when they are chosen. */
  async people() {
    const { context, page, faults } = await fresh();
    await ready(page);
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").filter((e) => /people/.test(e.name)).length);
    await newGame(page, { strength: 2 });
    await cell(page, "f5").click();
    await until(page, () => document.querySelectorAll("#moves li").length === 2);
    await page.click("#new-button");
    await page.selectOption("#opponent", "people");
    ok(await page.isHidden("#strength") && await page.isVisible("#rating"), "people have a rating, not a strength");
    await page.fill("#rating", "1400");
    ok((await page.locator("#rating-text").textContent()).startsWith("1400: "), "which is told", await page.locator("#rating-text").textContent());
    ok(await loaded() === 0, "no model is loaded before they play");
    await page.click("#new-form button.main");
    await cell(page, "f5").click();
    await until(page, () => document.querySelectorAll("#moves li").length === 2);
    ok(await loaded() === 1, "it is loaded once", await loaded());
    const names = await page.locator(".player .who").allTextContents();
    ok(names.join("|") === "Black: You|White: A player at 1400", "names say who plays", names);
    await page.reload();
    await ready(page);
    await playOut(page, async (turn) => {
      const legal = page.locator(legalCells);
      await legal.nth(turn % await legal.count()).click();
    });
    ok(true, "a whole game against them, after a reload, too");
    if (!values.double) {
      await page.click("#tab-review");
      await page.selectOption("#review-depth", "8");
      await page.click("#review");
      await until(page, () => document.getElementById("review-start").textContent === "Review again");
      await page.click("#first");
      await toMistake(page);
      const said = await page.locator("#review-body").textContent();
      ok(/\d+ of 10 players at 1400 see/.test(said), "a review tells what they see", said);
    }
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
    const without = await fresh({ serviceWorkers: "block" });
    await without.page.route(/people-1/, (route) => route.fulfill({ status: 404, body: "" }));
    await ready(without.page);
    await without.page.click("#new-button");
    await without.page.selectOption("#opponent", "people");
    await without.page.click("#new-form button.main");
    await cell(without.page, "f5").click();
    await comes(async () => (await status(without.page)).startsWith("The model of people cannot be loaded."), "a model that is not there is told",
      () => status(without.page));
    await without.context.close();
  },

  /** All games of one player, from the file to drills and to an opponent. */
  async own() {
    if (values.double) return skip("own games", "the double has none");
    const { context, page, faults } = await fresh();
    await ready(page);
    const record = (black, white, n) => `(;GM[Othello]PB[${black}]PW[${white}]RE[?]TY[8]BO[8 ---------------------------O*` +
      `------*O--------------------------- *]${GAME.slice(0, n).replace(/(..)/g, (move, _, at) => `${at % 4 ? "W" : "B"}[${move}]`)};)\n`;
    const text = record("me", "you", 60) + record("you", "me", 70) + record("you", "her", 30);
    ok(await page.locator("#tab-own").isHidden(), "no panel of own games before there are some");
    await page.setInputFiles("#open-file", { name: "mine.ggf", mimeType: "", buffer: Buffer.from(text) });
    await page.waitForSelector("#own-player");
    ok((await page.locator("#own-player option").allTextContents()).join() === "you (3),me (2),her (1)", "players with their games",
      await page.locator("#own-player").textContent());
    await page.selectOption("#own-player", "me");
    await page.click("#own-start");
    await page.waitForSelector("#own-body table", { state: "visible" });
    ok(/^2 of 2 games are judged/.test(await page.locator("#own-progress").textContent()), "all his games are judged");
    ok(/^2 games: .* Plays what people at \d+ play/.test(await page.locator("#own-body p").first().textContent()), "with his rating",
      await page.locator("#own-body p").first().textContent());
    await page.click("#own-play");
    ok(await page.inputValue("#opponent") === "people", "people of it are offered as opponents");
    await page.click("#new-dialog .close");
    await page.click("#own-train");
    await comes(async () => /You played/.test(await page.locator("#drill-text").textContent()), "his mistakes are drills",
      () => page.locator("#drill-text").textContent());
    await page.keyboard.press("Tab");
    await page.focus("#tab-drill");
    await page.keyboard.press("ArrowRight");
    ok(await page.locator("#panel-own").isVisible(), "the arrows come to the panel");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  /** Whose mistakes become drills, and what is said while a drill is on the board. */
  async drills() {
    const { context, page, faults } = await fresh({}, "#g=" + GAME);
    await ready(page);
    await page.click("#tab-review");
    await page.selectOption("#review-depth", "8");
    await page.click("#review");
    await until(page, () => document.getElementById("review-start").textContent === "Review again");
    await page.click("#tab-drill");
    const text = () => page.locator("#drill-text").textContent(), count = () => page.locator("#drill-count").textContent();
    await comes(async () => /Which side/.test(await text()) && /^0 due, 0 kept/.test(await count()),
      "of a game of two people nothing becomes a drill before the person says which side", text);
    ok(/Which side/.test(await status(page)), "the question is said, too", await status(page));
    const kept = {};
    for (const side of ["both", "black", "white"]) {
      await page.selectOption("#drill-side", side);
      kept[side] = await page.evaluate(() => JSON.parse(localStorage.getItem("outflank.drills")).map((drill) => drill.position[65]));
    }
    ok(kept.black.length > 0 && kept.black.every((side) => side === "X"), "Black's mistakes alone", kept.black);
    ok(kept.white.length > 0 && kept.white.every((side) => side === "O"), "White's mistakes alone", kept.white);
    ok(kept.both.length === kept.black.length + kept.white.length, "or those of both", kept.both);
    await page.click("#drill-next");
    await until(page, () => document.getElementById("drill-text").textContent.includes("What is better?"));
    ok(/^White to move\. You played/.test(await status(page)), "a drill asks", await status(page));
    const discs = await page.locator(".player .count").allTextContents();
    const onBoard = await page.evaluate(() => { const position = JSON.parse(localStorage.getItem("outflank.drills"))[0].position;
      return ["X", "O"].map((side) => String(position.slice(0, 64).split(side).length - 1)); });
    ok(discs.join() === onBoard.join(), "the discs are counted of the drill's board", `${discs}, not ${onBoard}`);
    await page.click("#tab-moves");
    ok(!/You played/.test(await status(page)), "what a drill says goes with its board", await status(page));
    await page.click("#tab-drill");
    ok(/You played/.test(await status(page)), "and comes with it", await status(page));
    await page.click("#first");
    await comes(async () => await status(page) === "Black to move, 4 moves." && await page.locator("#panel-moves").isVisible(),
      "a step in the game leaves the drill", () => status(page));
    await page.click("#tab-drill");
    await page.click("#drill-show");
    await page.click("#tab-moves");
    await until(page, () => localStorage.getItem("outflank.drill-state") !== null);
    ok(await status(page) === "Black to move, 4 moves.", "an answer that comes late says nothing of another board", await status(page));
    await page.click("#tab-drill");
    await until(page, () => document.getElementById("drill-text").textContent.startsWith("Best is"));
    const more = () => page.locator("#drill-more").textContent();
    await comes(async () => /^Better: [a-h]\d/.test(await more()), "a drill has an answer, with the line", more);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#drill-save")]);
    const saved = readFileSync(await download.path(), "utf8"), cards = Object.values(JSON.parse(saved).cards);
    const day = (n) => new Date(Date.now() + 86400000 * n).toISOString().slice(0, 10);
    ok(cards.length === 1 && cards[0].right === 0 && [day(0), day(1)].includes(cards[0].due), "the state is saved as the console has it", saved);
    await page.evaluate(() => localStorage.removeItem("outflank.drill-state"));
    await page.reload();
    await page.click("#tab-drill");
    await comes(async () => /^(\d+) due, \1 kept/.test(await count()), "without a state all are due", count);
    await page.setInputFiles("#drill-file", { name: "state", mimeType: "", buffer: Buffer.from(saved) });
    await comes(async () => /^1 answers/.test(await text()) && !/^(\d+) due, \1 kept/.test(await count()), "and opened again", count);
    await page.reload();
    await page.click("#tab-drill");
    ok(await page.inputValue("#drill-side") === "white", "the side is remembered");
    const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").filter((e) => /problems/.test(e.name)).length);
    await page.setInputFiles("#drill-file", { name: "me.pgn", mimeType: "", buffer: Buffer.from("1. f5 d6 2. c3 d3 *\n") });
    await comes(async () => /^There are no drills in it/.test(await text()), "a file of games is told from drills", text);
    ok(await loaded() === 0, "problems are not loaded before");
    await page.selectOption("#drill-grade", "hard");
    await comes(async () => /^\d\d+ new ones/.test(await text()) && await loaded() === 1, "hard ones are, when asked for", text);
    await page.click("#drill-next");
    await page.click("#drill-show");
    await comes(async () => /^Better: .*(Compared with [a-h]\d, which loses|[a-h]\d$)/.test(await more()), "with values and reasons of the file", more);
    const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("outflank.")).sort().join()).catch(String);
    const all = await keys();
    await page.click("#settings-button");
    for (const answer of ["dismiss", "accept"]) {
      page.once("dialog", (dialog) => void dialog[answer]());
      await page.click("#forget");
      await comes(async () => await keys() === (answer === "accept" ? "outflank.match" : all), `${answer}: what is kept goes or stays`, keys);
    }
    await ready(page);
    ok(await nMoves(page) === 0, "with the game");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  /** What a game was loaded from: kept, saved, there again. */
  async record() {
    if (values.double) return skip("what a game was loaded from", "the double reads moves only");
    const { context, page, faults } = await fresh();
    await ready(page);
    await paste(page, '[Event "Club [open]"]\n[Black "Ann [2] \u00c5"]\n[White "Bob; Jr"]\n[BlackElo "1800"]\n\n1. f5 d6 2. c3 {a good one} d3 *\n');
    await until(page, () => document.querySelectorAll("#moves li").length === 4);
    const names = () => page.locator(".player .who").allTextContents();
    const asLoaded = "Black: Ann [2] \u00c5|White: Bob; Jr";
    await comes(async () => (await names()).join("|") === asLoaded, "names stand with the sides", names);
    await page.click("#back");
    await until(page, () => location.hash.endsWith("&p=3"));
    await page.reload();
    await ready(page);
    await comes(async () => (await names()).join("|") === asLoaded && await nMoves(page) === 4, "and are there after a reload", names);
    await page.click("#next");
    await page.locator(legalCells).first().click();
    await page.click("#save-button");
    for (const [form, parts] of Object.entries({
      pgn: ["Club [open]", "Ann [2] \u00c5", "Bob; Jr", "1800", "a good one"], sgf: ["EV[Club [open\\]]", "PB[Ann [2\\] \u00c5]", "a good one"],
      ggf: ["PW[Bob; Jr]", "RB[1800"] })) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#save-${form}`)]);
      const saved = readFileSync(await download.path(), "utf8");
      ok(parts.every((part) => saved.includes(part)), `a game that went on is saved as ${form} with what it was loaded with`, saved);
    }
    await page.click("#save-dialog .close");
    await page.fill("#type-move", GAME);
    await page.click("#type-form button");
    await until(page, () => document.querySelector("#moves li:last-child")?.textContent.endsWith("g2"));
    const n = await nMoves(page);
    await page.reload();
    await ready(page);
    ok(await nMoves(page) === n, "a finished game is there after a reload", `${await nMoves(page)}, not ${n}`);
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
    return undefined;
  },

  async files() {
    const { context, page, faults } = await fresh();
    await ready(page);
    const ggf = "(;GM[Othello]PC[x]PB[Ann]PW[Bob]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]" +
      "B[F5]W[D6]B[C3];)";
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "game.ggf"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    }, ggf);
    await until(page, () => document.querySelectorAll("#moves li").length === 3);
    ok(true, "a dropped file is on the board");
    for (const form of ["ggf", "sgf", "pgn", "svg", "moves"]) {
      if (values.double && ["sgf", "pgn"].includes(form)) {
        skip(`saved as ${form}`, "the double converts nothing");
        continue;
      }
      if (!await page.locator("#save-dialog[open]").count()) await page.click("#save-button");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#save-${form}`)]);
      const text = readFileSync(await download.path(), "utf8");
      const part = { ggf: "GM[Othello]", sgf: "GM[2]", pgn: "[", svg: "<svg", moves: "f5d6c3" }[form];
      ok(text.includes(part) && (form !== "pgn" || /f5/i.test(text)), `saved as ${form}`, text.slice(0, 300));
    }
    const link = await page.inputValue("#link");
    await page.click("#save-dialog .close");
    ok(link.endsWith("#g=f5d6c3"), "the game as a link", link);
    await page.fill("#type-move", "not a game at all");
    await page.click("#type-form button");
    await until(page, () => document.getElementById("status").textContent.includes("cannot be read"));
    ok(await nMoves(page) === 3, "what cannot be read changes nothing");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  async links() {
    const { context, page, faults } = await fresh({}, "#g=f5d6c3&p=2");
    await until(page, () => document.querySelectorAll("#moves li").length === 3);
    await comes(async () => await page.locator("#moves [aria-current]").textContent() === "2 White d6", "a link opens at its move");
    await context.close();
    const bad = await fresh({}, "#g=f5f5");
    await until(bad.page, () => document.getElementById("status").textContent.includes("left aside"));
    await comes(async () => (await status(bad.page)).includes("Move 2, f5, is not legal for White."), "a bad link is explained", () => status(bad.page));
    await comes(async () => await bad.page.locator(legalCells).count() === 4, "and a game can be played");
    ok(faults.length + bad.faults.length === 0, "no console error", [...faults, ...bad.faults].join("\n"));
    await bad.context.close();
  },

  async offline() {
    const { context, page, faults } = await fresh();
    await page.waitForSelector('html[data-offline="ready"]', { state: "attached" });
    await context.setOffline(true);
    await page.reload();
    await ready(page);
    await newGame(page, { strength: 2 });
    await cell(page, "f5").click();
    await until(page, () => document.querySelectorAll("#moves li").length === 2);
    ok(true, "without a network the page starts and the engine answers");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  /** What is kept unpacked is read at the next start: damage there is seen, and mended. */
  async kept() {
    if (values.double) return skip("unpacked weights", "the double has none");
    const { context, page, faults } = await fresh();
    const head = () => page.evaluate(async () => {
      const cache = await caches.open("weights-of-outflank"), [name, second] = await cache.keys();
      if (!name || second) return null;
      const blob = await (await cache.match(name)).blob();
      return [await blob.slice(0, 8).text(), blob.size].join(" ");
    });
    const isWhole = async () => /^OFLWGHT1 3\d{7}$/.test(await head());
    await comes(isWhole, "the weights are kept unpacked", head);
    await page.evaluate(async () => {
      const cache = await caches.open("weights-of-outflank"), [name] = await cache.keys();
      const bytes = new Uint8Array(await (await cache.match(name)).arrayBuffer());
      bytes.fill(1, 1000000, 1000100);
      bytes[0] = 0;
      await cache.put(name, new Response(bytes));
    });
    await page.reload();
    await page.waitForSelector('html[data-evaluation="trained"]', { state: "attached" });
    ok(true, "damaged ones are not used");
    await comes(isWhole, "and are kept again", head);
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  /** A slow line: 1.6 Mbit/s and 150 ms. The times are told, the order of things is asserted. */
  async slow() {
    if (values.double) return skip("a slow line", "the double has no weights");
    const context = await browser.newContext();
    const open = async () => {
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const line = await context.newCDPSession(page);
      await line.send("Network.enable");
      await line.send("Network.emulateNetworkConditions", { offline: false, latency: 150,
        downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 });
      await page.addInitScript((cells) => { /* the page's own clock: the test's looks late */
        const at = globalThis.seenAt = {};
        setInterval(() => {
          const { evaluation } = document.documentElement?.dataset ?? {};
          if (evaluation) at[evaluation] ??= performance.now();
          if (document.querySelector("outflank-board")?.shadowRoot?.querySelector(cells)) at.board ??= performance.now();
        }, 5);
      }, legalCells);
      return { page, line };
    };
    const when = async (page, what) => (await (await page.waitForFunction((name) => globalThis.seenAt[name], what))
      .jsonValue() / 1000).toFixed(1);
    const { page, line } = await open(), told = [];
    const begun = Date.now();
    const tell = (what) => told.push(`${what} after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    const isReady = () => page.evaluate(() => document.documentElement.dataset.evaluation === "trained");
    await page.goto(address, { waitUntil: "commit" });
    told.push(`the board can be played on after ${await when(page, "board")} s`);
    await page.locator(legalCells).first().click();
    await until(page, () => document.querySelectorAll("#moves li").length >= 1);
    tell("a move stands on it");
    await until(page, () => document.querySelectorAll("#moves li").length >= 2);
    tell("the classical evaluation has answered");
    ok(!(await isReady()), "on a slow line the answer comes before the weights");
    if (!values.patient)
      await line.send("Network.emulateNetworkConditions", { offline: false, latency: 0,
        downloadThroughput: -1, uploadThroughput: -1 });
    const weights = 'html[data-evaluation="trained"]';
    await page.waitForSelector(weights, { state: "attached" });
    ok(true, "and then the weights come");
    tell("the weights are there");
    if (values.patient) {
      await page.waitForSelector('html[data-offline="ready"]', { state: "attached" });
      tell("all of it is kept");
      await page.close();
      const { page: again } = await open();
      await again.goto(address, { waitUntil: "commit" });
      told.push(`from a full cache the weights are there after ${await when(again, "trained")} s`);
    }
    console.log("# " + told.join("; "));
    await context.close();
    return undefined;
  },

  /** The page as one file, opened from disk, with no server anywhere. */
  async one() {
    if (!values.one) return skip("the page as one file", "no --one FILE");
    const { context, page, faults } = await fresh({ offline: true }, "", pathToFileURL(values.one).href);
    await ready(page);
    ok(await page.evaluate(() => document.documentElement.dataset.evaluation) === "trained", "one file, opened from disk, has its weights");
    await page.click("#settings-button");
    const about = await page.locator("#about").textContent();
    ok(/Book: yes/.test(about) && /Threads: 1/.test(about), "and its book", about);
    await page.click("#settings-dialog .close");
    await page.click("#new-button");
    await page.selectOption("#opponent", "people");
    ok(/not in this file/.test(await page.locator("#rating-text").textContent()) && await page.isDisabled("#new-start"), "it says that people are not in it");
    await page.click("#new-dialog .close");
    await newGame(page, { strength: 4 });
    await playOut(page, () => page.locator(legalCells).first().click());
    ok(/The game is over/.test(await status(page)), "it plays a game", await status(page));
    await page.click("#tab-review");
    await page.selectOption("#review-depth", "8");
    await page.click("#review-start");
    await until(page, () => document.getElementById("review-start").textContent === "Review again");
    ok(await page.locator(".review-rows tr").count() === 2, "and reviews it");
    await page.reload();
    ok(await nMoves(page) > 8, "the game is there after a reload");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
    return undefined;
  },

  /** The signature of the search, and how fast it is here; with one thread and with two. */
  async speed() {
    if (values.double) return skip("the signature", "the double does not search");
    const signature = Number(readFileSync(new URL("../../../tests/solve/signature.txt", import.meta.url)));
    const { context, page } = await fresh();
    await ready(page);
    const measure = (threads) => page.evaluate(async (threads) => {
      const { load } = await import("./engine/outflank.mjs");
      const begun = performance.now();
      const engine = await load({ threads });
      await engine.ready;
      const seconds = (performance.now() - begun) / 1000;
      const { total } = await engine.bench();
      engine.dispose();
      return { seconds, nodes: total.nodes, speed: total.nodes_per_second };
    }, threads);
    const one = await measure(1), two = await measure(2);
    ok(one.nodes === signature, "bench has the program's signature", `${one.nodes}, not ${signature}`);
    const millions = (found) => (found.speed / 1e6).toFixed(1);
    console.log(`# Chromium ${browser.version()}: ${millions(one)} M nodes/s, with two threads ${millions(two)}; ` +
      `loaded in ${one.seconds.toFixed(1)} s`);
    await context.close();
    return undefined;
  },

  async faults() {
    if (values.double) return skip("damaged weights", "the double has none");
    const context = await browser.newContext();
    await context.route(/weights/, (route) => route.fulfill({ status: 200, body: "damaged" }));
    await context.addInitScript(() => {
      window.Worker = class extends Worker {
        constructor(...words) {
          super(...words);
          window.lastWorker = this;
        }
      };
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(address);
    await ready(page);
    const said = await status(page);
    ok(/weights/i.test(said), "damaged weights end in a sentence", said);
    await newGame(page, { strength: 2 });
    await cell(page, "f5").click();
    await until(page, () => document.querySelectorAll("#moves li").length === 2);
    ok(true, "and the classical evaluation plays");
    await page.click("#analyse");
    await page.waitForSelector("#analysis-rows tr");
    await page.evaluate(() => {
      window.lastWorker.terminate();
      window.lastWorker.dispatchEvent(new ErrorEvent("error", { message: "lost on purpose" }));
    });
    await until(page, () => document.getElementById("status").textContent.includes("was started again"));
    await page.click("#analyse");
    await page.click("#tab-moves");
    await page.locator(legalCells).first().click();
    await until(page, () => document.querySelectorAll("#moves li").length === 4);
    ok(true, "a lost worker is told, and the game goes on");
    await context.close();
    return undefined;
  },

  /** axe, and no English word, in each language, width and scheme. */
  async access() {
    const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    let n_looks = 0;
    for (const language of values.languages?.split(",") ?? ["en", "fr", "ja"]) {
      const { context, page, faults } = await fresh({ bypassCSP: true, locale: language }, "#g=" + GAME.slice(0, 40));
      await ready(page);
      await page.evaluate(axe);
      ok(await page.evaluate(() => document.documentElement.lang) === language, `${language}: the browser's language`);
      const look = async (what) => {
        const all = [360, 768, 1440].flatMap((width) => [[width, "light"], [width, "dark"]]);
        for (const [width, colorScheme] of values.whole ? all : [all[n_looks++ % 6]]) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          const found = await page.evaluate(async () => (await window.axe.run(document)).violations
            .map((v) => `${v.impact}: ${v.id}: ${v.nodes.slice(0, 3).map((x) => x.html.slice(0, 160)).join(" | ")}`));
          const serious = found.filter((v) => /^(serious|critical)/.test(v));
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          ok(serious.length === 0 && wide <= 0, `${language}, ${what}, ${width} pixels, ${colorScheme}: axe, and no sideways scroll`,
            `${wide}\n${serious.join("\n")}`);
        }
        if (language === "en") return;
        const left = (await page.evaluate(words)).filter((text) => isEnglish(text, language));
        ok(left.length === 0, `${language}, ${what}: no English is left`, left.join("\n"));
      };
      await look("moves");
      await page.click("#first");
      await page.locator(legalCells).last().click();
      await page.fill("#comment", "!");
      await page.waitForSelector("#leave", { state: "visible" });
      await look("variation");
      await page.click("#leave");
      await page.click("#last");
      await page.click("#analyse");
      await page.waitForSelector("#analysis-rows tr");
      await look("analysis");
      if (!values.double) {
        await page.click("#owners");
        await page.waitForSelector('.board [class*="own-"]', { state: "attached" });
        await look("owners");
        await page.click("#owners");
      }
      await page.click("#analyse");
      await page.click("#tab-review");
      await page.selectOption("#review-depth", "8");
      await page.click("#review-start");
      await page.waitForSelector(".review-rows tr", { state: "visible" });
      for (let mark = 0; mark < 8; mark++) {
        await page.click(".review-next");
        if (language === "en") continue;
        const left = (await page.evaluate(words)).filter((text) => isEnglish(text, language));
        ok(left.length === 0, `${language}, mark ${mark}: no English is left`, left.join("\n"));
      }
      await look("review");
      await page.click("#tab-drill");
      await look("drill");
      if (!values.double) {
        await page.click("#open-button");
        await page.fill("#open-text", ["a", "b"].map((name) => `(;GM[Othello]PB[${name}]PW[c]RE[?]TY[8]BO[8 ---------------------------O*------*O` +
          `--------------------------- *]${GAME.slice(0, 80).replace(/(..)/g, (move, _, at) => `${at % 4 ? "W" : "B"}[${move}]`)};)`).join("\n"));
        await page.click("#open-form button.main");
        await page.waitForSelector("#own-start");
        await look("sheet of many games");
        await page.click("#own-start");
        await page.waitForSelector("#own-body table", { state: "visible" });
        await look("own games");
      }
      for (const name of ["new", "open", "save", "settings", "help"]) {
        await page.click(`#${name}-button`);
        await look(`sheet ${name}`);
        if (name === "new") await page.selectOption("#opponent", "people");
        if (name === "new") await look("sheet people");
        await page.click(`#${name}-dialog .close`);
      }
      await page.click("#tab-moves");
      await page.fill("#type-move", "not a game at all");
      await page.click("#type-form button");
      await until(page, () => document.getElementById("status").textContent.length > 0);
      ok(language === "en" || !isEnglish(await status(page), language), `${language}: a fault of input`, await status(page));
      ok(faults.length === 0, `${language}: no console error`, faults.join("\n"));
      await context.close();
    }
  },

  /** A board that is set up, a start of XOT, variations that are there after a reload. */
  async starts() {
    const { context, page, faults } = await fresh();
    await ready(page);
    const begin = async (from) => {
      await page.click("#new-button");
      await page.selectOption("#you-play", "both");
      await page.selectOption("#from", from);
      await page.click("#new-form button.main");
    };
    await begin("setup");
    await page.click("#setup-clear");
    await page.click("#setup-done");
    await comes(async () => await status(page) === "On this board nobody has a move.", "a board without moves is refused", () => status(page));
    for (const name of ["a1", "b1", "b1", "h8"]) await cell(page, name).click();
    await page.click("#setup-done");
    await comes(async () => await status(page) === "Black to move, 1 move.", "a board is set up by presses", () => status(page));
    await cell(page, "c1").click();
    await comes(async () => (await status(page)).includes("The game is over: Black wins 4-0."), "and played on", () => status(page));
    await begin("start");
    for (const name of ["f5", "d6", "c3", "d3"]) await cell(page, name).click();
    for (let i = 0; i < 3; i++) await page.click("#back");
    await cell(page, "f4").click();
    await comes(async () => await page.locator("#variations .way").textContent() === "2 d6 c3 d3", "another move keeps a variation");
    await page.reload();
    await ready(page);
    await page.click("#variations .way");
    await comes(async () => await nMoves(page) === 4 && await page.locator("#variations .way").textContent() === "2 f4",
      "which can be taken up, after a reload, too");
    if (!values.double) {
      await page.click("#save-button");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-sgf")]);
      const saved = readFileSync(await download.path(), "utf8");
      ok(saved.endsWith("\n;B[fe](;W[df];B[cc];W[dc])\n(;W[fd]))\n"), "and is saved in SGF", saved);
      const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#save-png")]);
      const png = readFileSync(await picture.path());
      ok(png.toString("latin1", 1, 4) === "PNG" && png.readUInt32BE(16) === 720 && png.length > 8000, "and as a picture in PNG", png.length);
      await page.click("#save-dialog .close");
    }
    if (values.double) skip("a start of XOT", "the double has none");
    else {
      await begin("xot");
      await until(page, () => document.querySelectorAll("#moves li").length === 8);
      ok(true, "a start of XOT");
    }
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
  },

  /** Variations and comments of a file: entered, left, edited, deleted, saved, there after a reload. */
  async asides() {
    if (values.double) return skip("variations of a file", "the double reads moves only");
    const { context, page, faults } = await fresh();
    await ready(page);
    await paste(page, '[Event "Club"]\n\n1. f5 d6 {main} (f4 {too early} 2. c3) (f6) 2. c3 d3 *\n');
    const ways = () => page.locator("#variations .way").allTextContents(), comment = () => page.inputValue("#comment");
    const isAside = () => page.locator("#leave").isVisible();
    await comes(async () => (await ways()).join() === "2 f4 c3,2 f6" && !await isAside(), "variations are listed", ways);
    await page.locator("#moves button").nth(1).click();
    await comes(async () => await comment() === "main", "the comment of a move", comment);
    ok(await page.locator("#moves button").nth(1).textContent() === "2 White d6 *, comment", "is marked in the list",
      await page.locator("#moves button").nth(1).textContent());
    await page.locator("#variations .way").first().click();
    await comes(async () => await comment() === "too early" && await isAside(), "a variation is entered, with its comments", comment);
    await page.fill("#comment", "too early, says Bob");
    await page.click("#next");
    await comes(async () => await comment() === "", "each move has its own", comment);
    await page.fill("#comment", "and now?");
    await page.locator(legalCells).first().click();
    await comes(async () => await nMoves(page) === 4, "it is played on");
    const played = (await page.locator("#moves button").last().textContent()).slice(-2);
    await page.reload();
    await ready(page);
    await page.click("#leave");
    await comes(async () => !await isAside() && (await ways()).join() === `2 f4 c3 ${played},2 f6`, "and left, after a reload, too", ways);
    await page.click("#next");
    await comes(async () => await comment() === "main", "for the move of the game", comment);
    await page.fill("#comment", "mine");
    await page.locator("#variations .drop").nth(1).click();
    await comes(async () => (await ways()).length === 1, "a variation is deleted", ways);
    await page.click("#undo");
    await comes(async () => (await ways()).length === 2, "undo brings it back", ways);
    await page.locator("#variations .drop").nth(1).click();
    await page.locator("#variations .way").first().click();
    await page.click("#save-button");
    for (const [form, text] of Object.entries({ pgn: `1. f5 d6 {mine} (f4 {too early, says Bob} c3 {and now?} ${played}) 2. c3 d3 *`,
      sgf: ";B[fe](;W[df]C[mine];B[cc];W[dc])\n(;W[fd]C[too early, says Bob];B[cc]C[and now?];W[" })) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#save-${form}`)]);
      const saved = readFileSync(await download.path(), "utf8");
      ok(saved.replaceAll("\n", " ").includes(text.replaceAll("\n", " ")) && /Club/.test(saved) && !/f6|W\[ff\]/.test(saved),
        `${form} has what was edited, the game first`, saved);
    }
    const said = () => page.locator("#save-said").textContent();
    ok(await said() === "outflank.sgf is saved.", "and nothing is left out", await said());
    await page.click("#save-ggf");
    await comes(async () => /without some/.test(await said()), "of GGF it is told that it has no variations", said);
    await page.click("#save-dialog .close");
    await page.click("#stay");
    await comes(async () => !await isAside() && (await ways()).join() === "2 d6 c3 d3", "a variation becomes the game", ways);
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
    return undefined;
  },

  /** Who may be expected to own each square. */
  async owners() {
    if (values.double) return skip("expected owners", "the double has none");
    const { context, page, faults } = await fresh({}, "#g=" + GAME.slice(0, 100) + "&p=49");
    await ready(page);
    const labels = () => page.locator("[data-square]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    const told = async () => (await labels()).filter((label) => /, (Black|White) \d+ %$|, stable$/.test(label)).length;
    await page.click("#tab-analysis");
    await page.click("#owners");
    await comes(async () => await told() === 64, "each square tells its expected owner", async () => (await labels()).join("\n"));
    ok(/64 games/.test(await status(page)) && await page.isVisible("#owners-note"), "what they are is told", await status(page));
    const stable = await page.locator('[aria-label$=", stable"]').count();
    ok(stable > 0 && await page.locator(".board .legal .badge").count() > 0, "stable discs and legal moves are seen", stable);
    const before = (await labels()).join();
    await page.click("#next");
    await comes(async () => await told() === 64 && (await labels()).join() !== before, "of the next position, too");
    await page.click("#analyse");
    await page.waitForSelector("#analysis-rows tr");
    await comes(async () => await told() === 64, "while the analysis goes on");
    await page.click("#owners");
    await comes(async () => await told() === 0 && await page.locator(".board .square.better text").count() >= 1, "and off again");
    ok(faults.length === 0, "no console error", faults.join("\n"));
    await context.close();
    return undefined;
  },

  async sizes() {
    for (const width of [320, 360, 380, 480, 768, 1280, 1440])
      for (const colorScheme of ["light", "dark"]) {
        if ([320, 380, 480, 1280].includes(width) && colorScheme === "dark") continue;
        const { context, page } = await fresh({ viewport: { width, height: width < 700 ? 740 : 900 }, colorScheme },
          "#g=" + GAME.slice(0, 60));
        await ready(page);
        const shot = async (name) => {
          if (!values.shots) return;
          mkdirSync(values.shots, { recursive: true });
          await page.screenshot({ path: join(values.shots, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        };
        await page.click("#tab-review");
        await page.selectOption("#review-depth", "8");
        await page.click("#review-start");
        await page.waitForSelector(".review-rows tr", { state: "visible" });
        await toMistake(page);
        const marks = await page.evaluate(() => {
          const boxes = [...document.querySelectorAll("#review-body .mark")].map((mark) => mark.getBBox());
          const meet = (a, b) => a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 4 && b.y < a.y + a.height - 4;
          return boxes.filter((a, i) => boxes.slice(0, i).some((b) => meet(a, b))).length;
        });
        ok(marks === 0, `${width} pixels, ${colorScheme}: no mark of the graph hides another`, marks);
        const cut = await page.evaluate(() => {
          const table = document.querySelector(".review-table");
          return table.scrollWidth - table.parentElement.clientWidth;
        });
        ok(cut <= 0, `${width} pixels, ${colorScheme}: the table of the review is whole`, cut);
        await shot("review");
        await page.click("#analyse");
        await page.click("#tab-analysis");
        await page.waitForSelector("#analysis-rows tr");
        const over = await page.evaluate(() => {
          const box = document.getElementById("analysis-table").parentElement;
          return box.scrollWidth - box.clientWidth;
        });
        ok(over <= 0, `${width} pixels, ${colorScheme}: the table of the analysis is whole`, over);
        await shot("analysis");
        await page.click("#analyse");
        await page.click("#tab-moves");
        await shot("moves");
        await page.click("#new-button");
        await shot("new");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        ok(wide <= 0, `${width} pixels, ${colorScheme}: no sideways scroll`, wide);
        await context.close();
      }
  },
};

try {
  for (const [name, test] of Object.entries(TESTS)) {
    if (values.only && !values.only.split(",").includes(name)) continue;
    console.log(`# ${name}`);
    try {
      await test();
    } catch (error) {
      ok(false, name, error.stack);
      for (const page of browser.contexts().flatMap((context) => context.pages()))
        console.log("# the page said: " + await status(page) + "; " + await page.locator("#moves").textContent());
    }
    for (const context of browser.contexts()) await context.close();
  }
} finally {
  await browser.close();
  server.close();
}
console.log(`1..${n}`);
process.exit(n_failed ? 1 : 0);
