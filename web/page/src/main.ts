/* The page: puts its parts together, draws them after every change, and takes keys, drops, pastes. */
import { host } from "./begin";
import type * as Api from "../../api/outflank";
import { Board } from "../../board/board.js";
import { describe, Game, GameError, isOver, resultOf, sideOf, sideWord } from "../../board/game.js";
import { drawMoves, drawVariations } from "../../board/review-view.js";
import { Session } from "../../board/session.js";
import { BOARD_STYLE, PARTS_STYLE, sheetsOf } from "../../board/style.js";
import { Analysis, drawBar } from "./analysis";
import { clockText } from "./clock";
import { applyTheme, NewGameSheet, OpenSheet, prepareDialogs, SaveSheet, SettingsSheet } from "./dialogs";
import { byId } from "./dom";
import { drillOf, Drills } from "./drill";
import { Explorer } from "./explorer";
import { fromHash, toHash } from "./link";
import { Match, newSeed, Opponent } from "./match";
import { workOffline } from "./offline";
import { OwnGames } from "./own";
import { Review } from "./review";
import { SetUp } from "./setup";
import { keep, kept, keptSettings } from "./store";
import { Owners } from "./owners";
import { fillTexts, nameOf, t, Texts } from "./texts";
import type { BoardState, Change, GameNames, OutflankBoard } from "./types";
import { Values } from "./values";
import { besideOf } from "./variations";
import "../../board/outflank-board.js";

const settings = keptSettings();
document.adoptedStyleSheets = sheetsOf(BOARD_STYLE, PARTS_STYLE);
applyTheme(settings.theme);
document.documentElement.lang = Texts.use(settings.language === "auto" ? [...navigator.languages] : [settings.language]);
fillTexts(document);
prepareDialogs();

const session = new Session();
const values = new Values();
const opponent = new Opponent(host, session, settings, values);
const analysis = new Analysis(host, session, values, settings, new Explorer(host, session, redraw), redraw, sayOfGame);
const owners = new Owners(host, session, redraw, sayOfGame);
const drills = new Drills(host, settings, redraw, (text) => { if (panel === "drill") say(text); });
const review = new Review(host, session, values, settings, redraw, sayOfGame,
  (result) => drills.add(result, opponent.match));
const view = byId<OutflankBoard>("board");
view.addEventListener("square", (event) => clickSquare((event as CustomEvent<number>).detail));
const setup = new SetUp(redraw, say);
const newSheet = new NewGameSheet(host, settings, session, setup, begin, say);
const own = new OwnGames(host, redraw, say, (lessons) => {
  showPanel("drill");
  drills.take(lessons.map(drillOf));
  drills.next();
  view.scrollIntoView({ block: "center" });
}, (rating) => newSheet.open(rating));
const openSheet = new OpenSheet(host, takeGame, (wanted) => {
  void own.start(wanted);
  showPanel("own");
  byId("tab-own").scrollIntoView();
}, say);
const saveSheet = new SaveSheet(host, session, picture);
const settingsSheet = new SettingsSheet(host, settings, redraw);

type Beside = Parameters<Session["load"]>[2];
type PanelName = "moves" | "analysis" | "review" | "drill" | "own";
const PANELS: PanelName[] = ["moves", "analysis", "review", "drill", "own"];
let panel: PanelName = "moves";

/* ---- what is said ---- */

/** The one live region, which is the visible line of status, too. */
function say(text: string): void {
  byId("status").textContent = text;
}

/** A drill has the board, not the game. */
const hasDrill = (): boolean => panel === "drill" && drills.board() !== null;

function sayOfGame(text: string): void {
  if (!hasDrill()) say(text);
}

function result(): string {
  const { fallen } = opponent.match;
  return fallen ? t("saidTime", { side: sideWord(fallen), other: sideWord(fallen === "X" ? "O" : "X") })
    : resultOf(session.game.last);
}

const isNarrow = matchMedia("(max-width: 859px)");

function sayPosition(): void {
  if (panel === "drill" && drills.text) return say(drills.text);
  const judged = panel === "review" && isNarrow.matches ? review.fitting : null, ply = judged?.plyAt(session.at);
  const text = ply ? judged!.sentence(ply) : describe(session.game, session.at);
  say(session.isAtEnd && opponent.match.fallen ? `${text} ${result()}` : text);
}

/* ---- drawing ---- */

function legalForPerson(): number[] {
  const side = sideOf(session.position), { match } = opponent;
  if (match.fallen || (session.isAtEnd && !match.isPerson(side))) return [];
  return Board.moves(session.position, side);
}

