/* The game on the board, the position that is shown, what undo brings back, and variations: games
 * that part from this one. `changed` tells "move", "undo", "game" or "view". */
import { Board } from "./board.js";
import { Game, sideOf } from "./game.js";
import { Signal } from "./signal.js";

/* How many moves two games share, or -1: they do not start alike. */
function shared(game, other) {
  if (game.from !== other.from) return -1;
  let n = 0;
  while (n < game.length && game.moves[n] === other.moves[n]) n++;
  return n;
}

export class Session {
  changed = new Signal();
  game = new Game();
  /* The position shown: 0 is the start. */
  at = 0;
  /* The other games, the newest first. */
  lines = /** @type {Game[]} */ ([]);
  #past = [];

  get position() { return this.game.positions[this.at]; }
  get isAtEnd() { return this.at === this.game.length; }
  get lastMove() { return this.game.moveBefore(this.at); }

  canPlay(square) { return Board.flips(this.position, sideOf(this.position), square).length > 0; }

  /* A move of a person can be taken back; an answer of the engine goes with it. Where the game goes
   * on otherwise, it stays as a variation. */
  play(move, isUndoable) {
    const next = this.game.play(this.at, move);
    if (isUndoable) this.#remember();
    const known = [this.game, ...this.lines].find((line) => shared(next, line) >= this.at + 1);
    this.#take(known ?? next);
    this.at = known ? this.at + 1 : next.length;
    if (known && known.moves[this.at] === "pass") this.at++;
    this.changed.emit("move");
  }

  #take(game) {
    const others = this.lines.filter((line) => line !== game);
    if (game !== this.game && shared(this.game, game) < this.game.length) others.unshift(this.game);
    this.lines = others;
    this.game = game;
  }

  load(game, at = game.length, lines = []) {
    if (this.game.length) this.#remember();
    this.game = game;
    this.at = at;
    this.lines = lines;
    this.changed.emit("game");
  }

  /* [{line, at}]: where each variation leaves the game. */
  get variations() {
    return this.lines.map((line) => ({ line, at: shared(this.game, line) }));
  }

  choose({ line, at }) {
    this.#take(line);
    this.at = Math.min(at + 1, line.length);
    this.changed.emit("view");
  }

  undo() {
    const before = this.#past.pop();
    if (!before) return false;
    Object.assign(this, before);
    this.changed.emit("undo");
    return true;
  }

  view(at) {
    const next = Math.max(0, Math.min(this.game.length, at));
    if (next === this.at) return;
    this.at = next;
    this.changed.emit("view");
  }

  #remember() {
    const { game, at, lines } = this;
    this.#past.push({ game, at, lines });
    if (this.#past.length > 500) this.#past.shift();
  }
}
