/* A review that the engine gave, for the game it belongs to: boards, sentences, the graph's points. */
import { Board } from "./board.js";
import { scoreText } from "./game.js";
import { nameOf, t, Texts } from "./texts.js";

export const GRADES = { inaccuracy: "?!", mistake: "?", blunder: "??" };
export const plain = (value) => String(Math.round(value * 10) / 10);

/* Why a move is worse: the engine's English, or the language's sentence of that kind. */
export function reasonsOf({ why, played, best }, side) {
  const other = side === "black" ? "white" : "black";
  return why.map((one) => Texts.language === "en" ? one.text
    : t("why-" + one.kind, { ...one, played, best, own: t(side), other: t(other) }));
}

export class Judged {
  #byPosition;

  constructor(result, game) {
    this.result = result;
    this.game = game;
    this.#byPosition = new Map(result.plies.map((ply) => [ply.position, ply]));
  }

  fits(game) { return game.from === this.game.from && game.transcript === this.game.transcript; }

  plyAt(at) { return this.#byPosition.get(this.game.positions[at]); }

  get marked() { return this.result.plies.filter((ply) => ply.grade); }

  /* The next marked position behind `at`, or null. */
  nextMark(at) {
    const n = this.game.length + 1;
    for (let i = 1; i <= n; i++) if (this.plyAt((at + i) % n)?.grade) return (at + i) % n;
    return null;
  }

  /* What Grid shows: the position with the move played and the better one; or, `lineAt` moves along
   * it, the better line. Null where nothing is judged. */
  board(at, lineAt) {
    const ply = this.plyAt(at), marks = {}, arrows = [];
    if (!ply) return null;
    let position = this.game.positions[at];
    if (lineAt > 0) {
      const shown = ply.line.slice(0, lineAt);
      for (const move of shown) position = Board.play(position, move);
      const squares = shown.filter((move) => move !== "pass").map((move) => Board.square(move));
      squares.slice(1).forEach((square, i) => arrows.push([squares[i], square]));
      return { position, legal: [], marks, arrows, last: squares[squares.length - 1] ?? -1 };
    }
    const before = this.game.moveBefore(at);
    if (ply.best !== ply.played && ply.best !== "pass" && ply.loss > 0)
      marks[Board.square(ply.best)] = ["better", scoreText(ply.best_score, ply.best_exact, true)];
    marks[Board.square(ply.played)] = ["played", scoreText(ply.score, ply.score_exact, true)];
    return { position, legal: [], marks, arrows, last: before ? Board.square(before) : -1 };
  }

  /* Black's values of all positions, for Graph. A pass has the value of what follows. */
  get points() {
    const { game, result } = this;
    const points = game.positions.map((position, i) => {
      const ply = this.plyAt(i), isLast = i === game.length;
      return { value: ply ? ply.black : isLast ? result.final : null,
        exact: ply ? ply.best_exact : isLast && result.over, mark: ply ? GRADES[ply.grade] ?? "" : "" };
    });
    points.forEach((point, i) => {
      if (point.value === null && game.moves[i] === "pass") Object.assign(point, points[i + 1], { mark: "" });
    });
    return points;
  }

  /* What is said of a move. */
  sentence(ply, lineAt = 0) {
    if (lineAt > 0)
      return t("reviewLine", { n: lineAt, of: ply.line.length, moves: ply.line.slice(0, lineAt).join(" ") });
    const parts = [t("reviewMove", { n: ply.number, side: t(ply.side), move: ply.played,
      mark: ply.grade ? " " + GRADES[ply.grade] : "" })];
    if (ply.grade && !ply.sure) parts.push(t("reviewUnsure"));
    if (ply.forced) parts.push(t("reviewForced"));
    else if (ply.loss > 0)
      parts.push(t("reviewLoss", { loss: plain(ply.loss), best: ply.best,
        value: scoreText(ply.best_score, ply.best_exact) }));
    else parts.push(t("reviewBest"));
    if (ply.missed_win) parts.push(t("missedWin"));
    if (ply.missed_draw) parts.push(t("missedDraw"));
    parts.push(t("reviewChance", { percent: Math.round(100 * ply.chance) }));
    return parts.join(" ");
  }

  reasons(ply) { return reasonsOf(ply, ply.side); }

  /* "Opening: Tiger. For Black: 0 at the start, gave 14, was given 2: -12." */
  get summary() {
    const { result } = this, { black, white } = result.summary, parts = [];
    if (result.opening) parts.push(t("openingIs", { name: nameOf(result.opening) }));
    parts.push(t("reviewSum", { start: scoreText(result.start, false), black: plain(black.given),
      white: plain(white.given), final: scoreText(result.final, result.over) }));
    const turning = result.plies.find((ply) => ply.ply === result.turning_point);
    if (turning)
      parts.push(t("turningPoint", { n: turning.number, move: turning.played, side: t(turning.side) }));
    return parts.join(" ");
  }
}
