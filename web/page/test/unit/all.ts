/* Rules, games, links, clocks, values, drills, texts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Board } from "../../../board/board.js";
import { finalScore, Game, GameError, handicapStart, isOver, otherSide, scoreText, sideOf } from "../../../board/game.js";
import { Session } from "../../../board/session.js";
import { t, Texts } from "../../../board/texts.js";
import { Clocks, clockText } from "../../src/clock";
import { drillsOfFile, repeat, stateOf, type Card } from "../../src/drill";
import { lookUp, peopleOf } from "../../src/explorer";
import { fromHash, toHash } from "../../src/link";
import { marksOf } from "../../src/owners";
import { besideOf, isLike, withBeside } from "../../src/variations";
import type { Side } from "../../src/types";
import { Values } from "../../src/values";

/** The kinds of sentences, as the engine has them. */
const KINDS = [...readFileSync("../../src/lib/report/sentences.c", "utf8").matchAll(/\] = \{\s*"([a-z-]+)"/g)].map((found) => found[1]!);

/** Leaves after `depth` plies; a pass is a ply. */
function perft(position: string, depth: number): number {
  if (depth === 0) return 1;
  const side = sideOf(position), moves = Board.moves(position, side);
  if (!moves.length) return isOver(position) ? 1 : perft(Board.play(position, "pass"), depth - 1);
  return moves.reduce((sum, square) => sum + perft(Board.play(position, Board.name(square)), depth - 1), 0);
}

test("the rules: leaves after 1 to 6 plies", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map((depth) => perft(Board.start, depth)), [4, 12, 56, 244, 1396, 8200]);
});

/** A generator of numbers below n; the seed is printed with a failure. */
function draws(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
}

function randomGame(seed: number): Game {
  const draw = draws(seed), moves: string[] = [], length = draw(70);
  let position = Board.start;
  while (moves.length < length && !isOver(position)) {
    const legal = Board.moves(position, sideOf(position));
    const move = legal.length ? Board.name(legal[draw(legal.length)]!) : "pass";
    if (legal.length) moves.push(move);
    position = Board.play(position, move);
  }
  return new Game(Board.start, moves);
}

test("variations and comments come from a record, and go into one", () => {
  const record = JSON.stringify({ game: "f5d6c3d3", comments: { 0: "start", 2: "main" },
    variations: { 2: ["f6 {x (a1)} d3 (c4 {y} (f7)) c3", "f4"], 3: ["c4"] } });
  const game = Game.fromTranscript("f5d6c3d3", Board.start, undefined, record), { lines, comments } = besideOf(game);
  assert.deepEqual(lines.map((line) => line.transcript), ["f5f6d3c3", "f5f6f7", "f5f6c4", "f5f4", "f5d6c4"]);
  assert.deepEqual([...comments], [["", "start"], ["f5d6", "main"], ["f5f6", "x (a1)"], ["f5f6c4", "y"]]);
  assert.deepEqual(besideOf(randomGame(1)), { lines: [], comments: new Map() });
  const again = withBeside(record, game, lines, comments);
  assert.deepEqual(JSON.parse(again), { ...JSON.parse(record), variations: { 2: ["f6 {x (a1)} d3 (f7) (c4 {y}) c3", "f4"], 3: ["c4"] } });
  assert.ok(isLike(again, withBeside("{}", game, besideOf(Game.fromTranscript("f5d6c3d3", Board.start, undefined, again)).lines, comments)));
  assert.ok(!isLike(again, record) && isLike("{}", withBeside(record, game, [], new Map())));
  assert.deepEqual(JSON.parse(withBeside("{}", lines[1]!, [game], new Map([["f5d6", " a}\n b "], ["f5f6f7", "c"]]))),
    { comments: { 3: "c" }, variations: { 2: ["d6 {a) b} c3 d3"] } });
});

