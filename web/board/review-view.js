/* A review to be looked at: graph, sums, the move on the board, the better line, marked moves. And
 * the list of moves with its variations. */
import { besideView } from "./beside.js";
import { button, make, moveLabel, tableRow } from "./dom.js";
import { sideOf } from "./game.js";
import { Graph } from "./graph.js";
import { GRADES, plain } from "./judged.js";
import { t } from "./texts.js";

export class ReviewView {
  /* Moves of the better line that the board shows. */
  lineAt = 0;
  #judged = null;
  #shown = null;
  #at = 0;
  #go;
  #lineMoved;

  /* Fills `place`. go(at) is called to show a position, lineMoved(sentence) after a step along the
   * better line. */
  constructor(place, go, lineMoved) {
    this.#go = go;
    this.#lineMoved = lineMoved;
    this.graph = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.graph.setAttribute("class", "graph");
    this.graph.setAttribute("role", "img");
    this.summary = make("p", { class: "review-summary" });
    this.rows = make("tbody", { class: "review-rows" });
    this.head = make("thead");
    this.table = make("div", { class: "wide", tabindex: 0, role: "region" },
      make("table", { class: "review-table" }, this.head, this.rows));
    this.move = make("p", { class: "review-move strong" });
    this.why = make("ul", { class: "review-why" });
    this.back = button("", () => this.alongLine(-1), { class: "review-line-back" });
    this.line = button("", () => this.alongLine(1), { class: "review-line" });
    this.next = button("", () => this.nextMark(), { class: "review-next" });
    this.beside = make("div");
    this.title = make("h2");
    this.none = make("p", { class: "soft" });
    this.marks = make("ol", { class: "review-marks marks" });
    place.append(this.graph, make("p", { class: "pair" }, this.back, this.line, this.next), this.move,
      this.why, this.beside, this.summary, this.table, this.title, this.none, this.marks);
  }

  alongLine(by) {
    const ply = this.#judged?.plyAt(this.#at);
    if (!ply) return;
    this.lineAt = Math.max(0, Math.min(ply.line.length, this.lineAt + by));
    this.#lineMoved(this.#judged.sentence(ply, this.lineAt));
  }

  nextMark() {
    const at = this.#judged?.nextMark(this.#at) ?? null;
    if (at !== null) this.#go(at);
  }

  draw(judged, at) {
    this.#judged = judged;
    this.#at = at;
    const { result } = judged, ply = judged.plyAt(at);
    this.graph.setAttribute("aria-label", t("graphLabel"));
    Graph.draw(this.graph, judged.points, this.#go);
    Graph.move(this.graph, at, judged.game.length);
    this.line.textContent = t("betterLine");
    this.back.textContent = t("lineBack");
    this.next.textContent = t("nextMark");
    this.line.disabled = !ply || this.lineAt >= ply.line.length;
    this.back.disabled = this.lineAt === 0;
    this.move.textContent = ply ? judged.sentence(ply, this.lineAt) : "";
    this.why.replaceChildren(...(ply && this.lineAt === 0 ? judged.reasons(ply) : [])
      .map((text) => make("li", {}, text)));
    this.#drawBeside(this.lineAt === 0 ? ply?.beside ?? null : null);
    this.summary.textContent = result.complete ? judged.summary : "";
    this.table.hidden = !result.complete;
    this.#drawTable(result);
    this.#drawMarks(judged, at);
  }

  #drawBeside(beside) {
    if (beside !== this.#shown) this.beside.replaceChildren(...(beside ? [besideView(beside)] : []));
    this.#shown = beside;
  }

  #drawTable(result) {
    this.table.setAttribute("aria-label", t("reviewTable"));
    this.head.replaceChildren(tableRow([t("colSide"), t("colGiven"), t("colAccuracy"), "??", "?", "?!"], "col"));
    this.rows.replaceChildren(...["black", "white"].map((side) => {
      const { given, accuracy, counts } = result.summary[side];
      return tableRow([result[side] ? `${t(side)}, ${result[side]}` : t(side), plain(given),
        Math.round(accuracy), counts.blunder, counts.mistake, counts.inaccuracy].map(String));
    }));
  }

  #drawMarks(judged, at) {
    const { marked } = judged;
    this.title.textContent = t("marks");
    this.none.textContent = t("noMarks");
    this.none.hidden = marked.length > 0 || !judged.result.complete;
    this.marks.setAttribute("aria-label", t("marks"));
    this.marks.replaceChildren(...marked.map((ply) => {
      const there = judged.game.indexOf(ply.position);
      const text = t("markRow", { move: ply.played, mark: GRADES[ply.grade], loss: plain(ply.loss), best: ply.best });
      return make("li", {}, button(moveLabel(ply.number + " ", sideOf(ply.position), text),
        () => this.#go(there), { class: ply.grade, "aria-current": there === at ? "true" : null }));
    }));
  }
}

/* The moves of a session as the items of a list. A press shows the board after the move; with `shift`
 * 0 that before it, which is where a review speaks of it. */
export function drawMoves(list, session, judged, shift = 1) {
  const { game, at } = session;
  list.replaceChildren(...game.moves.map((move, i) => {
    const grade = judged?.plyAt(i)?.grade ?? null;
    const label = moveLabel(move === "pass" ? "" : game.numberAt(i) + " ", sideOf(game.positions[i]),
      (move === "pass" ? t("pass") : move) + (grade ? " " + GRADES[grade] : ""));
    if (move !== "pass" && session.comments.has(game.keyAt(i + 1)))
      label.push(make("span", { "aria-hidden": "true" }, " *"), make("span", { class: "unseen" }, ", " + t("commented")));
    return make("li", {}, button(label, () => session.view(i + shift), {
      class: grade, "aria-current": i + shift === at ? "true" : null }));
  }));
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

export function drawVariations(list, session, isEditable = false) {
  list.replaceChildren(...session.variations.map((way) => {
    const text = `${way.line.numberAt(way.at)} ${way.line.moves.slice(way.at, way.at + 6).join(" ")}`;
    const item = make("li", {}, button(text, () => session.choose(way), { class: "way" }));
    if (isEditable && way.line !== session.main)
      item.append(button("\u00d7", () => session.drop(way.line), { class: "drop", "aria-label": t("variationDrop", { moves: text }) }));
    return item;
  }));
}
