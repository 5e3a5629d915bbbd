/* <outflank-board>: a board that shows a position or a game, goes through it, plays, shows values and
 * reviews. What it offers: outflank-board.d.ts. */
import { Board } from "./board.js";
import { button, discOf, make } from "./dom.js";
import { describe, faultOf, Game, POSITION, scoreText, sideOf, sideWord } from "./game.js";
import { Grid } from "./grid.js";
import { Judged } from "./judged.js";
import { drawMoves, drawVariations, ReviewView } from "./review-view.js";
import { Session } from "./session.js";
import { BOARD_STYLE, ELEMENT_STYLE, PARTS_STYLE, sheetsOf } from "./style.js";
import { t, Texts } from "./texts.js";
import "../languages/en.js";

/* A file of the package, as it is needed. Bundlers leave it alone; they are given an engine, and
 * import languages. */
const here = import.meta.url;
const bring = (path) => import(/* @vite-ignore */ /* webpackIgnore: true */ new URL(path, here).href);

/* The engine of this package, one for all boards. */
let sharedEngine = null;
const startEngine = () => (sharedEngine ??= bring("../outflank.mjs").then(({ load }) => load()));

const TOOLS = [["undo", "undo"], ["values", "hint"], ["review", "review"]];
const STEPS_ = [["first", "|<"], ["back", "<"], ["next", ">"], ["last", ">|"]];

/* Where there is no document, as in node, it can be imported all the same. */
const Element_ = globalThis.HTMLElement ?? class {};

export class OutflankBoard extends Element_ {
  static observedAttributes = ["moves", "position", "ply"];
  static engine = null;
  engine = null;
  session = new Session();
  #nodes = {};
  #grid = null;
  #view = null;
  #judged = null;
  #values = null; /* AnalyzeResult of the position shown */
  #wantsValues = false;
  #task = null; /* an analysis, a review, or a move of the engine */
  #turn = 0;
  #seed = 1 + Math.floor(Math.random() * 1e9);
  #isDrawing = false;

