/* The sheets: new game, open, save, settings, keys. Each is a <dialog>, which keeps the focus. */
import { Game, GameError, handicapStart } from "../../board/game.js";
import { button, byId, download, make } from "./dom";
import { EngineHost, NoAnswer } from "./engine";
import { type Found, readGames } from "./files";
import { isOneFile } from "./inside";
import { toHash } from "./link";
import { Match, newSeed, WORDS } from "./match";
import type { Wanted } from "./own";
import type { SetUp } from "./setup";
import { isLike, withBeside } from "./variations";
import { forgetAll, keep, type Settings } from "./store";
import { t, Texts } from "./texts";
import type { Session, Side } from "./types";

function open(id: string): void {
  byId<HTMLDialogElement>(id).showModal();
}

export function prepareDialogs(): void {
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector(".close")?.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => {     // outside of it
      if (event.target === dialog) dialog.close();
    });
  }
}

/* ---- new game ---- */

export class NewGameSheet {
  constructor(private readonly host: EngineHost, private readonly settings: Settings,
              private readonly session: Session, private readonly setup: SetUp,
              private readonly begin: (game: Game, match: Match, at?: number, beside?: Pick<Session, "comments">) => void,
              private readonly say: (text: string) => void) {
    const range = byId<HTMLInputElement>("strength");
    range.addEventListener("input", () => this.drawStrength());
    for (const id of ["opponent", "rating"]) byId(id).addEventListener("input", () => this.drawOpponent());
    for (const [strength, word] of WORDS)
      byId("strength-words").append(button(t(word), () => {
        range.value = String(strength);
        this.drawStrength();
      }));
    byId("new-form").addEventListener("submit", (event) => {
      event.preventDefault();
      byId<HTMLDialogElement>("new-dialog").close();
      void this.start();
    });
  }

  /** `rating`: of people who are offered; 0: the engine is. */
  open(rating = this.settings.rating): void {
    const { settings } = this;
    const people = settings.black + settings.white;
    const side = { personengine: "black", engineperson: "white", personperson: "both", engineengine: "watch" }[people]!;
    byId<HTMLSelectElement>("you-play").value = side;
    byId<HTMLInputElement>("strength").value = String(settings.strength);
    byId<HTMLSelectElement>("opponent").value = rating ? "people" : "engine";
    byId<HTMLInputElement>("rating").value = String(rating || 1500);
    byId<HTMLSelectElement>("handicap").value = String(settings.handicap);
    byId<HTMLSelectElement>("minutes").value = String(settings.minutes);
    byId<HTMLInputElement>("increment").value = String(settings.increment);
    byId<HTMLSelectElement>("from").value = "start";
    this.drawStrength();
    this.drawOpponent();
    open("new-dialog");
  }

  private drawOpponent(): void {
    const isPeople = byId<HTMLSelectElement>("opponent").value === "people", text = t("ratingText", { rating: byId<HTMLInputElement>("rating").value });
    for (const part of document.querySelectorAll<HTMLElement>("#new-form [data-of]")) part.hidden = (part.dataset.of === "people") !== isPeople;
    byId("rating-text").textContent = isOneFile() ? t("peopleNotInside") : text;
    byId("rating").setAttribute("aria-valuetext", text);
    byId<HTMLButtonElement>("new-start").disabled = isPeople && isOneFile();
  }

  private drawStrength(): void {
    const strength = Number(byId<HTMLInputElement>("strength").value);
    const loss = this.host.state?.strengths[strength - 1];
    const text = strength === 20 ? t("strengthFull") : loss === undefined ? t("strengthOnly", { strength })
      : t("strengthGives", { strength, loss: loss.toFixed(1) });
    byId("strength-text").textContent = text;
    byId("strength").setAttribute("aria-valuetext", text);
  }

