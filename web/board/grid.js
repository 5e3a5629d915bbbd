/* The board to play on: the picture of board.js, and over it a grid of 64 buttons that see keyboard,
 * touch and screen readers. One of them is in the tab order; arrows move on. A square where no move
 * is legal stays reachable and says why. */
import { Board } from "./board.js";
import { sideOf, sideWord } from "./game.js";
import { t } from "./texts.js";

const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-8, 0], End: [8, 0], PageUp: [0, -8], PageDown: [0, 8],
};

const clamp = (value) => Math.max(0, Math.min(7, value));

export class Grid {
  #buttons = [];
  #focus = Board.square("f5");

  /* Into `place`; play(square) is called for a click or Enter. */
  constructor(place, play) {
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("class", "board");
    this.svg.setAttribute("aria-hidden", "true");
    place.classList.add("board-box");
    place.append(this.svg);
    Board.create(this.svg);
    this.#grid = document.createElement("div");
    this.#grid.className = "cells";
    this.#grid.setAttribute("role", "grid");
    for (let y = 0; y < 8; y++) this.#grid.append(this.#row(y, play));
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    place.append(this.#grid);
    this.#tabTo(this.#focus);
  }
  #grid;

  #row(y, play) {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    for (let x = 0; x < 8; x++) {
      const cell = document.createElement("div"), button = document.createElement("button");
      cell.setAttribute("role", "gridcell");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.square = Board.name(8 * y + x);
      button.addEventListener("click", () => play(8 * y + x));
      button.addEventListener("focus", () => this.#tabTo(8 * y + x));
      this.#buttons.push(button);
      cell.append(button);
      row.append(cell);
    }
    return row;
  }

  #tabTo(square) {
    this.#buttons[this.#focus].tabIndex = -1;
    this.#focus = square;
    this.#buttons[square].tabIndex = 0;
  }

  #key(event) {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    let x = clamp(this.#focus % 8 + step[0]), y = clamp((this.#focus >> 3) + step[1]);
    if (event.ctrlKey && event.key === "Home") x = y = 0;
    if (event.ctrlKey && event.key === "End") x = y = 7;
    this.#buttons[8 * y + x].focus();
  }

  /* {position, legal: [square], marks: {square: [kind, text, label]}, arrows: [[from, to]], last: square} */
  show({ position, legal, marks, arrows, last }) {
    const isLegal = new Set(legal), all = { ...marks };
    for (const square of legal) all[square] ??= ["legal", ""];
    this.#grid.setAttribute("aria-label", t("boardLabel"));
    Board.show(this.svg, position, all, arrows, last);
    this.#buttons.forEach((button, square) => {
      button.setAttribute("aria-disabled", String(!isLegal.has(square)));
      button.setAttribute("aria-label", labelOf(position, square, isLegal.has(square),
        square === last, all[square]?.[2] ?? t("worth", { value: all[square]?.[1] ?? "" })));
    });
  }
}

/* "d3, empty, legal, turns 2"; "d4, white, last move". */
function labelOf(position, square, isLegal, isLast, more) {
  const disc = position[square];
  const parts = [Board.name(square), disc === "-" ? t("empty") : sideWord(disc).toLowerCase()];
  const n = isLegal ? Board.flips(position, sideOf(position), square).length : 0;
  if (n) parts.push(t("legal"), t("turns", { n }));
  if (isLast) parts.push(t("lastMove"));
  if (more) parts.push(more);
  return parts.join(", ");
}