function boardState(): BoardState {
  const special = setup.isOn ? setup.board() : panel === "drill" ? drills.board() : panel === "review" ? review.board() : null;
  if (special) return panel === "review" && !setup.isOn ? { ...special, legal: legalForPerson() } : special;
  const last = session.lastMove;
  const legal = settings.showLegal || analysis.isOn ? legalForPerson() : [];
  return { position: session.position, legal, marks: owners.marks(legal) ?? analysis.marks(), arrows: [], last: last ? Board.square(last) : -1 };
}

let isDrawing = false;
function redraw(): void {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    draw();
  });
}

function draw(): void {
  view.show(boardState());
  drawPlayers();
  drawBar(panel !== "drill" && (analysis.isOn || panel === "review" || panel === "analysis")
    ? analysis.valueOf(session.position) : undefined);
  for (const [id, isThere] of [["first", session.at > 0], ["back", session.at > 0],
    ["next", !session.isAtEnd], ["last", !session.isAtEnd]] as const)
    byId<HTMLButtonElement>(id).disabled = !isThere;
  byId("mark-next").hidden = !review.fitting?.marked.length;
  if (panel === "moves") drawList();
  if (panel === "analysis") analysis.draw();
  if (panel === "review") review.draw();
  if (panel === "drill") drills.draw();
  if (panel === "own") own.draw();
}

function drawPlayers(): void {
  const { match } = opponent, { position } = boardState();
  for (const side of ["X", "O"] as const) {
    const box = byId(side === "X" ? "player-black" : "player-white");
    const name = match.hasEngine ? match.name(side) : session.game.names[side === "X" ? "black" : "white"];
    box.querySelector(".who")!.textContent = name && !hasDrill() ? `${sideWord(side)}: ${name}` : sideWord(side);
    box.querySelector(".count")!.textContent = String(Board.count(position, side));
    box.classList.toggle("turn", !isOver(position) && sideOf(position) === side);
  }
  drawClocks();
}

function drawClocks(): void {
  const { clocks } = opponent.match;
  for (const side of ["X", "O"] as const)
    byId(side === "X" ? "player-black" : "player-white").querySelector(".clock")!.textContent =
      clocks ? clockText(clocks.remaining(side)) : "";
}

function drawList(): void {
  byId("no-moves").hidden = session.game.length > 0;
  drawMoves(byId("moves"), session, review.fitting);
  byId("variations-box").hidden = session.lines.length === 0;
  drawVariations(byId("variations"), session, true);
  byId("aside").hidden = !session.main;
  const field = byId<HTMLTextAreaElement>("comment");
  if (field.value !== session.comment) field.value = session.comment;
}

function showPanel(name: PanelName): void {
  const isOther = (name === "drill") !== (panel === "drill");
  panel = name;
  if (isOther && drills.text) sayPosition();
  for (const other of PANELS) {
    const tab = byId(`tab-${other}`);
    tab.setAttribute("aria-selected", String(other === name));
    tab.tabIndex = other === name ? 0 : -1;
    byId(`panel-${other}`).hidden = other !== name;
  }
  redraw();
}

/** The picture on the board as a file of its own. */
function picture(): string {
  const copy = view.svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.removeAttribute("aria-hidden");
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = BOARD_STYLE;
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy) + "\n";
}

/* ---- the game ---- */

function clickSquare(square: number): void {
  if (setup.isOn) return setup.press(square);
  if (hasDrill()) {
    drills.play(square);
    return;
  }
  const { position } = session, name = Board.name(square), side = sideOf(position);
  if (session.game.isOver && session.isAtEnd) say(result());
  else if (position[square] !== "-") say(t("notEmpty", { square: name }));
  else if (!legalForPerson().length) say(t("notYourTurn", { side: sideWord(side) }));
  else if (!session.canPlay(square)) say(t("noTurn", { square: name }));
  else session.play(name, true);
}

function begin(game: Game, match: Match, at = Infinity, beside: Beside = {}): void {
  opponent.begin(match);
  session.keepsMain = !match.hasEngine;
  session.load(match.hasEngine ? game.named({ black: match.name("X"), white: match.name("O") }) : game,
    Math.min(at, game.length), beside);
  if (panel === "drill" || panel === "review") showPanel("moves");
}

function takeGame(game: Game, at: number): void {
  opponent.begin(Match.twoPeople());
  if (panel === "drill") showPanel("moves");
  session.keepsMain = true;
  session.load(game, at, besideOf(game));
  say(t("gameLoaded"));
}

function undo(): void {
  if (!session.undo()) say(t("nothingToUndo"));
}

