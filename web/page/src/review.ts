/* The panel "Review": the game graded from its last move to the first, as `outflank review` does;
 * what each side gave away, the marked moves, the better line, sentences. */
import type * as Api from "../../api/outflank";
import { Board, type Arrow, type Mark } from "../../common/board.js";
import { Graph } from "../../common/graph.js";
import type { BoardState } from "./board-view";
import { button, byId, make, moveLabel, svgById, tableRow } from "./dom";
import { EngineHost, NoAnswer } from "./engine";
import { Game, sideOf, sideWord } from "./game";
import type { Session } from "./session";
import type { Settings } from "./store";
import { t } from "./texts";
import { scoreText, type Values } from "./values";

export const GRADES: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

const sideName = (side: Api.SideName): string => t(side);
const plain = (value: number): string => String(Math.round(value * 10) / 10);

export class Review {
  private result: Api.ReviewResult | null = null;
  private game: Game | null = null;
  private byPosition = new Map<string, Api.ReviewPly>();
  private task: { stop(): void } | null = null;
  private lineAt = 0;
  private trouble = "";

  constructor(private readonly host: EngineHost, private readonly session: Session,
              private readonly values: Values, private readonly settings: Settings,
              private readonly redraw: () => void, private readonly say: (text: string) => void,
              private readonly done: (result: Api.ReviewResult, game: Game) => void) {
    byId("review-start").addEventListener("click", () => (this.task ? this.task.stop() : void this.start()));
    byId("review-line").addEventListener("click", () => this.alongLine(1));
    byId("review-line-back").addEventListener("click", () => this.alongLine(-1));
    byId("review-next").addEventListener("click", () => this.nextMark());
    const depth = byId<HTMLSelectElement>("review-depth");
    depth.value = String(settings.reviewDepth);
    depth.addEventListener("change", () => { settings.reviewDepth = Number(depth.value); });
  }

  /** The review belongs to the game on the board. */
  private get fits(): boolean {
    return this.game !== null && this.game.from === this.session.game.from &&
      this.game.transcript === this.session.game.transcript;
  }

  get isRunning(): boolean { return this.task !== null; }

  async start(): Promise<void> {
    const { game } = this.session;
    if (this.task) return;
    this.trouble = "";
    if (!game.length) {
      this.say(t("reviewNothing"));
      return;
    }
    this.take(null, game);
    this.task = { stop: () => {} };
    this.redraw();
    try {
      const result = await this.host.ask(
        (engine) => engine.review(game.ggf, { depth: this.settings.reviewDepth,
          exact_empties: this.settings.reviewDepth > 8 ? 22 : 18 }),
        (task) => {
          this.task = task;
          task.onProgress((now) => { this.take(now, game); this.redraw(); });
        });
      this.take(result, game);
      this.values.putReview(result);
      this.say(this.summary());
      if (result.complete) this.done(result, game);
    } catch (error) {
      if (!(error instanceof NoAnswer) || !error.isStopped) {
        this.trouble = error instanceof Error ? error.message : String(error);
        this.say(this.trouble);
      }
    } finally {
      this.task = null;
      this.redraw();
    }
  }

  private take(result: Api.ReviewResult | null, game: Game): void {
    this.result = result;
    this.game = game;
    this.byPosition = new Map((result?.plies ?? []).map((ply) => [ply.position, ply]));
  }

  /** After every change of the session. */
  changed(): void {
    this.lineAt = 0;
    if (this.game && !this.fits) {
      this.task?.stop();
      this.game = this.result = null;
      this.byPosition.clear();
    }
  }

  plyAt(at: number): Api.ReviewPly | undefined {
    return this.fits ? this.byPosition.get(this.session.game.positions[at]!) : undefined;
  }

  alongLine(by: number): void {
    const ply = this.plyAt(this.session.at);
    if (!ply) return;
    this.lineAt = Math.max(0, Math.min(ply.line.length, this.lineAt + by));
    this.redraw();
    this.say(this.sentence(ply));
  }

  nextMark(): void {
    const n = this.session.game.length + 1;
    for (let i = 1; i <= n; i++) {
      const at = (this.session.at + i) % n;
      if (this.plyAt(at)?.grade) return this.session.view(at);
    }
  }

  /** The position with the move played and the better one; or a position of the better line. */
  board(): BoardState | null {
    const ply = this.plyAt(this.session.at);
    if (!ply) return null;
    let position = this.session.position;
    const marks: Record<number, Mark> = {}, arrows: Arrow[] = [];
    const state = { position, legal: [], marks, arrows, last: -1 };
    if (this.lineAt > 0) {
      const shown = ply.line.slice(0, this.lineAt);
      for (const move of shown) position = Board.play(position, move);
      const squares = shown.filter((move) => move !== "pass").map((move) => Board.square(move));
      squares.slice(1).forEach((square, i) => arrows.push([squares[i]!, square]));
      return { ...state, position, last: squares[squares.length - 1] ?? -1 };
    }
    const before = this.session.lastMove;
    if (ply.best !== ply.played && ply.best !== "pass" && ply.loss > 0)
      marks[Board.square(ply.best)] = ["better", scoreText(ply.best_score, ply.best_exact, true)];
    marks[Board.square(ply.played)] = ["played", scoreText(ply.score, ply.score_exact, true)];
    return { ...state, last: before ? Board.square(before) : -1 };
  }

