/* The panel "Drill": the mistakes of the person's own sides, asked again after 1, 3, 7 and 21 days.
 * An answer is right if it loses less than 1 disc. */
import type * as Api from "../../api/outflank";
import { Board } from "../../board/board.js";
import { scoreText, sideOf, sideWord } from "../../board/game.js";
import { byId } from "./dom";
import { EngineHost, NoAnswer } from "./engine";
import type { Match } from "./match";
import { keep, kept, type Settings } from "./store";
import { t } from "./texts";
import type { BoardState, Mark } from "./types";

/** A problem has nothing played. */
export interface Drill { position: string; played: string; loss: number; step: number; due: number }

const DAYS = [1, 3, 7, 21];
const DAY = 86400000;
const MOST = 500;

/** The drill after an answer; null: learnt. */
export function afterAnswer(drill: Drill, isRight: boolean, now: number): Drill | null {
  const step = isRight ? drill.step + 1 : 0;
  if (step > DAYS.length) return null;
  return { ...drill, step, due: now + DAYS[Math.max(0, step - 1)]! * DAY };
}

/** Is it the person's side? Of two people one may be another, so the person says which (`own`). */
export function isOwnSide(side: "X" | "O", match: Match, own: Settings["ownSide"]): boolean {
  return match.isPerson(side) && (match.hasEngine || own === "both" || own === (side === "X" ? "black" : "white"));
}

/** New drills of a reviewed game: sure mistakes and blunders of the person's own sides. */
export function drillsOf(result: Api.ReviewResult, isOwn: (side: "X" | "O") => boolean, now: number): Drill[] {
  return result.plies
    .filter((ply) => (ply.grade === "mistake" || ply.grade === "blunder") && ply.sure && isOwn(sideOf(ply.position)))
    .map((ply) => ({ position: ply.position, played: ply.played, loss: ply.loss, step: 0, due: now }));
}

/** Those of a file that `outflank review --drills` or `outflank problems --json` wrote; other lines are left out. */
export function drillsOfFile(text: string, now: number): Drill[] {
  return text.split("\n").flatMap((line) => {
    try {
      const { type, position, played = "", loss = 0 } = JSON.parse(line) as Drill & { type: string };
      const drill = { position, played, loss, step: 0, due: now };
      return (type === "drill" || type === "problem") && isDrill(drill) ? [drill] : [];
    } catch {
      return [];
    }
  });
}

function isDrill(value: unknown): value is Drill {
  const drill = value as Drill;
  return typeof drill === "object" && drill !== null && /^[-XO]{64} [XO]$/.test(drill.position) &&
    /^([a-h][1-8])?$/.test(drill.played) && [drill.loss, drill.step, drill.due].every(Number.isFinite);
}

export class Drills {
  private list: Drill[];
  private current: Drill | null = null;
  private answer: string | null = null;
  private marks: Record<number, Mark> = {};
  private said = "";
  private tries = 0;
  /** The game that was reviewed last, and the positions that are drills because of it. */
  private reviewed: { result: Api.ReviewResult; match: Match } | null = null;
  private added = new Set<string>();

  constructor(private readonly host: EngineHost, private readonly settings: Settings, private readonly redraw: () => void,
              private readonly say: (text: string) => void) {
    const old = kept<unknown>("drills");
    this.list = Array.isArray(old) ? old.filter(isDrill).slice(0, MOST) : [];
    const side = byId<HTMLSelectElement>("drill-side");
    side.value = settings.ownSide;
    side.addEventListener("change", () => {
      settings.ownSide = side.value as Settings["ownSide"];
      keep("settings", settings);
      this.sort();
    });
    const file = byId<HTMLInputElement>("drill-file");
    file.addEventListener("change", () => void file.files?.[0]?.text().then((text) => this.open(text)));
    byId("drill-next").addEventListener("click", () => this.next());
    byId("drill-show").addEventListener("click", () => void this.judge(null));
  }

  private get due(): Drill[] {
    return this.list.filter((drill) => drill.due <= Date.now());
  }

  /** Which side is the person's is not known, and not said yet. */
  private get isAsking(): boolean {
    const { reviewed } = this;
    return this.settings.ownSide === "" && reviewed !== null && !reviewed.match.hasEngine &&
      drillsOf(reviewed.result, () => true, 0).length > 0;
  }

  /** What is said of the drill on the board, or of why there is none. */
  get text(): string {
    return !this.current && this.isAsking ? t("drillWho") : this.said;
  }