function keepGame(): void {
  const hash = toHash(session.game, session.at), { match } = opponent, { main } = session;
  history.replaceState(null, "", location.pathname + location.search + hash);
  keep("match", { hash: toHash(session.game, session.game.length), black: match.black, white: match.white,
    strength: match.strength, rating: match.rating, seed: match.seed, hasClock: match.clocks !== null,
    names: session.game.names, record: session.game.record,
    lines: session.lines.map(whole), main: main && whole(main), comments: [...session.comments] });
}

const whole = (game: Game): string => toHash(game, game.length);

let namedText = "";
async function nameOpening(): Promise<void> {
  const { game } = session, text = game.hasUsualStart ? game.upTo(session.at).transcript.slice(0, 80) : "";
  if (text === namedText) return;
  namedText = text;
  if (!text) {
    byId("opening").textContent = "";
    return;
  }
  try {
    const names = await host.ask((engine) => engine.openings(text));
    if (text !== namedText) return;
    const name = nameOf(Object.fromEntries(names.map((n) => [n.language, n.name])));
    byId("opening").textContent = name ? t("openingIs", { name }) : "";
  } catch {
    /* The name is missing. */
  }
}

session.changed.on((change: Change) => {
  if (setup.isOn) setup.close();
  if (change === "undo") opponent.match.fallen = null;
  if (hasDrill() && change !== "move") showPanel("moves");
  analysis.changed();
  review.changed();
  sayPosition();
  keepGame();
  opponent.consider(change === "move");
  void nameOpening();
  if (settings.hintsAlways && !analysis.isOn && legalForPerson().length && opponent.match.hasEngine) void analysis.hint();
  redraw();
});

setInterval(() => {
  const { match } = opponent;
  if (!match.clocks || match.fallen || session.game.isOver) return;
  if (match.clocks.fallen) {
    match.fallen = match.clocks.fallen;
    opponent.consider(false);
    say(result());
    redraw();
  }
  drawClocks();
}, 100);

/* ---- the engine's state ---- */

let progress = "";
function drawEngine(): void {
  byId("engine").textContent = opponent.isThinking
    ? t("thinking", { name: opponent.match.name(sideOf(session.position)) }) : progress;
}

host.loading.on((now: Api.LoadProgress) => {
  const mib = (now.loaded / 1048576).toFixed(1);
  progress = now.done || now.error ? "" : now.file === "people" ? t("loadingPeople") : now.file === "engine" ? t("loadingEngine")
    : now.file !== "weights" ? "" : now.total === null ? t("loadingWeightsSome", { mib })
      : t("loadingWeights", { percent: Math.floor(100 * now.loaded / now.total) });
  drawEngine();
});
host.changed.on((state: Api.EngineState) => {
  document.documentElement.dataset.evaluation = state.evaluation;
  redraw();
});
host.trouble.on(say);
opponent.thinking.on(drawEngine);
opponent.failed.on(say);
void host.ready.then(() => {
  progress = host.state?.evaluation === "classical" ? t("classicalNow") : "";
  drawEngine();
  document.documentElement.dataset.engine = "ready";
  void workOffline(() => {
    if (!progress) progress = t("offlineReady");
    drawEngine();
  });
});

/* ---- buttons, keys, files ---- */

const ACTIONS: Record<string, () => void> = {
  "new-button": () => newSheet.open(),
  "open-button": () => openSheet.open(),
  "save-button": () => saveSheet.open(),
  "settings-button": () => settingsSheet.open(),
  "help-button": () => byId<HTMLDialogElement>("help-dialog").showModal(),
  undo,
  hint: () => {
    if (hasDrill()) showPanel("moves");
    void analysis.hint();
  },
  analyse: () => {
    if (!analysis.isOn && panel !== "review") showPanel("analysis");
    analysis.toggle();
  },
  review: () => {
    showPanel("review");
    if (!review.isRunning) void review.start();
  },
  first: () => session.view(0),
  back: () => session.view(session.at - 1),
  next: () => session.view(session.at + 1),
  last: () => session.view(session.game.length),
  leave: () => session.leave(),
  stay: () => session.stay(),
  "mark-next": () => {
    if (panel !== "review") showPanel("review");
    review.nextMark();
  },
};
for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener("click", action);

PANELS.forEach((name) => {
  const tab = byId(`tab-${name}`);
  tab.addEventListener("click", () => showPanel(name));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const there = PANELS.filter((other) => !byId(`tab-${other}`).hidden);
    const next = there[(there.indexOf(name) + step + there.length) % there.length]!;
    showPanel(next);
    byId(`tab-${next}`).focus();
  });
});

/** Where the board shows it. */
function alongLine(by: number): void {
  if (panel === "review") review.alongLine(by);
}