  connectedCallback() {
    if (this.#grid) return;
    this.#build();
    this.session.changed.on((change) => this.#changed(change));
    void this.#begin();
  }

  disconnectedCallback() { this.#task?.stop(); }

  attributeChangedCallback(name, old, value) {
    if (!this.#grid || old === value) return;
    if (name === "ply") this.session.view(Number(value));
    else void this.#begin();
  }

  get #isBare() { return this.hasAttribute("bare"); }

  async #begin() {
    const language = this.getAttribute("language") ?? document.documentElement.lang;
    try {
      if (this.hasAttribute("language") && !(language in Texts.tables))
        await bring(`../languages/${language}.js`);
      if (language) Texts.use([language]);
      if (this.#isBare) return;
      this.#name();
      const text = this.getAttribute("moves") ?? this.getAttribute("position") ?? this.textContent;
      if (text.trim() || !this.game.length) await this.load(text.trim());
      if (this.hasAttribute("ply")) this.session.view(Number(this.getAttribute("ply")));
      this.#wantsValues = this.hasAttribute("values");
      this.#think();
      if (this.hasAttribute("review") && this.session.game.length) await this.startReview();
    } catch (error) {
      this.say(t("cannotRead", { why: faultOf(error) }));
    }
  }

  /* ---- its parts ---- */

  #build() {
    const root = this.attachShadow({ mode: "open" }), nodes = this.#nodes;
    root.adoptedStyleSheets = sheetsOf(BOARD_STYLE, PARTS_STYLE, ELEMENT_STYLE);
    const box = make("div");
    this.#grid = new Grid(box, (square) => this.#click(square));
    this.svg = this.#grid.svg;
    if (this.#isBare) return root.append(box);
    nodes.players = make("div", { class: "players", role: "group" });
    nodes.status = make("p", { class: "status", role: "status", "aria-live": "polite" });
    const tools = TOOLS.map(([id]) => (nodes[id] = button("", () => this.#press(id), { id })));
    const steps = STEPS_.map(([id, text]) => (nodes[id] = button(text, () => this.#press(id), { id })));
    nodes.steps = make("nav", { class: "tools" }, ...steps);
    nodes.tools = make("nav", { class: "tools" }, ...tools);
    nodes.side = make("div", { class: "side" });
    nodes.review_ = make("div");
    this.#view = new ReviewView(nodes.review_, (at) => this.session.view(at),
      (sentence) => { this.say(sentence); this.#draw(); });
    nodes.moves = make("ol", { class: "moves" });
    nodes.linesTitle = make("h2");
    nodes.lines = make("ol", { class: "variations" });
    nodes.side.append(nodes.review_, nodes.moves, nodes.linesTitle, nodes.lines);
    root.append(make("div", { class: "all" }, make("div", {}, nodes.players, box, nodes.steps,
      nodes.status, nodes.tools), nodes.side));
    root.addEventListener("keydown", (event) => this.key(event));
    let width = 0;
    new ResizeObserver(([entry]) => {
      if (Math.abs(entry.contentRect.width - width) > 1) this.#draw();
      width = entry.contentRect.width;
    }).observe(this);
  }

  /* Words, which a language that comes later changes. */
  #name() {
    const nodes = this.#nodes;
    for (const [id, key] of TOOLS) nodes[id].textContent = t(key);
    for (const [id] of STEPS_) {
      nodes[id].title = t(id);
      nodes[id].setAttribute("aria-label", t(id));
    }
    nodes.steps.setAttribute("aria-label", t("moveButtons"));
    nodes.tools.setAttribute("aria-label", t("gameButtons"));
    nodes.players.setAttribute("aria-label", t("players"));
    nodes.moves.setAttribute("aria-label", t("movesLabel"));
    nodes.linesTitle.textContent = t("variations");
  }

  #press(id) {
    const { session } = this;
    if (id === "first") session.view(0);
    else if (id === "back") session.view(session.at - 1);
    else if (id === "next") session.view(session.at + 1);
    else if (id === "last") session.view(session.game.length);
    else if (id === "undo") session.undo();
    else if (id === "values") this.values = !this.#wantsValues;
    else if (id === "review") void this.startReview();
  }

  /* ---- what is shown ---- */

  say(text) { if (this.#nodes.status) this.#nodes.status.textContent = text; }

  /* Shows what Grid shows, until something else happens; all that a board with "bare" does. */
  show(state) { this.#grid.show(state); }

  get game() { return this.session.game; }

  get review() { return this.#judged?.result ?? null; }

  /* A ReviewResult, with its game. */
  set review(result) {
    const names = { black: result.black, white: result.white };
    const game = Game.fromTranscript(result.moves, result.from, names);
    this.#judged = new Judged(result, game);
    if (!this.#judged.fits(this.session.game)) this.session.load(game, 0);
    this.#draw();
    this.#sayPosition();
  }

  get values() { return this.#wantsValues; }
  set values(is) {
    this.#wantsValues = is;
    this.#values = null;
    this.#think();
    this.#draw();
  }

  get #fitting() { return this.#judged?.fits(this.session.game) ? this.#judged : null; }

  #state() {
    const { session } = this, { position, lastMove } = session;
    const judged = this.#wantsValues ? null : this.#fitting?.board(session.at, this.#view.lineAt);
    const legal = this.#canPlay() ? Board.moves(position, sideOf(position)) : [];
    if (judged) return { ...judged, legal: this.#view.lineAt ? [] : legal };
    const marks = {};
    const values = this.#wantsValues && this.#values?.position === position ? this.#values : null;
    for (const line of values?.moves ?? [])
      if (/^[a-h]/.test(line.move))
        marks[Board.square(line.move)] = [line.loss === 0 ? "better" : "other",
          scoreText(line.score, line.exact, true)];
    return { position, legal, marks, arrows: [], last: lastMove ? Board.square(lastMove) : -1 };
  }

  #draw() {
    if (this.#isBare || this.#isDrawing) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      this.#drawNow();
    });
  }

  #drawNow() {
    const nodes = this.#nodes, { session } = this, state = this.#state(), judged = this.#fitting;
    this.#grid.show(state);
    nodes.players.replaceChildren(...["X", "O"].map((side) => {
      const name = session.game.names[side === "X" ? "black" : "white"];
      const turn = sideOf(state.position) === side ? " turn" : "";
      return make("p", { class: "player" + turn }, discOf(side),
        make("span", { class: "who" }, name ? `${sideWord(side)}: ${name}` : sideWord(side)),
        make("b", { class: "count" }, String(Board.count(state.position, side))));
    }));
    for (const id of ["first", "back"]) nodes[id].disabled = session.at === 0;
    for (const id of ["next", "last"]) nodes[id].disabled = session.isAtEnd;
    nodes.steps.hidden = session.game.length === 0 && !this.#canPlay();
    nodes.tools.hidden = this.getAttribute("engine") === "none";
    nodes.undo.hidden = this.#person === "none";
    nodes.values.setAttribute("aria-pressed", String(this.#wantsValues));
    nodes.review.hidden = session.game.length === 0;
    nodes.side.hidden = session.game.length === 0;
    nodes.review_.hidden = !judged;
    if (judged) this.#view.draw(judged, session.at);
    drawMoves(nodes.moves, session, judged, judged ? 0 : 1);
    nodes.linesTitle.hidden = session.lines.length === 0;
    drawVariations(nodes.lines, session);
  }

  #sayPosition() {
    const { session } = this, ply = this.#fitting?.plyAt(session.at);
    this.say(ply ? this.#fitting.sentence(ply) : describe(session.game, session.at));
  }

  /* ---- the game ---- */

  /* Moves, a position, or a record of any format, which the engine reads. */
  async load(text) {
    if (!text || /^(\s*[a-h][1-8])+\s*$/i.test(text)) {
      this.session.load(Game.fromTranscript(text));
    } else if (POSITION.test(text)) {
      this.session.load(new Game(text));
    } else {
      const [record] = await (await this.#ready()).read(text, { most: 1 });
      if (record.error) throw Object.assign(new Error(record.error.message), record.error);
      const { moves, from, black, white } = record;
      this.session.load(Game.fromTranscript(moves, from, { black, white }));
    }
  }

  /* "black", "white": against the engine; "none": nobody plays; else both sides are the person's. */
  get #person() { return this.getAttribute("play") ?? "both"; }

  #isPerson(side) { return { both: true, black: side === "X", white: side === "O" }[this.#person] ?? false; }

  #canPlay() {
    const { session } = this;
    return !(session.isAtEnd && session.game.isOver) && this.#person !== "none" &&
      (!session.isAtEnd || this.#isPerson(sideOf(session.position)));
  }

  #click(square) {
    const event = new CustomEvent("square", { detail: square, bubbles: true, cancelable: true });
    if (!this.dispatchEvent(event) || this.#isBare) return;
    const { session } = this, name = Board.name(square);
    if (session.position[square] !== "-") this.say(t("notEmpty", { square: name }));
    else if (!this.#canPlay()) this.say(t("notYourTurn", { side: sideWord(sideOf(session.position)) }));
    else if (!session.canPlay(square)) this.say(t("noTurn", { square: name }));
    else session.play(name, true);
  }

  #changed() {
    const { session } = this;
    this.#turn++;
    this.#values = null;
    this.#view.lineAt = 0;
    this.#sayPosition();
    this.#draw();
    if (this.#task?.isReview !== true || !this.#task.judged.fits(session.game)) this.#task?.stop();
    const detail = { at: session.at, moves: session.game.transcript, position: session.position };
    this.dispatchEvent(new CustomEvent("change", { detail, bubbles: true }));
    this.#think();
  }

  /* Keys of the whole element; the squares have their own. */
  key(event) {
    const actions = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
    if (event.ctrlKey || event.altKey || event.metaKey || this.#isBare) return;
    if (actions[event.key]) this.#press(actions[event.key]);
    else if (event.key === "n" && this.#fitting) this.#view.nextMark();
    else if (event.key === "ArrowDown" && this.#fitting) this.#view.alongLine(1);
    else if (event.key === "ArrowUp" && this.#fitting) this.#view.alongLine(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /* ---- the engine ---- */

  async #ready() {
    const engine = await (this.engine ?? OutflankBoard.engine ?? startEngine());
    await engine.ready;
    return engine;
  }

  /* Asks for something; what was asked before ends. Undefined: it was stopped, or refused. */
  async #ask(start, progress) {
    const turn = this.#turn, slot = { isStopped: false, stop() { slot.isStopped = true; slot.task?.stop(); } };
    this.#task?.stop();
    this.#task = slot;
    try {
      const engine = await this.#ready();
      if (slot.isStopped || turn !== this.#turn) return undefined;
      slot.task = start(engine, slot);
      slot.task.onProgress?.((now) => { if (!slot.isStopped) progress?.(now); });
      const result = await slot.task;
      return slot.isStopped ? undefined : result;
    } catch (error) {
      if (!slot.isStopped) this.say(faultOf(error));
      return undefined;
    } finally {
      if (this.#task === slot) this.#task = null;
    }
  }

  /* After every change: the engine's move, or values of the position. */
  #think() {
    const { session } = this, side = sideOf(session.position);
    if (!session.isAtEnd || session.game.isOver || this.#person === "both" || this.#person === "none" ||
        this.#isPerson(side)) {
      if (this.#wantsValues) void this.#analyze();
      return;
    }
    void this.#reply(this.#turn);
  }

  async #reply(turn) {
    const strength = Math.min(20, Math.max(1, Number(this.getAttribute("strength")) || 8));
    this.say(t("thinking", { name: t("engineName", { strength }) }));
    const limits = strength < 20 ? { seed: this.#seed } : { seconds: 2 };
    const result = await this.#ask((engine) => engine.play(this.session.game.text, { strength, ...limits }));
    if (result && turn === this.#turn && /^[a-h]/.test(result.move)) this.session.play(result.move, false);
  }

  async #analyze() {
    const { position } = this.session, show = (now) => {
      if (now.position !== this.session.position || !this.#wantsValues) return;
      this.#values = now;
      this.#draw();
    };
    if (!Board.moves(position, sideOf(position)).length) return;
    const result = await this.#ask((engine) => engine.analyze(position, { seconds: 2 }), show);
    if (result) show(result);
  }

  /* Reviews the game; resolves with the ReviewResult, or undefined. */
  async startReview() {
    const { game } = this.session, depth = Number(this.getAttribute("depth")) || 12;
    const take = (now) => {
      this.#judged = new Judged(now, game);
      this.#draw();
      if (!now.complete)
        this.say(t("reviewGoes", { known: now.plies.length, n: game.transcript.length / 2 }));
    };
    this.#wantsValues = false;
    const result = await this.#ask((engine, slot) => {
      Object.assign(slot, { isReview: true, judged: { fits: (other) => other === game } });
      return engine.review(game.ggf, { depth, exact_empties: depth > 8 ? 22 : 18 });
    }, take);
    if (!result) return undefined;
    take(result);
    this.#sayPosition();
    this.dispatchEvent(new CustomEvent("review", { detail: result, bubbles: true }));
    return result;
  }
}

if (globalThis.customElements && !customElements.get("outflank-board"))
  customElements.define("outflank-board", OutflankBoard);
