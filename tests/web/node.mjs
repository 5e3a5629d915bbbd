/* The engine as WebAssembly in node, against the program: node.mjs PROGRAM PACKAGE [GAMES]
 *
 * Answers must be those of the program, to the node: nothing but files and times may differ.
 * GAMES 0: the signature alone, without the program. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

/* The newest Worker, to take it away, and the weights that each was given. */
let worker = null;
const given = [];
const threads = createRequire(import.meta.url)("node:worker_threads");
threads.Worker = class extends threads.Worker {
  constructor(...words) {
    super(...words);
    worker = this;
  }
  postMessage(message, ...words) {
    if (message.file === "weights") given.push(message.blob);
    super.postMessage(message, ...words);
  }
};
syncBuiltinESMExports();

const [program, folder, nGames = "3"] = process.argv.slice(2);
const { load, OutflankError } = await import(pathToFileURL(resolve(folder, "outflank.mjs")));
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
console.log(`# seed ${seed}`);
const signature = Number(readFileSync(new URL("../solve/signature.txt", import.meta.url), "utf8").trim());

let random = seed;
/* A small generator (mulberry32). */
function below(n) {
  random = (random + 0x6d2b79f5) | 0;
  let t = Math.imul(random ^ (random >>> 15), 1 | random);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}

const run = (args, input) => execFileSync(program, args, {
  input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"], maxBuffer: 1 << 28,
  env: { ...process.env, OUTFLANK_BOOK: "none" },
});
const lines = (text) => text.trim().split("\n").map((line) => JSON.parse(line));

/* What depends on files, clocks and how it was asked is left out. */
const LEFT_OUT = ["file", "line", "index", "time_ms", "settings", "forecast", "limits",
  "version", "commit", "signature", "network", "book", "threads"];
function bare(value) {
  const copy = structuredClone(value);
  for (const key of LEFT_OUT) delete copy[key];
  return copy;
}

let n = 0, nFailed = 0;
async function test(name, body) {
  n++;
  try {
    await body();
    console.log(`ok ${n} - ${name}`);
  } catch (error) {
    nFailed++;
    console.log(`not ok ${n} - ${name}\n# ${String(error.stack ?? error).split("\n").join("\n# ")}`);
  }
}
const refused = (code, pattern) => (error) =>
  error instanceof OutflankError && error.code === code && pattern.test(error.message);

const progress = [];
const engine = await load({ hash: 64, threads: 1, onProgress: (p) => progress.push(p) });

await test("it plays before the weights are there", async () => {
  assert.equal(engine.state.evaluation, "classical");
  const { move, network } = await engine.play("f5d6c3", { level: 4 });
  assert.match(move, /^[a-h][1-8]$/);
  assert.equal(network, undefined);
});

await test("the weights come with progress, and then play", async () => {
  const state = await engine.ready;
  assert.deepEqual(state.problems, []);
  assert.equal(state.evaluation, "trained");
  for (const file of ["engine", "weights"])
    assert.ok(progress.some((p) => p.file === file && p.done && p.loaded > 0), file);
});

assert.equal(engine.state.cpu, "simd128");
for (const cpu of ["generic", "simd128"])
  await test(`bench, kernels of level ${cpu}: the signature is ${signature}`, async () => {
    let n = 0;
    assert.equal((await engine.set({ cpu })).cpu, cpu);
    const { total } = await engine.bench().onProgress(() => n++);
    assert.equal(total.nodes, signature);
    assert.equal(n, 24);
  });

function end() {
  console.log(`1..${n}\n${n - nFailed} passed, ${nFailed} failed, 0 skipped`);
  process.exit(nFailed ? 1 : 0);
}
if (Number(nGames) === 0) end();

await test(`${nGames} games: each move, score, line and count of nodes is the program's`, async () => {
  const positions = [], answers = [];
  for (let g = 0; g < Number(nGames); g++) {
    let moves = "";
    for (let ply = 0; ; ply++) {
      const { moves: legal, over } = await engine.position(moves || "start");
      if (over) break;
      if (ply < 8) {
        moves += legal[below(legal.length)].move;
        continue;
      }
      await engine.newGame();
      const answer = await engine.analyze(moves, { nodes: 4000, best: 1 });
      positions.push(moves);
      answers.push(answer);
      if (answer.moves[0].move !== "pass") moves += answer.moves[0].move;
      else moves += "ps";
    }
  }
  const theirs = lines(run(["analyze", "--json", "--nodes", "4000", "--best", "1"],
                           positions.join("\n") + "\n"));
  assert.equal(theirs.length, positions.length);
  theirs.forEach((value, i) => assert.deepEqual(bare(answers[i]), bare(value), positions[i]));
});