const KEYS: Record<string, () => void> = {
  ArrowLeft: ACTIONS.back!, ArrowRight: ACTIONS.next!, Home: ACTIONS.first!, End: ACTIONS.last!,
  ArrowDown: () => alongLine(1), ArrowUp: () => alongLine(-1), n: () => review.nextMark(),
  u: undo, h: ACTIONS.hint!, a: ACTIONS.analyse!, l: sayPosition, "?": ACTIONS["help-button"]!,
  s: () => say(t("saidScore", { black: Board.count(boardState().position, "X"), white: Board.count(boardState().position, "O") })),
};

document.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, dialog, .wide")) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

byId("comment").addEventListener("input", () => {
  session.comment = byId<HTMLTextAreaElement>("comment").value;
  keepGame();
  redraw();
});

byId("type-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId<HTMLInputElement>("type-move"), text = field.value.trim().toLowerCase();
  if (/^[a-h][1-8]$/.test(text)) {
    clickSquare(Board.square(text));
    field.value = "";
  } else if (text) {
    void openSheet.read(field.value.trim());
    field.value = "";
  }
});

document.addEventListener("paste", (event) => {
  if ((event.target as HTMLElement).closest("input, textarea")) return;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const file = event.clipboardData?.files[0];
  if (file) void openSheet.readFile(file);
  else if (text.trim()) void openSheet.read(text);
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("drop");
});
document.addEventListener("dragleave", () => document.body.classList.remove("drop"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("drop");
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text/plain") ?? "";
  if (file) void openSheet.readFile(file);
  else if (text.trim()) void openSheet.read(text);
});
window.addEventListener("hashchange", () => openLink());

/* ---- the start ---- */

/** Puts the game of the address on the board. "fault": it was left aside, and that is said. */
function openLink(): "game" | "none" | "fault" {
  try {
    const linked = fromHash(location.hash);
    if (!linked) return "none";
    takeGame(linked.game, linked.at);
    return "game";
  } catch (error) {
    say(t("linkFault", { why: error instanceof GameError ? error.message : String(error) }));
    return "fault";
  }
}

/** 0 if it is none. */
const ratingOf = (value: unknown): number => Number.isInteger(value) && Number(value) >= 1000 && Number(value) <= 2200 ? Number(value) : 0;

interface KeptMatch { hash: string; black: Match["black"]; white: Match["white"]; strength: number; rating?: number; seed: number; hasClock: boolean;
  names?: GameNames; record?: string; lines?: unknown; main?: unknown; comments?: unknown }

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isNames = (names: unknown): names is GameNames =>
  ["black", "white"].every((side) => typeof (names as Record<string, unknown> | undefined)?.[side] === "string");

/** The game that was on the board goes on; one with a clock does not. One that is over is there again if the
 * address has it. */
function openKept(old: KeptMatch | null, at: number | undefined): boolean {
  if (!old || old.hasClock || typeof old.hash !== "string") return false;
  try {
    const was = fromHash(old.hash);
    const isPlayer = (text: unknown): boolean => text === "person" || text === "engine";
    if (!was || (was.game.isOver && at === undefined) || !isPlayer(old.black) || !isPlayer(old.white)) return false;
    if (old.black === "engine" && old.white === "engine") return false;
    const strength = Number.isInteger(old.strength) ? Math.max(1, Math.min(20, old.strength)) : 4;
    const names = isNames(old.names) ? old.names : undefined;
    const record = typeof old.record === "string" ? old.record : undefined;
    const like = ({ from, moves }: Game): Game => new Game(from, moves, names, record);
    const games = (hashes: unknown[]): Game[] => hashes.flatMap((hash) => fromHash(String(hash))?.game ?? []).map(like);
    const lines = games(listOf(old.lines)), main = typeof old.main === "string" ? games([old.main])[0] : undefined;
    begin(like(was.game), new Match(old.black, old.white, strength, Number(old.seed) || newSeed(), 0, 0, ratingOf(old.rating)), at,
      { lines, main: lines.find((line) => line.transcript === main?.transcript) ?? main ?? null,
        comments: new Map(listOf(old.comments).map((pair) => listOf(pair).map(String) as [string, string])) });
    return true;
  } catch {
    return false;
  }
}

function start(): void {
  const old = kept<KeptMatch>("match"), { hash } = location;
  const [, whole, ply] = /^(.*?)(?:&p=(\d{1,3}))?$/.exec(hash)!;
  if ((!hash || old?.hash === whole) && openKept(old, hash ? Number(ply ?? Infinity) : undefined)) return;
  if (hash && openLink() === "game") return;
  const fault = byId("status").textContent;
  begin(new Game(), new Match(settings.black, settings.white, settings.strength, newSeed(), 0, 0, ratingOf(settings.rating)));
  if (fault) say(fault);
}
start();
redraw();