  private async start(): Promise<void> {
    const { settings } = this;
    const choice = byId<HTMLSelectElement>("you-play").value;
    const side = choice === "random" ? (newSeed() % 2 ? "black" : "white") : choice;
    settings.black = side === "black" || side === "both" ? "person" : "engine";
    settings.white = side === "white" || side === "both" ? "person" : "engine";
    settings.strength = Number(byId<HTMLInputElement>("strength").value);
    const rating = Number(byId<HTMLInputElement>("rating").value);
    settings.rating = byId<HTMLSelectElement>("opponent").value === "people" ? rating : 0;
    settings.handicap = Number(byId<HTMLSelectElement>("handicap").value);
    settings.minutes = Number(byId<HTMLSelectElement>("minutes").value);
    settings.increment = Math.max(0, Math.min(60, Number(byId<HTMLInputElement>("increment").value) || 0));
    keep("settings", settings);
    const match = new Match(settings.black, settings.white, settings.strength, newSeed(),
      settings.minutes, settings.increment, settings.rating);
    const { handicap } = settings, favoured: Side = handicap > 0 ? "X" : "O";
    const from = byId<HTMLSelectElement>("from").value, { session } = this;
    if (from === "setup")
      return this.setup.open(session.position, (position) => this.begin(new Game(position), match));
    if (from === "board") return this.begin(session.game.upTo(session.at), match, session.at, { comments: session.comments });
    if (from === "start") return this.begin(new Game(handicapStart(Math.abs(handicap), favoured)), match);
    try {
      const seed = newSeed();
      this.begin(Game.fromTranscript(await this.host.ask((engine) => engine.xot({ seed }))), match);
    } catch (error) {
      this.say(error instanceof NoAnswer ? error.message : String(error));
    }
  }
}

/* ---- open ---- */

const MOST_NAMES = 100, XOT_PLIES = 8;

export class OpenSheet {
  constructor(private readonly host: EngineHost, private readonly take: (game: Game, at: number) => void,
              private readonly judge: (wanted: Wanted) => void, private readonly say: (text: string) => void) {
    byId("open-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read(byId<HTMLTextAreaElement>("open-text").value);
    });
    const file = byId<HTMLInputElement>("open-file");
    file.addEventListener("change", () => {
      const chosen = file.files?.[0];
      file.value = "";
      if (chosen) void this.readFile(chosen);
    });
  }

  open(): void {
    this.fault("");
    byId("open-games").replaceChildren();
    open("open-dialog");
  }

  async readFile(file: File): Promise<void> {
    await this.read(new Uint8Array(await file.arrayBuffer()));
  }

  /** Opens a game, offers a choice of several, or says why it cannot be read. */
  async read(data: string | Uint8Array): Promise<void> {
    this.fault("");
    try {
      const games = await readGames(this.host, data);
      if (games.length === 1) this.choose(games[0]!.game, games[0]!.at);
      else this.offer(games, data);
    } catch (error) {
      this.fault(error instanceof GameError || error instanceof NoAnswer ? t("cannotRead", { why: error.message }) : String(error));
    }
  }

  private choose(game: Game, at: number): void {
    byId<HTMLDialogElement>("open-dialog").close();
    byId<HTMLTextAreaElement>("open-text").value = "";
    this.take(game, at);
  }

  /** All games of one player, for the panel "Own games". */
  private players(games: Found[], data: string | Uint8Array): HTMLElement[] {
    const counts = new Map<string, number>();
    for (const { game: { names } } of games)
      for (const name of [names.black, names.white]) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (!counts.size) return [];
    const select = make("select", { id: "own-player" }) as HTMLSelectElement;
    for (const [name, n] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_NAMES)) select.append(new Option(`${name} (${n})`, name));
    const drawn = make("input", { type: "checkbox", id: "own-drawn" }) as HTMLInputElement;
    return [make("p", { class: "pair" }, make("label", { for: "own-player" }, t("ownWhose")), select, button(t("ownStart"), () => {
      byId<HTMLDialogElement>("open-dialog").close();
      this.judge({ data, player: select.value, drawn: drawn.checked ? XOT_PLIES : 0 });
    }, { id: "own-start", class: "main" })), make("label", { class: "check" }, drawn, " ", t("ownXot"))];
  }

  private offer(games: Found[], data: string | Uint8Array): void {
    const list = byId("open-games");
    list.replaceChildren(...this.players(games, data), make("p", {}, t("loadMany", { n: games.length })),
      make("ol", {}, ...games.map(({ game, at, title }) => make("li", {}, button(title, () => this.choose(game, at))))));
    if (!byId<HTMLDialogElement>("open-dialog").open) open("open-dialog");
    list.querySelector("button")?.focus();
  }

  private fault(text: string): void {
    byId("open-fault").textContent = text;
    if (text) this.say(text);
  }
}

/* ---- save ---- */