test("lines and comments of 200 games are the same behind a record", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const draw = draws(seed), game = randomGame(seed), comments = new Map<string, string>(), lines: Game[] = [];
    for (let i = draw(8); i > 0; i--) {
      const before = lines[draw(lines.length + 1)] ?? game, at = draw(before.length + 1), moves = before.moves.slice(0, at);
      const position = before.positions[at]!, legal = Board.moves(position, sideOf(position));
      if (!legal.length) continue;
      const line = new Game(Board.start, [...moves, Board.name(legal[draw(legal.length)]!)]);
      const isNew = [game, ...lines].every((old) => line.moves.some((move, k) => move !== old.moves[k]) &&
        old.moves.some((move, k) => move !== line.moves[k]));
      if (isNew) lines.push(line);
      if (isNew) comments.set(line.transcript, `{${i}`);
    }
    const record = withBeside("{}", game, lines, comments);
    const back = besideOf(new Game(Board.start, game.moves, undefined, record));
    assert.deepEqual(back.lines.map((line) => line.moves.join()).sort(), lines.map((line) => line.moves.join()).sort(), `seed ${seed}`);
    assert.deepEqual([...back.comments].sort(), [...comments].sort(), `seed ${seed}`);
  }
});

test("300 games come back from their links and transcripts", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const game = randomGame(seed), at = game.length ? seed % (game.length + 1) : 0;
    assert.equal(Game.fromTranscript(game.transcript).last, game.last, `seed ${seed}`);
    const back = fromHash(toHash(game, at));
    if (!game.length) assert.equal(back, null);
    else assert.deepEqual([back!.game.moves, back!.at], [game.moves, at], `seed ${seed}`);
  }
});

test("damaged links are refused in a sentence, or give a legal game", () => {
  const letters = "abcdefgh12345678XO-&=gbp#% \u00e9";
  for (let seed = 1; seed <= 500; seed++) {
    const draw = draws(seed), text = [...toHash(randomGame(seed), 0)];
    for (let i = 0; i <= draw(4); i++) text.splice(draw(text.length + 1), draw(3), letters[draw(letters.length)]!);
    try {
      const found = fromHash(text.join(""));
      if (found) assert.ok(found.at <= found.game.length, `seed ${seed}`);
    } catch (error) {
      assert.ok(error instanceof GameError && /\.$/.test(error.message), `seed ${seed}: ${String(error)}`);
    }
  }
});

test("a pass is put in, also as the last move", () => {
  const game = new Game("XO" + "-".repeat(62) + " O");
  assert.equal(game.moves.length, 1);
  assert.equal(game.moves[0], "pass");
  assert.equal(sideOf(game.last), "X" as Side);
  assert.match(game.text, /W\[PA\];\)$/);
  assert.throws(() => new Game(Board.start, ["pass"]), /Move 1: a pass/);
  assert.throws(() => new Game(Board.start, ["f5", "f5"]), /Move 2, f5, is not legal for White/);
  assert.throws(() => new Game("X"), /64 squares/);
});

test("results count empty squares for the winner", () => {
  assert.equal(finalScore("X".repeat(10) + "-".repeat(54) + " X"), 64);
  assert.equal(finalScore("X".repeat(32) + "O".repeat(32) + " X"), 0);
  assert.equal(finalScore("X".repeat(20) + "O".repeat(30) + "-".repeat(14) + " X"), -24);
});

test("handicaps stand in the corners", () => {
  assert.equal(Board.count(handicapStart(4, "O"), "O"), 6);
  assert.deepEqual([0, 63].map((square) => handicapStart(2, "X")[square]), ["X", "X"]);
  assert.equal(otherSide("X"), "O");
});

test("GGF holds start, moves and passes", () => {
  assert.match(Game.fromTranscript("f5d6").named({ black: "A]B", white: "" }).ggf,
    /^\(;GM\[Othello\].*PB\[A B\].*BO\[8 -{27}O\*-{6}\*O-{27} \*\]B\[F5\]W\[D6\];\)$/);
});

