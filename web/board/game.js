/* A game: where it starts, its moves, the positions between them. A Game never changes.
 *
 * Forced passes are moves of their own ("pass") and put in by themselves, so the last position is
 * either over, or its side to move has a move. Rules: board.js. */
import { Board } from "./board.js";
import { t, Texts } from "./texts.js";

export class GameError extends Error {}

/* What a person is told of a fault. Sentences of the engine are English. */
export function faultOf(error) {
  if (error instanceof GameError || Texts.language === "en") return error.message ?? String(error);
  return error?.column ? t("faultAt", { column: error.column }) : t("faultEngine");
}

export const POSITION = /^[-XO]{64} [XO]$/;

export const otherSide = (side) => (side === "X" ? "O" : "X");
export const sideOf = (position) => position[65];
export const sideWord = (side) => t(side === "X" ? "black" : "white");

const canMove = (position, side) => Board.moves(position, side).length > 0;
const mustPass = (position) =>
  !canMove(position, sideOf(position)) && canMove(position, otherSide(sideOf(position)));

export const isOver = (position) => !canMove(position, "X") && !canMove(position, "O");

/* Black's discs less White's; empty squares count for the winner. */
export function finalScore(position) {
  const black = Board.count(position, "X"), white = Board.count(position, "O");
  return black === white ? 0 : Math.sign(black - white) * (64 - 2 * Math.min(black, white));
}

export class Game {
  /** Throws a GameError, a sentence, if a move is not legal.
   * @param {string} from
   * @param {readonly string[]} moves
   * @param {{ black: string, white: string }} names
   * @param {string=} record what the game was read from says of it, as the engine's convert() takes it */
  constructor(from = Board.start, moves = [], names = { black: "", white: "" }, record = undefined) {
    if (!POSITION.test(from)) throw new GameError(t("badPosition"));
    this.from = from;
    this.names = names;
    this.record = record;
    /* positions[i] is the one before moves[i]; the last is the one after all moves. */
    this.moves = /** @type {string[]} */ ([]);
    this.positions = [from];
    this.#pass();
    moves.forEach((move, i) => this.#play(move, i + 1));
  }

  #add(move) {
    this.moves.push(move);
    this.positions.push(Board.play(this.last, move));
  }