  add(result: Api.ReviewResult, match: Match): void {
    this.reviewed = { result, match };
    this.added.clear();
    if (!this.current) this.said = "";
    this.sort();
  }

  private open(text: string): void {
    const known = new Set(this.list.map((drill) => drill.position));
    const fresh = drillsOfFile(text, Date.now()).filter((drill) => !known.has(drill.position));
    this.list = [...fresh, ...this.list].slice(0, MOST);
    keep("drills", this.list);
    this.show(null, t("drillAdded", { n: fresh.length }));
  }

  /** Keeps the drills of the reviewed game that are the person's, and no others of it. */
  private sort(): void {
    if (!this.reviewed) return;
    const { result, match } = this.reviewed;
    const isOwn = (side: "X" | "O"): boolean => isOwnSide(side, match, this.settings.ownSide);
    const isRight = (drill: Drill): boolean => !this.added.has(drill.position) || isOwn(sideOf(drill.position));
    const old = this.list.filter(isRight), known = new Set(old.map((drill) => drill.position));
    const fresh = drillsOf(result, isOwn, Date.now()).filter((drill) => !known.has(drill.position));
    for (const drill of fresh) this.added.add(drill.position);
    this.list = [...fresh, ...old].slice(0, MOST);
    keep("drills", this.list);
    if (!this.current || !isRight(this.current)) this.show(null, "");
    this.redraw();
  }

  private show(drill: Drill | null, said: string): void {
    this.current = drill;
    this.answer = null;
    this.marks = {};
    this.tries = 0;
    this.said = said;
    this.say(this.text);
    this.redraw();
  }

  next(): void {
    const drill = this.due[0] ?? null;
    this.show(drill, drill ? t(drill.played ? "drillAsk" : "drillBestMove",
      { side: sideWord(sideOf(drill.position)), played: drill.played }) : t("drillNone"));
  }

  board(): BoardState | null {
    const drill = this.current;
    if (!drill) return null;
    return { position: drill.position, arrows: [], last: -1, marks: this.marks,
      legal: this.answer ? [] : Board.moves(drill.position, sideOf(drill.position)) };
  }

  play(square: number): void {
    const drill = this.current;
    if (!drill || this.answer || !Board.flips(drill.position, sideOf(drill.position), square).length) return;
    void this.judge(Board.name(square));
  }

  /** null: the person gives up. */
  private async judge(move: string | null): Promise<void> {
    const drill = this.current;
    if (!drill || this.answer) return;
    this.answer = move ?? "none";
    this.said = t("drillThinks");
    this.redraw();
    try {
      const empties = Board.count(drill.position, "-");
      const result = await this.host.ask((engine) => engine.analyze(drill.position,
        empties <= 18 ? { exact: true, seconds: 5 } : { depth: 12 }));
      if (drill !== this.current) return;
      this.verdict(drill, move, result);
    } catch (error) {
      if (drill !== this.current) return;
      this.answer = null;
      this.said = error instanceof NoAnswer ? error.message : String(error);
    }
    this.say(this.said);
    this.redraw();
  }

  private verdict(drill: Drill, move: string | null, result: Api.AnalyzeResult): void {
    const line = result.moves.find((m) => m.move === move);
    const isRight = line !== undefined && line.loss < 1;
    if (line && !isRight && ++this.tries < 3) {
      this.answer = null;
      this.marks[Board.square(line.move)] = ["played", scoreText(line.score, line.exact, true)];
      this.said = t("drillWrong", { move: line.move, loss: line.loss.toFixed(1), left: 3 - this.tries });
      return;
    }
    for (const other of result.moves)
      this.marks[Board.square(other.move)] = [other.loss < 1 ? "better" : other.move === move ? "played" : "other",
        scoreText(other.score, other.exact, true)];
    const best = result.moves[0]!;
    this.said = isRight ? t("drillRight", { move: move!, loss: line.loss.toFixed(1) })
      : t("drillBest", { move: best.move, value: scoreText(best.score, best.exact) });
    const after = afterAnswer(drill, isRight && this.tries === 0, Date.now());
    this.list = this.list.flatMap((other) => (other.position !== drill.position ? [other] : after ? [after] : []));
    keep("drills", this.list);
  }

  draw(): void {
    byId("drill-count").textContent = t("drillCount", { due: this.due.length, all: this.list.length });
    byId("drill-text").textContent = this.text;
    byId<HTMLButtonElement>("drill-show").disabled = !this.current || this.answer !== null;
    byId<HTMLButtonElement>("drill-next").disabled = this.due.length === 0;
  }
}