test("undo brings back what was there before a person's move, and a game that was replaced", () => {
  const session = new Session();
  session.play("f5", true);
  session.play("d6", false);
  session.play("c3", true);
  session.play("d3", false);
  session.undo();
  assert.equal(session.game.transcript, "f5d6");
  session.view(0);
  session.play("d3", true);
  assert.equal(session.game.transcript, "d3");
  session.undo();
  assert.deepEqual([session.game.transcript, session.at], ["f5d6", 0]);
  session.load(new Game());
  session.undo();
  session.undo();
  assert.equal(session.game.length, 0);
  assert.equal(session.undo(), false);
});

test("clocks run for the side to move and stop at 0", () => {
  let now = 0;
  const clocks = new Clocks(1, 2000, () => now);
  clocks.turn("X", false);
  now = 10000;
  assert.equal(clocks.remaining("X"), 50000);
  clocks.turn("O", true);
  assert.equal(clocks.remaining("X"), 52000);
  now = 80000;
  assert.deepEqual([clocks.remaining("O"), clocks.fallen], [0, "O"]);
  assert.deepEqual([clockText(245000), clockText(9400), clockText(19990)], ["4:05", "0:09.4", "0:19.9"]);
});

test("values: deeper and exact ones stay", () => {
  const values = new Values();
  values.put("p", { black: 2, exact: false, depth: 10 });
  values.put("p", { black: 9, exact: false, depth: 6 });
  assert.equal(values.get("p")!.black, 2);
  values.put("p", { black: 4, exact: true, depth: 5 });
  values.put("p", { black: 9, exact: false, depth: 60 });
  assert.equal(values.get("p")!.black, 4);
  assert.deepEqual([scoreText(3.24, false), scoreText(-6, true), scoreText(0, true), scoreText(-12.6, false, true),
    scoreText(-0.04, false)], ["+3.2", "=\u22126", "=0", "\u221213", "0.0"]);
});

test("drills and problems of a file; what is none is left out", () => {
  const line = (more: object): string => JSON.stringify({ type: "drill", position: Board.start, played: "d3", loss: 4, ...more });
  const text = [line({}), line({ type: "problem", played: undefined, loss: undefined }), "{", "null", line({ type: "game" }),
    line({ position: "X" }), line({ played: "<b>" }), ""].join("\n");
  assert.deepEqual(drillsOfFile(text).map((drill) => [drill.position, drill.played, drill.loss]),
    [[Board.start, "d3", 4], [Board.start, "", 0]]);
  assert.equal(drillsOfFile(["easy", "hard", undefined, "hard"].map((grade) => line({ grade })).join("\n"), "hard").length, 2);
});

test("drills come again as those of the console, and the state is its file", () => {
  const rows = JSON.parse(readFileSync("../../tests/cli/sm2.json", "utf8")) as { day: string; loss: number; card: Card }[];
  let card: Card | undefined;
  for (const row of rows) {
    card = repeat(card, row.loss, row.day);
    assert.deepEqual(card, row.card, row.day);
  }
  const state = { schema: 2, type: "drill_state", cards: { [Board.start]: card } };
  assert.deepEqual(stateOf({ ...state, cards: { ...state.cards, X: card, [Board.start.replace("X", "O")]: { due: "soon" } } }), state);
  for (const none of [null, {}, { type: "drill_state" }, { type: "drill_state", cards: null }]) assert.equal(stateOf(none), null);
});

test("people's games of a file are found for every image of a position", () => {
  const f5d6 = Board.play(Board.play(Board.start, "f5"), "d6"), key = f5d6;
  const played = { move: "c3", games: 3, rounded: false, won: 1, drawn: 1, lost: 1, bands: [{ from: 1400, to: 1599, won: 1, drawn: 0, lost: 0 }] };
  const line = (more: object): string => JSON.stringify({ type: "book_people", position: key, people: [played], ...more });
  const people = peopleOf([line({}), "{", line({ type: "x" }), line({ people: [{ move: "z9", games: 1 }] }).replace("X", "O"), ""].join("\n"));
  assert.equal(people.size, 1);
  for (const [first, second, move] of [["f5", "d6", "c3"], ["e6", "f4", "c3"], ["d3", "c5", "f6"], ["c4", "e3", "f6"]] as const)
    assert.deepEqual(lookUp(people, Board.play(Board.play(Board.start, first), second)), [{ ...played, move }], first);
  assert.deepEqual(lookUp(people, Board.start), []);
});