  /** What is said of a move. */
  sentence(ply: Api.ReviewPly): string {
    if (this.lineAt > 0)
      return t("reviewLine", { n: this.lineAt, of: ply.line.length, moves: ply.line.slice(0, this.lineAt).join(" ") });
    const parts = [t("reviewMove", { n: ply.number, side: sideName(ply.side), move: ply.played,
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

  /** "0 at the start, Black gave 14, was given 2: -12." */
  summary(): string {
    const result = this.result;
    if (!result) return "";
    const { black, white } = result.summary, parts: string[] = [];
    if (result.opening) parts.push(t("openingIs", { name: result.opening.en }));
    parts.push(t("reviewSum", { start: scoreText(result.start, false), black: plain(black.given),
      white: plain(white.given), final: scoreText(result.final, result.over) }));
    const turning = result.plies.find((ply) => ply.ply === result.turning_point);
    if (turning)
      parts.push(t("turningPoint", { n: turning.number, move: turning.played, side: sideName(turning.side) }));
    return parts.join(" ");
  }

  draw(): void {
    const result = this.fits ? this.result : null;
    byId("review-start").textContent = t(this.task ? "reviewStop" : result?.complete ? "reviewAgain" : "reviewStart");
    const n = this.session.game.transcript.length / 2;
    const known = result?.plies.length ?? 0;
    byId("review-progress").textContent = this.trouble ||
      (this.task ? t("reviewGoes", { known, n }) : result && !result.complete ? t("reviewPart", { known, n }) :
        result ? "" : t("reviewNone"));
    byId("review-body").hidden = !result || known === 0;
    if (!result) return;
    this.drawGraph();
    byId("review-summary").textContent = result.complete ? this.summary() : "";
    byId("review-table").hidden = !result.complete;
    if (result.complete) this.drawTable(result);
    this.drawPly();
    this.drawMarks(result);
  }

  private drawGraph(): void {
    const { game } = this.session, graph = svgById("review-graph");
    const points = game.positions.map((position, i) => {
      const ply = this.byPosition.get(position);
      const isLast = i === game.length && this.result !== null;
      return { value: ply ? ply.black : isLast ? this.result!.final : null,
        exact: ply ? ply.best_exact : isLast && this.result!.over,
        mark: ply?.grade ? GRADES[ply.grade]! : "" };
    });
    points.forEach((point, i) => {     // a pass has the value of what follows
      if (point.value === null && game.moves[i] === "pass" && points[i + 1]) {
        point.value = points[i + 1]!.value;
        point.exact = points[i + 1]!.exact;
      }
    });
    Graph.draw(graph, points, (index) => this.session.view(index));
    Graph.move(graph, this.session.at, game.length);
  }

  private drawTable(result: Api.ReviewResult): void {
    byId("review-rows").replaceChildren(...(["black", "white"] as const).map((side) => {
      const sum = result.summary[side];
      return tableRow([result[side] ? `${t(side)}, ${result[side]}` : t(side), plain(sum.given),
        String(Math.round(sum.accuracy)), String(sum.counts.blunder), String(sum.counts.mistake),
        String(sum.counts.inaccuracy)]);
    }));
  }

  private drawPly(): void {
    const ply = this.plyAt(this.session.at);
    byId("review-move").textContent = ply ? this.sentence(ply) : "";
    byId("review-why").replaceChildren(...(ply && this.lineAt === 0 ? ply.why : []).map((why) => make("li", {}, why.text)));
    byId<HTMLButtonElement>("review-line").disabled = !ply || this.lineAt >= ply.line.length;
    byId<HTMLButtonElement>("review-line-back").disabled = this.lineAt === 0;
  }

  private drawMarks(result: Api.ReviewResult): void {
    const marked = result.plies.filter((ply) => ply.grade);
    byId("review-no-marks").hidden = marked.length > 0 || !result.complete;
    byId("review-marks").replaceChildren(...marked.map((ply) => {
      const at = this.session.game.indexOf(ply.position);
      const text = t("markRow", { move: ply.played, mark: GRADES[ply.grade!]!, loss: plain(ply.loss), best: ply.best });
      return make("li", {}, button(moveLabel(ply.number + " ", ply.side === "black", sideName(ply.side), text),
        () => this.session.view(at), {
          class: ply.grade!, "aria-current": at === this.session.at ? "true" : null }));
    }));
  }
}

/** "Black f5, turns 1. White to move, 3 moves." for the move before position `at`. */
export function describe(game: Game, at: number): string {
  const position = game.positions[at]!, parts: string[] = [];
  let i = at - 1;
  if (i >= 0 && game.moves[i] === "pass") i--;
  if (i >= 0 && game.moves[i] !== "pass") {
    const before = game.positions[i]!, move = game.moves[i]!;
    parts.push(t("saidMove", { side: sideWord(sideOf(before)), move,
      n: Board.flips(before, sideOf(before), Board.square(move)).length }));
  }
  if (at > 0 && game.moves[at - 1] === "pass")
    parts.push(t("saidPass", { side: sideWord(sideOf(game.positions[at - 1]!)) }));
  const n = Board.moves(position, sideOf(position)).length;
  if (n > 0) parts.push(t(n === 1 ? "saidTurnOne" : "saidTurn", { side: sideWord(sideOf(position)), n }));
  return parts.join(" ");
}
