/* A game: where it starts, its moves, the positions between them. A Game never changes.
 *
 * Forced passes are moves of their own ("pass") and put in by themselves, so the last position is
 * either over, or its side to move has a move. Rules: web/common/board.js. */
import { Board, type Side } from "../../common/board.js";
import { t } from "./texts";

export class GameError extends Error {}

export interface GameNames { black: string; white: string }

export const POSITION = /^[-XO]{64} [XO]$/;

export const otherSide = (side: Side): Side => (side === "X" ? "O" : "X");
export const sideOf = (position: string): Side => position[65] as Side;
export const sideWord = (side: Side): string => t(side === "X" ? "black" : "white");

const canMove = (position: string, side: Side): boolean => Board.moves(position, side).length > 0;
const mustPass = (position: string): boolean =>
  !canMove(position, sideOf(position)) && canMove(position, otherSide(sideOf(position)));

export const isOver = (position: string): boolean => !canMove(position, "X") && !canMove(position, "O");

/** Black's discs less White's; empty squares count for the winner. */
export function finalScore(position: string): number {
  const black = Board.count(position, "X"), white = Board.count(position, "O");
  return black === white ? 0 : Math.sign(black - white) * (64 - 2 * Math.min(black, white));
}

export class Game {
  readonly moves: readonly string[];
  /** positions[i] is the one before moves[i]; the last is the one after all moves. */
  readonly positions: readonly string[];

  /** Throws a GameError, a sentence, if a move is not legal. */
  constructor(readonly from: string = Board.start, moves: readonly string[] = [],
              readonly names: GameNames = { black: "", white: "" }) {
    if (!POSITION.test(from)) throw new GameError(t("badPosition"));
    const played: string[] = [], positions = [from];
    let now = from;
    const add = (move: string): void => {
      played.push(move);
      now = Board.play(now, move);
      positions.push(now);
    };
    const passIfForced = (): void => {
      if (mustPass(now)) add("pass");
    };
    passIfForced();
    moves.forEach((move, i) => {
      if (move === "pass") {
        if (played[played.length - 1] !== "pass") throw new GameError(t("badPass", { n: i + 1 }));
        return;
      }
      if (!/^[a-h][1-8]$/.test(move)) throw new GameError(t("badMove", { move, n: i + 1 }));
      if (!Board.flips(now, sideOf(now), Board.square(move)).length)
        throw new GameError(t("illegalMove", { move, n: i + 1, side: sideWord(sideOf(now)) }));
      add(move);
      passIfForced();
    });
    this.moves = played;
    this.positions = positions;
  }

  /** A game from moves without spaces, "f5d6c3". */
  static fromTranscript(text: string, from = Board.start, names?: GameNames): Game {
    const moves = text.toLowerCase().match(/pass|pa|--|[^\s]{1,2}/g) ?? [];
    return new Game(from, moves.map((m) => (m === "pa" || m === "--" ? "pass" : m)), names);
  }

  get length(): number { return this.moves.length; }
  get last(): string { return this.positions[this.length]!; }
  get isOver(): boolean { return isOver(this.last); }
  get hasUsualStart(): boolean { return this.from === Board.start; }

  /** The game up to position `at`, and then a move. */
  play(at: number, move: string): Game {
    return new Game(this.from, [...this.moves.slice(0, at), move], this.names);
  }

  upTo(at: number): Game {
    return new Game(this.from, this.moves.slice(0, at), this.names);
  }

  named(names: GameNames): Game {
    return new Game(this.from, this.moves, names);
  }

  /** "f5d6c3", without passes. */
  get transcript(): string {
    return this.moves.filter((m) => m !== "pass").join("");
  }

  /** Number of the move that is played from position `at`, passes not counted. */
  numberAt(at: number): number {
    return this.moves.slice(0, at).filter((m) => m !== "pass").length + 1;
  }

  /** The index of a position, or -1. */
  indexOf(position: string): number {
    return this.positions.indexOf(position);
  }

  /** GGF, which the engine reads with any start. */
  get ggf(): string {
    const name = (text: string): string => text.replace(/[\[\]\\;]/g, " ").trim();
    const board = this.from.slice(0, 64).replace(/X/g, "*");
    const side = sideOf(this.from) === "X" ? "*" : "O";
    const moves = this.moves.map((move, i) =>
      `${sideOf(this.positions[i]!) === "X" ? "B" : "W"}[${move === "pass" ? "PA" : move.toUpperCase()}]`);
    return `(;GM[Othello]PC[Outflank]PB[${name(this.names.black)}]PW[${name(this.names.white)}]` +
      `TY[8]BO[8 ${board} ${side}]${moves.join("")};)`;
  }

  /** What the engine is told of the game: a transcript where that is enough. A transcript leaves
   * passes out, so one that ends with a pass would leave the wrong side to move. */
  get text(): string {
    if (!this.length) return this.from;
    return this.hasUsualStart && this.moves[this.length - 1] !== "pass" ? this.transcript : this.ggf;
  }
}

/** The usual start with `n` corners for `side`: a1, h8, a8, h1. */
export function handicapStart(n: number, side: Side): string {
  const cells = Board.start.split("");
  for (const corner of ["a1", "h8", "a8", "h1"].slice(0, n)) cells[Board.square(corner)] = side;
  return cells.join("");
}
