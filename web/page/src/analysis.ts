/* The panel "Analysis": values of all moves while the engine thinks on, bar and graph; and hints,
 * which are the same for a short time, on the squares only. */
import type * as Api from "../../api/outflank";
import { Board } from "../../board/board.js";
import { finalScore, isOver, scoreText, sideOf } from "../../board/game.js";
import { Graph } from "../../board/graph.js";
import { byId, make, svgById, tableRow } from "./dom";
import { EngineHost, NoAnswer } from "./engine";
import type { Explorer } from "./explorer";
import type { Settings } from "./store";
import { nameOf, t } from "./texts";
import type { Mark, Point, Session } from "./types";
import type { Value, Values } from "./values";

/** Depth of the values that fill the graph. */
const GLANCE = 6;
/** Moves of a line, so that the table fits. */
const LINE_SHOWN = 12;

export class Analysis {
  isOn = false;
  /** What is shown on the squares: of the position on the board, or nothing. */
  private now: Api.AnalyzeResult | null = null;
  private hintTask: { stop(): void } | null = null;
  private isFilling = false;
  /** Positions that were looked at for the graph, with success or not. */
  private readonly glanced = new Set<string>();
  /** The position about which nothing more can be found. */
  private finished = "";

  constructor(private readonly host: EngineHost, private readonly session: Session,
              private readonly values: Values, private readonly settings: Settings, private readonly explorer: Explorer,
              private readonly redraw: () => void, private readonly say: (text: string) => void) {
    host.idle.on(() => this.goOn());
    byId("analysis-switch").addEventListener("click", () => this.toggle());
    this.drawSwitch();
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.drawSwitch();
    if (this.isOn) {
      this.goOn();
    } else {
      this.host.stopAnalysis();
    }
    this.redraw();
  }

  private drawSwitch(): void {
    const button = byId("analysis-switch");
    button.textContent = t(this.isOn ? "analysisStop" : "analysisStart");
    byId("analyse").setAttribute("aria-pressed", String(this.isOn));
  }

  /** After every change of the session. */
  changed(): void {
    this.hintTask?.stop();
    this.hintTask = null;
    if (this.now?.position !== this.session.position) this.now = null;
    this.host.stopAnalysis();
    if (this.isOn) queueMicrotask(() => this.goOn());
  }

  private goOn(): void {
    const { position } = this.session;
    if (!this.isOn || this.host.isBusy || this.isFilling || isOver(position)) return;
    if (this.explorer.ask(position)) return;
    if (this.gaps().length) {
      void this.fill();
    } else if (this.finished !== position || this.now?.position !== position) {
      void this.host.analyze(position, (now) => this.take(now)).then((isDone) => {
        if (isDone) this.finished = position;
      }, () => {});
    }
  }

  private gaps(): string[] {
    return this.session.game.positions.filter((p) => !this.glanced.has(p) && !this.values.get(p) &&
      Board.moves(p, sideOf(p)).length > 0);
  }

  /** A glance at every position of the game that has no value, so that the graph is whole. */
  private async fill(): Promise<void> {
    this.isFilling = true;
    try {
      for (const position of this.gaps()) {
        if (!this.isOn) break;
        this.glanced.add(position);
        const result = await this.host.ask((e) => e.analyze(position, { depth: GLANCE, best: 1 }));
        this.values.putResult(result);
        this.redraw();
      }
    } catch {
      /* The graph has a gap. */
    }
    this.isFilling = false;
    this.goOn();
  }

  private take(now: Api.AnalyzeResult): void {
    this.values.putResult(now);
    if (now.position !== this.session.position) return;
    this.now = now;
    this.redraw();
  }

  /** Numbers on the squares, once. */
  async hint(): Promise<void> {
    const { position } = this.session;
    if (isOver(position)) return;
    try {
      const result = await this.host.ask(
        (engine) => engine.analyze(position, { seconds: this.settings.seconds }),
        (task) => {
          this.hintTask = task;
          if (position !== this.session.position) task.stop();
          task.onProgress((now) => this.take(now));
        });
      this.take(result);
      const best = result.moves[0];
      if (best && position === this.session.position)
        this.say(t("hintSaid", { move: best.move, value: scoreText(best.score, best.exact) }));
    } catch (error) {
      if (error instanceof NoAnswer && !error.isStopped) this.say(error.message);
    }
  }

  marks(): Record<number, Mark> {
    const marks: Record<number, Mark> = {};
    if (!this.now || this.now.position !== this.session.position) return marks;
    for (const line of this.now.moves) {
      if (line.move === "pass" || line.move === "none") continue;
      marks[Board.square(line.move)] = [line.loss === 0 ? "better" : "other",
        scoreText(line.score, line.exact, true)];
    }
    return marks;
  }

  valueOf(position: string): Value | undefined {
    if (isOver(position)) return { black: finalScore(position), exact: true, depth: 60 };
    return this.values.get(position);
  }

  points(): Point[] {
    return this.session.game.positions.map((position) => {
      const value = this.valueOf(position);
      return { value: value?.black ?? null, exact: value?.exact ?? false, mark: "" };
    });
  }

  draw(): void {
    const { session } = this;
    byId("graph-box").hidden = session.game.length === 0;
    const graph = svgById("graph");
    Graph.draw(graph, this.points(), (index: number) => session.view(index));
    Graph.move(graph, session.at, session.game.length);
    const rows = this.now ? this.now.moves.map((line) => tableRow([
      line.move, scoreText(line.score, line.exact), line.exact ? t("exact") : String(line.depth),
      line.pv.slice(0, LINE_SHOWN).join(" ") + (line.pv.length > LINE_SHOWN ? " \u2026" : ""), this.remark(line)])) : [];
    const body = byId("analysis-rows");
    body.replaceChildren(...rows);
    byId("analysis-table").hidden = rows.length === 0;
    byId("analysis-note").textContent = this.note();
    this.explorer.draw();
  }

  private remark(line: Api.AnalyzeResult["moves"][number]): string {
    const isBook = line.source?.startsWith("book") || this.explorer.isBook(this.session.position, line.move);
    return [isBook ? t("bookMove") : "", nameOf(line.opening)].filter(Boolean).join("; ");
  }

  private note(): string {
    if (isOver(this.session.position)) return t("overNote");
    if (!this.now) return this.isOn ? t("analysisBegins") : t("analysisOff");
    const nodes = (this.now.nodes / 1e6).toFixed(1);
    return t("analysisNote", { depth: this.now.moves[0]?.depth ?? 0, nodes });
  }
}

/** The bar below the board: who is ahead, by the scale of the graph. */
export function drawBar(value: Value | undefined): void {
  const bar = byId("bar");
  bar.hidden = !value;
  if (!value) return;
  const top = Graph.y(64), share = (Graph.y(-64) - Graph.y(value.black)) / (Graph.y(-64) - top);
  const who = value.black > 0 ? t("blackAhead") : value.black < 0 ? t("whiteAhead") : t("noneAhead");
  const text = `${who} ${scoreText(value.black, value.exact)}`;
  bar.setAttribute("aria-valuenow", value.black.toFixed(1));
  bar.setAttribute("aria-valuetext", text);
  bar.replaceChildren(make("span", { class: "part" }), make("span", { class: "value" }, scoreText(value.black, value.exact)));
  (bar.firstElementChild as HTMLElement).style.width = `${(100 * share).toFixed(1)}%`;
}