test("variations: another move keeps the game, which can be taken up again", () => {
  const session = new Session();
  session.load(Game.fromTranscript("f5d6c3d3c4"));
  session.view(1);
  session.play("f4", true);
  assert.equal(session.game.transcript, "f5f4");
  assert.deepEqual(session.variations.map(({ line, at }) => [line.transcript, at]), [["f5d6c3d3c4", 1]]);
  session.view(1);
  session.play("d6", true);
  assert.deepEqual([session.game.transcript, session.at], ["f5d6c3d3c4", 2]);
  assert.deepEqual(session.variations.map(({ line }) => line.transcript), ["f5f4"]);
  session.choose(session.variations[0]!);
  assert.deepEqual([session.game.transcript, session.at], ["f5f4", 2]);
  session.undo();
  session.undo();
  assert.deepEqual([session.game.transcript, session.lines.length], ["f5d6c3d3c4", 0]);
});

test("a variation is entered, left, taken for the game, deleted", () => {
  const session = new Session(), now = (): unknown[] => [session.game.transcript, session.at, session.main?.transcript ?? ""];
  session.keepsMain = true;
  session.load(Game.fromTranscript("f5d6c3d3c4"));
  session.view(1);
  session.play("f4", true);
  assert.deepEqual(now(), ["f5f4", 2, "f5d6c3d3c4"]);
  session.comment = "why not";
  session.leave();
  assert.deepEqual([...now(), session.comment], ["f5d6c3d3c4", 1, "", ""]);
  session.choose(session.variations[0]!);
  session.play("d3", true);
  assert.deepEqual(now(), ["f5f4d3", 3, "f5d6c3d3c4"]);
  session.view(1);
  session.play("d6", true);
  assert.deepEqual(now(), ["f5d6c3d3c4", 2, ""]);
  session.choose(session.variations[0]!);
  assert.equal(session.comment, "why not");
  session.stay();
  assert.deepEqual(now(), ["f5f4d3", 2, ""]);
  session.drop(session.lines[0]!);
  assert.equal(session.lines.length, 0);
  session.undo();
  assert.deepEqual(session.lines.map((line) => line.transcript), ["f5d6c3d3c4"]);
});

test("owners of squares are those of the side to move", () => {
  const owners = new Array(64).fill(0) as number[];
  Object.assign(owners, { 0: 0.5, 1: -1, 2: -0.1, 3: 1 });
  const result = { schema: 2 as const, position: Board.start.replace(/X$/, "O"), value: 0, stable: { own: ["d1"], other: [] }, owners, terms: [] };
  assert.deepEqual(Object.values(marksOf(result)).slice(0, 4),
    [["own-white", "75", "White 75 %"], ["own-black", "100", "Black 100 %"], ["own-open", "55", "Black 55 %"], ["own-white", "=", "stable"]]);
});

/** A language has all texts of the English one, with the same {words}, and a sentence of each kind. */
test("languages are whole", () => {
  const { en, ...others } = Texts.tables as Record<string, Record<string, string>>;
  const words = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join();
  assert.ok(Object.keys(others).length >= 2);
  for (const [code, table] of Object.entries(others)) {
    for (const [key, text] of Object.entries(en!)) {
      assert.ok(table[key], `${code}: ${key}`);
      assert.equal(words(table[key]!), words(text), `${code}: ${key}`);
    }
    const own = [...KINDS.map((kind) => "why-" + kind), ...KINDS.filter((kind) => kind !== "people").map((kind) => "kind-" + kind),
      "kind-pair"];
    assert.deepEqual(Object.keys(table).filter((key) => !(key in en!)).sort(), own.sort(), code);
  }
  assert.equal(t("saidTurn", { side: "Black", n: 3 }), "Black to move, 3 moves.");
});
