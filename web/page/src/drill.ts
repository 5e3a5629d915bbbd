/* The panel "Drill": the mistakes of the person's own sides, asked again as `outflank drill` does: by SM-2 (P. Wozniak,
 * 1990), days in UTC. An answer is right if it loses less than 1 disc. The state is the console's file. */
import type * as Api from "../../api/outflank";
import { Board } from "../../board/board.js";
import { reasonsOf } from "../../board/judged.js";
import { POSITION, scoreText, sideOf, sideWord } from "../../board/game.js";
import { byId, download, make } from "./dom";
import { EngineHost, NoAnswer } from "./engine";
import type { Match } from "./match";
import { keep, kept, type Settings } from "./store";
import { t } from "./texts";
import type { BoardState, Mark } from "./types";

export interface Judgement { move: string; score: number; loss: number; exact: boolean; pv: string[] }
/** A problem has nothing played. A file has the values of all moves, else the engine is asked, and reasons why the move played
 * is worse than `best`; of a problem why the first move that is no good one is. */
export interface Drill { position: string; played: string; loss: number; best?: string; moves?: Judgement[]; why?: Api.Sentence[] }

/** When a position comes again, as src/app/study/cards.h says. */
export interface Card { right: number; days: number; ease: number; due: string }
export interface DrillState { schema: 2; type: "drill_state"; cards: Record<string, Card> }

const MOST = 500;
const DAY = 86400000, LEAST_EASE = 1.3, SHOWN_LOSS = 4, MOST_DAYS = 3650, TRIES = 3, SENTENCES = 3;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The card after an answer on that day ("2024-05-31"); `old` is undefined for the first one. */
export function repeat(old: Card | undefined, loss: number, today: string): Card {
  const quality = loss <= 0 ? 5 : loss < 0.5 ? 4 : loss < 1 ? 3 : loss < 4 ? 1 : 0, miss = 5 - quality;
  const { right, days, ease } = old ?? { right: 0, days: 0, ease: 2.5 };
  const next = Math.min(MOST_DAYS, quality < 3 || right === 0 ? 1 : right === 1 ? 6 : Math.round(days * ease));
  return { right: quality < 3 ? 0 : right + 1, days: next, due: dayOf(Date.parse(today) + next * DAY),
    ease: Math.round(1000 * Math.max(LEAST_EASE, ease + 0.1 - miss * (0.08 + 0.02 * miss))) / 1000 };
}

/** A state as the console has it; null if it is none. What is no card in it is left out. */
export function stateOf(value: unknown): DrillState | null {
  const state = value as DrillState | null;
  if (state?.type !== "drill_state" || typeof state.cards !== "object" || !state.cards) return null;
  const isCard = (card: Card | null): boolean => /^\d{4}-\d\d-\d\d$/.test(card?.due ?? "") &&
    [card!.right, card!.days, card!.ease].every((number) => Number.isFinite(number) && number >= 0);
  return { schema: 2, type: "drill_state", cards: Object.fromEntries(Object.entries(state.cards)
    .filter(([position, card]) => POSITION.test(position) && isCard(card))) };
}

/** Is it the person's side? Of two people one may be another, so the person says which (`own`). */
export function isOwnSide(side: "X" | "O", match: Match, own: Settings["ownSide"]): boolean {
  return match.isPerson(side) && (match.hasEngine || own === "both" || own === (side === "X" ? "black" : "white"));
}

