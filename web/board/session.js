/* The game on the board, the position that is shown, what undo brings back, variations: games
 * that part from this one, and comments. `changed` tells "move", "undo", "game" or "view". */
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
  /* Whoever leaves the game for other moves can go back to it. */
  keepsMain = false;
  /* The game that was left, while other moves are on the board. */
  main = /** @type {Game | null} */ (null);
  /* By the moves up to the one they speak of: Game.keyAt(). */
  comments = /** @type {Map<string, string>} */ (new Map());
  #past = [];

  get position() { return this.game.positions[this.at]; }
  get isAtEnd() { return this.at === this.game.length; }
  get lastMove() { return this.game.moveBefore(this.at); }

  get comment() { return this.comments.get(this.game.keyAt(this.at)) ?? ""; }
  set comment(text) {
    if (text.trim()) this.comments.set(this.game.keyAt(this.at), text);
    else this.comments.delete(this.game.keyAt(this.at));
  }

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
    const isLeft = game !== this.game && shared(this.game, game) < this.game.length;
    if (isLeft) others.unshift(this.game);
    if (isLeft && this.keepsMain) this.main ??= this.game;
    if (game === this.main) this.main = null;
    this.lines = others;
    this.game = game;
  }

  load(game, at = game.length, { lines = /** @type {Game[]} */ ([]), main = /** @type {Game | null} */ (null),
    comments = /** @type {Map<string, string>} */ (new Map()) } = {}) {
    if (this.game.length) this.#remember();
    Object.assign(this, { game, at, lines, main, comments });
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

  /* Back to where other moves left the game. */
  leave() {
    const { main } = this;
    if (!main) return;
    const at = shared(this.game, main);
    this.#take(main);
    this.at = at;
    this.changed.emit("view");
  }

  /* The moves on the board become the game. */
  stay() {
    this.main = null;
    this.changed.emit("view");
  }

  /* Undo brings the variation back. */
  drop(line) {
    this.#remember();
    this.lines = this.lines.filter((other) => other !== line);
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
    const { game, at, lines, main, comments } = this;
    this.#past.push({ game, at, lines, main, comments });
    if (this.#past.length > 500) this.#past.shift();
  }
}