const nPlayed = Number(nGames) < 50 ? 4 : 200;
await test(`${nPlayed} games, and memory does not grow past the first`, async () => {
  let memory = 0;
  for (let g = 0; g < nPlayed; g++) {
    let moves = "", ply = 0;
    await engine.newGame();
    for (; !(await engine.position(moves || "start")).over; ply++) {
      const { move } = await engine.play(moves || "start", { nodes: 200, strength: 12, seed: g });
      moves += move === "pass" ? "ps" : move;
    }
    assert.ok(ply >= 9);
    if (g === 0) ({ memory } = engine.state);
    assert.equal(engine.state.memory, memory);
  }
});

const board = "--XXXXX--OOOXX-O-OOXXOX-OXOXXOXXOXXXOOX---OXXXXX-XXXOO----XOOO-- X";
await test("solve, with ties, all moves and who wins", async () => {
  for (const [request, args] of [[{}, []], [{ ties: true }, ["--ties"]], [{ wld: true }, ["--wld"]],
                                 [{ all_moves: true }, ["--all-moves"]]]) {
    await engine.newGame();
    const [theirs] = lines(run(["solve", "--json", "--quiet", "--threads", "1", ...args], board + "\n"));
    const ours = await engine.solve(board, request);
    const known = ({ moves, proved }) => [moves.map((m) => [m.move, m.score, m.bound]), proved];
    assert.deepEqual(known(ours), known(theirs), args.join(" "));
  }
});

/* Played by chance. */
async function randomGame(nMoves) {
  let moves = "";
  for (let i = 0; i < nMoves; i++) {
    const { moves: legal } = await engine.position(moves || "start");
    if (legal.length) moves += legal[below(legal.length)].move;
  }
  return moves;
}
const game = await randomGame(36);
await test("review, with what is known meanwhile", async () => {
  let newest = null;
  const task = engine.review(game, { depth: 8, exact_empties: 10 });
  task.onProgress((now) => { newest = now; });
  const ours = await task;
  const [theirs] = lines(run(["review", "--json", "--depth", "8", "--exact-empties", "10"], game));
  delete theirs.file;
  delete ours.file;
  assert.deepEqual(ours, theirs);
  if (newest) {
    assert.equal(newest.type, "review");
    assert.ok(newest.plies.length <= ours.plies.length);
  }
});

await test("explain, evaluate, openings, convert, read", async () => {
  await engine.newGame();
  assert.deepEqual(await engine.explain("f5d6c3d3c4", "b3", { depth: 6, beside: true }),
                   lines(run(["explain", "--json", "--depth", "6", "--beside", "b3", "f5d6c3d3c4"]))[0]);
  assert.deepEqual(await engine.evaluate("f5d6c3"),
                   lines(run(["eval", "--json", "--explain", (await engine.position("f5d6c3")).position]))[0]);
  assert.deepEqual(await engine.openings("f5d6c3d3c4"), lines(run(["opening", "--json", "f5d6c3d3c4"])));
  assert.equal(await engine.convert(game, { to: "ggf" }), run(["convert", "--to", "ggf", "-q"], game));
  const [record] = await engine.read(new TextEncoder().encode(game));
  assert.equal(record.moves, game);
  const [, unread] = await engine.read(`${game}\nno game\n`);
  assert.deepEqual(Object.keys(unread), ["schema", "type", "index", "error"]);
  assert.match(await engine.svg("f5"), /^<svg/);
  assert.deepEqual((await engine.book("f5")).moves, []);
});

await test("weak play repeats by its seed", async () => {
  const play = () => engine.play("f5d6c3d3c4", { strength: 5, seed: 7 });
  assert.equal((await play()).move, (await play()).move);
});

