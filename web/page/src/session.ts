/* The game on the board, the position that is shown, and what undo brings back. */
import { Board } from "../../common/board.js";
import { Game, sideOf } from "./game";
import { Signal } from "./signal";

export type Change = "move" | "undo" | "game" | "view";

export class Session {
  readonly changed = new Signal<Change>();
  game = new Game();
  /** The position shown: 0 is the start. */
  at = 0;
  private past: { game: Game; at: number }[] = [];

  get position(): string { return this.game.positions[this.at]!; }
  get isAtEnd(): boolean { return this.at === this.game.length; }
  get lastMove(): string | null {
    for (let i = this.at; i > 0; i--) if (this.game.moves[i - 1] !== "pass") return this.game.moves[i - 1]!;
    return null;
  }

  canPlay(square: number): boolean {
    return Board.flips(this.position, sideOf(this.position), square).length > 0;
  }

  /** A move of a person can be taken back; an answer of the engine goes with it. */
  play(move: string, isUndoable: boolean): void {
    const next = this.game.play(this.at, move);
    if (isUndoable) this.remember();
    this.game = next;
    this.at = next.length;
    this.changed.emit("move");
  }

  load(game: Game, at = game.length): void {
    if (this.game.length) this.remember();
    this.game = game;
    this.at = at;
    this.changed.emit("game");
  }

  undo(): boolean {
    const before = this.past.pop();
    if (!before) return false;
    this.game = before.game;
    this.at = before.at;
    this.changed.emit("undo");
    return true;
  }

  view(at: number): void {
    const next = Math.max(0, Math.min(this.game.length, at));
    if (next === this.at) return;
    this.at = next;
    this.changed.emit("view");
  }

  private remember(): void {
    this.past.push({ game: this.game, at: this.at });
    if (this.past.length > 500) this.past.shift();
  }
}