/** New drills of a reviewed game: sure mistakes and blunders of the person's own sides. */
export function drillsOf(result: Api.ReviewResult, isOwn: (side: "X" | "O") => boolean): Drill[] {
  return result.plies
    .filter((ply) => (ply.grade === "mistake" || ply.grade === "blunder") && ply.sure && isOwn(sideOf(ply.position)))
    .map((ply) => ({ position: ply.position, played: ply.played, loss: ply.loss }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Those of a file that `outflank review --drills` or `outflank problems --json` wrote, or the problems of a grade;
 * other lines are left out. */
export function drillsOfFile(text: string, wanted?: string): Drill[] {
  return text.split("\n").flatMap((line) => {
    const one = (parsed(line) ?? {}) as Drill & { type: string; grade?: string }, { type, grade } = one, drill = drillOf(one);
    return (type === "drill" || type === "problem") && (!wanted || grade === wanted) && isDrill(drill) ? [drill] : [];
  });
}

/** What is kept of it. */
export function drillOf({ position, played = "", loss = 0, best, moves, why }: Drill): Drill {
  return { position, played, loss, ...(isSquare(best) ? { best } : {}), moves: Array.isArray(moves) ? judgements(position, moves) : [],
    why: Array.isArray(why) ? why.filter(isSentence).slice(0, SENTENCES) : [] };
}

const isSquare = (value: unknown): value is string => typeof value === "string" && /^[a-h][1-8]$/.test(value);
const isSentence = (one: Api.Sentence | null): boolean => typeof one?.kind === "string" && one.kind !== "people" && typeof one.text === "string";

/** None if not all moves of the board are there. */
function judgements(position: string, moves: Partial<Judgement>[]): Judgement[] {
  const found = moves.filter((one) => isSquare(one?.move) && Number.isFinite(one.score) && Number.isFinite(one.loss))
    .map(({ move, score, loss, exact, pv }) => ({ move, score, loss, exact: exact === true,
      pv: Array.isArray(pv) ? pv.filter(isSquare).slice(0, 8) : [] }) as Judgement);
  return POSITION.test(position) && Board.moves(position, sideOf(position)).every((square) => found.some((one) => one.move === Board.name(square))) ? found : [];
}

function isDrill(value: unknown): value is Drill {
  const drill = value as Drill;
  return typeof drill === "object" && drill !== null && POSITION.test(drill.position) &&
    /^([a-h][1-8])?$/.test(drill.played) && Number.isFinite(drill.loss);
}

/** As the console's: moves that are named nowhere else come first. */
function reasons({ position, played, best, why }: Drill, moves: Judgement[]): string[] {
  const first = moves[0]!.move, with_ = moves.find((one, i) => played ? i > 0 && one.move === best : one.loss >= 1);
  if (!why?.length || (!played && !with_)) return [];
  return [...(with_ ? [t("drillCompared", { move: with_.move, loss: with_.loss.toFixed(1) })] : []),
    ...reasonsOf({ why, played: played || with_!.move, best: played ? best ?? first : first }, sideOf(position) === "X" ? "black" : "white")];
}

export class Drills {
  private list: Drill[];
  private state: DrillState;
  private current: Drill | null = null;
  private answer: string | null = null;
  private marks: Record<number, Mark> = {};
  private said = "";
  /** Below it, once it is answered: the line, and why. */
  private more: string[] = [];
  /** Wrong answers. */
  private tries = 0;
  /** The game that was reviewed last, and the positions that are drills because of it. */
  private reviewed: { result: Api.ReviewResult; match: Match } | null = null;
  private added = new Set<string>();

  constructor(private readonly host: EngineHost, private readonly settings: Settings, private readonly redraw: () => void,
              private readonly say: (text: string) => void) {
    const old = kept<unknown>("drills");
    this.list = Array.isArray(old) ? old.filter(isDrill).slice(0, MOST) : [];
    this.state = stateOf(kept("drill-state")) ?? { schema: 2, type: "drill_state", cards: {} };
    const side = byId<HTMLSelectElement>("drill-side");
    side.value = settings.ownSide;
    side.addEventListener("change", () => {
      settings.ownSide = side.value as Settings["ownSide"];
      keep("settings", settings);
      this.sort();
    });
    const file = byId<HTMLInputElement>("drill-file");
    file.addEventListener("change", () => void file.files?.[0]?.text().then((text) => this.open(text)));
    const grade = byId<HTMLSelectElement>("drill-grade");
    grade.addEventListener("change", () => {
      if (grade.value) void this.fetchProblems(grade.value);
      grade.value = "";
    });
    byId("drill-save").addEventListener("click", () =>
      download("outflank.drills.state", JSON.stringify(this.state) + "\n", "application/json"));
    byId("drill-next").addEventListener("click", () => this.next());
    byId("drill-show").addEventListener("click", () => void this.judge(null));
  }

  /** Those that are due, the oldest first, then new ones. */
  private get due(): Drill[] {
    const day = (drill: Drill): string => this.state.cards[drill.position]?.due ?? "9", today = dayOf(Date.now());
    return this.list.filter((drill) => day(drill) === "9" || day(drill) <= today)
      .sort((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0));
  }

  /** Which side is the person's is not known, and not said yet. */
  private get isAsking(): boolean {
    const { reviewed } = this;
    return this.settings.ownSide === "" && reviewed !== null && !reviewed.match.hasEngine &&
      drillsOf(reviewed.result, () => true).length > 0;
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

  /** Those that come with the page (share/problems), which are loaded when they are asked for. */
  private async fetchProblems(grade: string): Promise<void> {
    const answer = await fetch("problems.jsonl").catch(() => null);
    if (answer?.ok) this.open(await answer.text(), grade);
    else this.show(null, t("drillNoProblems"));
  }

  /** Drills, or a state. */
  private open(text: string, grade?: string): void {
    const state = stateOf(parsed(text));
    if (state) {
      Object.assign(this.state.cards, state.cards);
      keep("drill-state", this.state);
      this.show(null, t("drillState", { n: Object.keys(state.cards).length }));
      return;
    }
    const found = drillsOfFile(text, grade);
    if (found.length) this.take(found);
    else this.show(null, t("drillNoFile"));
  }

  take(found: Drill[]): void {
    const known = new Set(this.list.map((drill) => drill.position)), fresh = found.filter((drill) => !known.has(drill.position));
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
    const fresh = drillsOf(result, isOwn).filter((drill) => !known.has(drill.position));
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
    this.more = [];
    this.say(this.text);
    this.redraw();
  }

  next(): void {
    const left = this.current;
    const drill = this.due.find((one) => one !== left) ?? this.due[0] ?? null;
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
      const moves = drill.moves?.length ? drill.moves : (await this.host.ask((engine) => engine.analyze(drill.position,
        empties <= 18 ? { exact: true, seconds: 5 } : { depth: 12 }))).moves;
      if (drill !== this.current) return;
      this.verdict(drill, move, moves);
    } catch (error) {
      if (drill !== this.current) return;
      this.answer = null;
      this.said = error instanceof NoAnswer ? error.message : String(error);
    }
    this.say(this.said);
    this.redraw();
  }

  /** The mistake itself costs what the review said. The first answer counts, and is kept at once. */
  private verdict(drill: Drill, move: string | null, moves: Judgement[]): void {
    const line = moves.find((m) => m.move === move);
    const loss = !line ? SHOWN_LOSS : move === drill.played ? drill.loss : line.loss, isRight = line !== undefined && loss < 1;
    if (this.tries === 0) this.remember(drill, loss);
    if (line && !isRight && ++this.tries < TRIES) {
      this.answer = null;
      this.marks[Board.square(line.move)] = ["played", scoreText(line.score, line.exact, true)];
      this.said = t("drillWrong", { move: line.move, loss: loss.toFixed(1), left: TRIES - this.tries });
      return;
    }
    for (const other of moves)
      this.marks[Board.square(other.move)] = [other.loss < 1 ? "better" : other.move === move ? "played" : "other",
        scoreText(other.score, other.exact, true)];
    const best = moves[0]!, { due } = this.state.cards[drill.position]!;
    this.said = [isRight ? t("drillRight", { move: move!, loss: loss.toFixed(1) })
      : t("drillBest", { move: best.move, value: scoreText(best.score, best.exact) }), t("drillDue", { day: due })].join(" ");
    this.more = [`${t("besideBetter")}: ${best.pv.join(" ")}`, ...reasons(drill, moves)];
  }

  private remember(drill: Drill, loss: number): void {
    this.state.cards[drill.position] = repeat(this.state.cards[drill.position], loss, dayOf(Date.now()));
    keep("drill-state", this.state);
  }

  draw(): void {
    byId("drill-count").textContent = t("drillCount", { due: this.due.length, all: this.list.length });
    byId("drill-text").textContent = this.text;
    byId("drill-more").replaceChildren(...this.more.map((text) => make("p", {}, text)));
    byId<HTMLButtonElement>("drill-show").disabled = !this.current || this.answer !== null;
    byId<HTMLButtonElement>("drill-next").disabled = this.due.length === 0;
  }
}