export class SaveSheet {
  constructor(private readonly host: EngineHost, private readonly session: Session, private readonly picture: () => string) {
    for (const form of ["ggf", "sgf", "pgn"])
      byId(`save-${form}`).addEventListener("click", () => void this.convert(form));
    byId("save-svg").addEventListener("click", () => this.file("svg", this.picture(), "image/svg+xml"));
    byId("save-png").addEventListener("click", () => void this.png());
    byId("save-moves").addEventListener("click", () => this.file("txt", this.session.game.transcript + "\n", "text/plain"));
    byId("copy-link").addEventListener("click", () => void this.copy(byId<HTMLInputElement>("link").value));
    byId("copy-moves").addEventListener("click", () => void this.copy(this.session.game.transcript));
  }

  open(): void {
    byId("save-said").textContent = "";
    byId<HTMLInputElement>("link").value = location.href.replace(/#.*/, "") + toHash(this.session.game, this.session.at);
    open("save-dialog");
  }

  private async convert(to: string): Promise<void> {
    try {
      const { session } = this, game = session.main ?? session.game;
      const whole = await this.host.ask((engine) => engine.convert(game.json, { to: "json", record: game.record }));
      const text = withBeside(whole, game, [session.game, ...session.lines].filter((line) => line !== game), session.comments);
      this.file(to, await this.host.ask((engine) => engine.convert(text, { to })), "text/plain");
      const back = await this.host.ask((engine) => engine.convert(text, { to: "json" }));
      if (!isLike(text, back) || (to === "ggf" && !isLike(text, withBeside(text, game, [], session.comments))))
        byId("save-said").textContent = t("savedPart", { name: `outflank.${to}` });
    } catch (error) {
      if (to === "ggf") this.file(to, this.session.game.ggf + "\n", "text/plain");
      else byId("save-said").textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** The browser draws the SVG. */
  private async png(): Promise<void> {
    const size = "720", canvas = make("canvas", { width: size, height: size }) as HTMLCanvasElement, image = new Image();
    image.src = "data:image/svg+xml," + encodeURIComponent(this.picture().replace("<svg ", `<svg width="${size}" height="${size}" `));
    await image.decode();
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    canvas.toBlob((blob) => this.file("png", blob!, "image/png"));
  }

  private file(ending: string, data: string | Blob, type: string): void {
    const name = `outflank.${ending}`;
    download(name, data, type);
    byId("save-said").textContent = t("saved", { name });
  }

  private async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      byId("save-said").textContent = t("copied");
    } catch {
      byId("save-said").textContent = t("notCopied");
    }
  }
}

/* ---- settings ---- */

export function applyTheme(theme: Settings["theme"]): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export class SettingsSheet {
  constructor(private readonly host: EngineHost, private readonly settings: Settings, private readonly changed: () => void) {
    byId<HTMLSelectElement>("theme").value = settings.theme;
    const language = byId<HTMLSelectElement>("language");
    for (const [code, name] of Object.entries(Texts.names)) language.append(new Option(String(name), code));
    language.value = settings.language;
    byId<HTMLInputElement>("show-legal").checked = settings.showLegal;
    byId<HTMLInputElement>("hints-always").checked = settings.hintsAlways;
    byId<HTMLInputElement>("seconds").value = String(settings.seconds);
    byId("settings-form").addEventListener("change", () => this.take());
    byId("forget").addEventListener("click", () => {
      if (!confirm(t("forgetSure"))) return;
      forgetAll();
      history.replaceState(null, "", location.pathname + location.search);
      location.reload();
    });
  }

  open(): void {
    const { state } = this.host;
    byId("about").textContent = state ? t("aboutText", { version: state.version, threads: state.threads,
      evaluation: t(state.evaluation === "trained" ? "evaluationTrained" : "evaluationClassical"),
      book: t(state.book ? "yes" : "no") }) : t("loadingEngine");
    open("settings-dialog");
  }

  private take(): void {
    const { settings } = this;
    settings.theme = byId<HTMLSelectElement>("theme").value as Settings["theme"];
    settings.showLegal = byId<HTMLInputElement>("show-legal").checked;
    settings.hintsAlways = byId<HTMLInputElement>("hints-always").checked;
    settings.seconds = Math.max(0.1, Math.min(600, Number(byId<HTMLInputElement>("seconds").value) || 2));
    const language = byId<HTMLSelectElement>("language").value, isOther = language !== settings.language;
    settings.language = language;
    keep("settings", settings);
    applyTheme(settings.theme);
    if (isOther) location.reload();
    this.changed();
  }
}