await test("people play once their model is there, as the program's do", async () => {
  const asked = (text, seed) => ({ action: "play", text, rating: 1400, seed });
  const model = readFileSync(new URL("../../src/lib/people/people-1.bin", import.meta.url));
  await assert.rejects(engine.play("f5", { rating: 1400 }), refused("refused", /no model of people/));
  await assert.rejects(engine.use({ people: model.subarray(0, 1000) }), refused("refused", /^people: /));
  await engine.use({ people: model });
  await assert.rejects(engine.use({ people: model.subarray(0, 1000) }), refused("refused", /^people: /));
  await assert.rejects(engine.play("f5", { rating: 900 }), refused("refused", /^rating/));
  const texts = [];
  for (let i = 0; i < 20; i++) texts.push(await randomGame(4 + below(40)));
  const requests = texts.map((text, id) => JSON.stringify({ id, ...asked(text, 1 + id) })).join("\n") + "\n";
  const theirs = lines(run(["serve", "--threads", "1"], requests)).filter(({ type }) => type === "result")
    .sort((a, b) => a.id - b.id).map(({ result }) => result.move);
  for (const [i, text] of texts.entries()) assert.equal((await engine.play(text, { rating: 1400, seed: 1 + i })).move, theirs[i], text);
  const limits = { depth: 6, exact_empties: 8 };
  const ours = await engine.review(game, { ...limits, people: 1500 });
  const [review] = lines(run(["review", "--json", "--depth", "6", "--exact-empties", "8", "--people", "1500"], game));
  assert.deepEqual(ours.plies.map(({ why }) => why), review.plies.map(({ why }) => why));
  assert.match(JSON.stringify(ours), /players at 1500/);
  const games = texts.map((text) => `(;GM[Othello]PC[x]PB[me]PW[you]RE[?]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]` +
    text.replace(/(..)/g, (square, _, at) => `${at % 4 ? "W" : "B"}[${square}]`) + ";)").join("\n");
  const { found, lessons, ...study } = await engine.study(games, { players: ["m*"], drawn: 2, ...limits });
  const [all] = lines(run(["review", "--json", "--player", "me", "--drawn", "2", "--depth", "6", "--exact-empties", "8"], games));
  const plain = (value) => JSON.parse(JSON.stringify(value).replace(/"file":"[^"]*"/g, '"file":""'));
  assert.deepEqual(plain({ ...study, players: [] }), plain({ ...all, players: [] }));
  assert.equal(found, all.games + all.twice);
  assert.ok(lessons.length <= 100 && all.games > 0);
});

await test("a bad request is refused in a sentence, and nothing else suffers", async () => {
  await assert.rejects(engine.analyze("f5f5"), refused("refused", /occupied|move/));
  await assert.rejects(engine.analyze("f5", { depht: 3 }), refused("refused", /depht/));
  await assert.rejects(engine.analyze("f5", { depth: 99 }), refused("refused", /1 to 60/));
  await assert.rejects(engine.explain("f5", "f5"), refused("refused", /occupied/));
  await assert.rejects(engine.convert("f5", { to: "gif" }), refused("refused", /format/));
  await assert.rejects(engine.set({ cpu: "avx2" }), refused("refused", /^cpu: /));
  assert.equal((await engine.position("f5")).moves.length, 3);
});

await test("an analysis streams, and stops when it is told", async () => {
  let n = 0;
  const task = engine.analyze("f5d6c3d3c4", { infinite: true });
  const waiting = engine.analyze("f5", { infinite: true });
  for await (const now of task) {
    assert.ok(now.moves.length > 0);
    if (++n === 3) {
      waiting.stop();
      task.stop();
    }
  }
  const result = await task;
  assert.equal(result.stopped, true);
  assert.ok(n >= 3);
  await assert.rejects(waiting, refused("stopped", /./));
});

await test("the table is changed 100 times, and memory does not grow", async () => {
  for (const hash of [64, 1, 64]) await engine.set({ hash });
  const { memory } = engine.state;
  for (let i = 0; i < 100; i++) await engine.set({ hash: i % 2 ? 64 : 1 + below(63) });
  assert.equal(engine.state.memory, memory);
  await assert.rejects(engine.set({ hash: 1 << 20 }), refused("refused", /memory/));
  assert.equal(engine.state.hash, 64);
});

const weights = gunzipSync(readFileSync(join(folder, "outflank-weights.bin.gz")));
await test("damaged weights are refused in a sentence, and those in use stay", async () => {
  const { network } = engine.state;
  const cut = weights.subarray(0, 1000000), wrong = Uint8Array.from(weights);
  wrong[2000000] ^= 1;
  const packed = readFileSync(join(folder, "outflank-weights.bin.gz"));
  for (const bytes of [cut, wrong, packed.subarray(0, 2000000), new Uint8Array(0)])
    await assert.rejects(engine.use({ weights: bytes }), refused("refused", /^weights /));
  assert.equal(engine.state.network, network);
  await engine.use({ weights: null });
  assert.equal(engine.state.evaluation, "classical");
  await engine.use({ weights });
  assert.equal(engine.state.network, network);
});
engine.dispose();
await assert.rejects(engine.position("f5"), refused("stopped", /./));

await test("damaged weights at the start: a problem is told, and the classical evaluation plays", async () => {
  const other = await load({ weights: weights.subarray(0, 100), book: new Uint8Array(10) });
  const { problems, evaluation } = await other.ready;
  assert.equal(problems.length, 2);
  assert.match(problems.join(), /weights .*, ?book /);
  assert.equal(evaluation, "classical");
  assert.match((await other.play("f5")).move, /^[a-h][1-8]$/);
  other.dispose();
  const none = await load({ weights: "/nowhere/weights.bin" });
  assert.match((await none.ready).problems[0], /no such file/);
  none.dispose();
});

await test("two threads: scores are exact, orders to stop arrive, and memory does not grow", async () => {
  const other = await load({ weights: null, threads: 2, hash: 32 });
  assert.equal(other.state.threads, 2);
  const [{ score }] = (await other.solve(board)).moves;
  assert.equal(score, (await other.solve(board, { all_moves: true })).moves[0].score);
  const task = other.analyze("f5d6c3", { infinite: true });
  for await (const now of task) {
    assert.ok(now.moves.length > 0);
    task.stop();
  }
  assert.equal((await task).stopped, true);
  assert.equal((await other.set({ threads: 1 })).threads, 1);
  assert.equal((await other.set({ threads: 8 })).threads, 2);
  await other.set({ hash: 64 });
  const { memory } = other.state;
  for (let i = 0; i < 20; i++) await other.set({ hash: 1 + below(64), threads: 1 + (i & 1) });
  assert.equal(other.state.memory, memory);
  other.dispose();
});

await test("without shared memory a stop order replaces the Worker, and the next one has less to do", async () => {
  const shared = globalThis.SharedArrayBuffer;
  delete globalThis.SharedArrayBuffer;
  try {
    given.length = 0;
    const other = await load();
    await other.ready;
    const { network } = other.state, times = [];
    for (let i = 0; i < 5; i++) {
      const task = other.analyze("f5d6c3", { infinite: true });
      for await (const now of task) {
        assert.ok(now.moves.length > 0);
        task.stop();
      }
      assert.equal((await task).stopped, true);
      const begun = performance.now();
      assert.match((await other.play("f5", { level: 1 })).move, /^[a-h][1-8]$/);
      times.push(Math.round(performance.now() - begun));
      assert.equal(other.state.network, network);
    }
    console.log(`# the next Worker has answered after ${times.join(", ")} ms`);
    assert.ok(given[0] instanceof Blob && given.length >= 6);
    assert.ok(given.slice(1).every((file) => file instanceof ArrayBuffer && file.byteLength > 5 * given[0].size));
    other.dispose();
  } finally {
    globalThis.SharedArrayBuffer = shared;
  }
});

await test("a lost Worker: its request fails, and the next one has weights and table again", async () => {
  const other = await load({ hash: 64, threads: 1 });
  await other.ready;
  const { network } = other.state;
  await assert.rejects(async () => {
    for await (const now of other.analyze("f5d6c3", { infinite: true })) {
      assert.ok(now.moves.length > 0);
      worker.terminate();
    }
  }, refused("lost", /./));
  await other.play("f5", { level: 4 }); /* asked for while the next Worker begins */
  assert.equal(other.state.network, network);
  assert.equal(other.state.hash, 64);
  other.dispose();
});

end();