  #pass() {
    if (mustPass(this.last)) this.#add("pass");
  }

  #play(move, n) {
    const side = sideOf(this.last);
    if (move === "pass") {
      if (this.moves[this.length - 1] !== "pass") throw new GameError(t("badPass", { n }));
      return;
    }
    if (!/^[a-h][1-8]$/.test(move)) throw new GameError(t("badMove", { move, n }));
    if (!Board.flips(this.last, side, Board.square(move)).length)
      throw new GameError(t("illegalMove", { move, n, side: sideWord(side) }));
    this.#add(move);
    this.#pass();
  }

  /** A game from moves with or without spaces, "f5d6c3".
   * @param {string} text
   * @param {string} from
   * @param {{ black: string, white: string }=} names
   * @param {string=} record */
  static fromTranscript(text, from = Board.start, names = undefined, record = undefined) {
    const moves = text.toLowerCase().match(/pass|pa|--|[^\s]{1,2}/g) ?? [];
    return new Game(from, moves.map((m) => (m === "pa" || m === "--" ? "pass" : m)), names, record);
  }

  get length() { return this.moves.length; }
  get last() { return this.positions[this.positions.length - 1]; }
  get isOver() { return isOver(this.last); }
  get hasUsualStart() { return this.from === Board.start; }

  /* The game up to position `at`, and then a move. */
  play(at, move) {
    return new Game(this.from, [...this.moves.slice(0, at), move], this.names, this.record);
  }

  upTo(at) { return new Game(this.from, this.moves.slice(0, at), this.names, this.record); }

  named(names) { return new Game(this.from, this.moves, names, this.record); }

  /* "f5d6c3", without passes. */
  get transcript() { return this.keyAt(this.length); }

  /* The same up to position `at`. */
  keyAt(at) { return this.moves.slice(0, at).filter((m) => m !== "pass").join(""); }

  /* Number of the move that is played from position `at`, passes not counted. */
  numberAt(at) { return this.moves.slice(0, at).filter((m) => m !== "pass").length + 1; }

  /* The index of a position, or -1. */
  indexOf(position) { return this.positions.indexOf(position); }

  /* The newest move before position `at` that is no pass, or null. */
  moveBefore(at) {
    for (let i = at; i > 0; i--) if (this.moves[i - 1] !== "pass") return this.moves[i - 1];
    return null;
  }

  /* JSON, which the engine converts; GGF has no way to write a bracket in a name. */
  get json() {
    const place = this.record === undefined ? "Outflank" : undefined;
    return JSON.stringify({ ...this.names, position: this.from, game: this.transcript, place });
  }

  /* GGF, which the engine reads with any start. */
  get ggf() {
    const name = (text) => text.replace(/[\[\]\\;]/g, " ").trim();
    const board = this.from.slice(0, 64).replace(/X/g, "*");
    const side = sideOf(this.from) === "X" ? "*" : "O";
    const moves = this.moves.map((move, i) => (sideOf(this.positions[i]) === "X" ? "B" : "W") +
      `[${move === "pass" ? "PA" : move.toUpperCase()}]`);
    return `(;GM[Othello]PC[Outflank]PB[${name(this.names.black)}]PW[${name(this.names.white)}]` +
      `TY[8]BO[8 ${board} ${side}]${moves.join("")};)`;
  }

  /* What the engine is told of the game: a transcript where that is enough. A transcript leaves
   * passes out, so one that ends with a pass would leave the wrong side to move. */
  get text() {
    if (!this.length) return this.from;
    return this.hasUsualStart && this.moves[this.length - 1] !== "pass" ? this.transcript : this.ggf;
  }
}

/* The usual start with `n` corners for `side`: a1, h8, a8, h1. */
export function handicapStart(n, side) {
  const cells = Board.start.split("");
  for (const corner of ["a1", "h8", "a8", "h1"].slice(0, n)) cells[Board.square(corner)] = side;
  return cells.join("");
}

/* "Black f5, turns 1. White to move, 3 moves." for the move before position `at`. */
export function describe(game, at) {
  const position = game.positions[at], parts = [];
  const i = game.moves[at - 1] === "pass" ? at - 2 : at - 1;
  if (i >= 0) {
    const before = game.positions[i], move = game.moves[i];
    parts.push(t("saidMove", { side: sideWord(sideOf(before)), move,
      n: Board.flips(before, sideOf(before), Board.square(move)).length }));
  }
  if (game.moves[at - 1] === "pass")
    parts.push(t("saidPass", { side: sideWord(sideOf(game.positions[at - 1])) }));
  const n = Board.moves(position, sideOf(position)).length;
  if (n > 0) parts.push(t(n === 1 ? "saidTurnOne" : "saidTurn", { side: sideWord(sideOf(position)), n }));
  else if (isOver(position)) parts.push(resultOf(position));
  return parts.join(" ");
}

/* Of a game that is over. */
export function resultOf(position) {
  const score = `${Board.count(position, "X")}-${Board.count(position, "O")}`;
  const sum = finalScore(position);
  return sum === 0 ? t("saidDraw", { score }) : t("saidWin", { side: sideWord(sum > 0 ? "X" : "O"), score });
}

const sign = (value) => (value > 0 ? "+" : value < 0 ? "\u2212" : "");

/* "+3.2"; "=+6" is proven. With room for few letters decimals go first. */
export function scoreText(value, isExact, isShort = false) {
  const size = Math.abs(value) + (isExact ? 0 : 1e-9); // rounded as the program rounds 0.25
  const text = size.toFixed(isExact || (isShort && size >= 9.95) ? 0 : 1);
  return (isExact ? "=" : "") + (Number(text) === 0 ? text : sign(value) + text);
}
