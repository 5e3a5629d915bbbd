/* The board to play on: the picture of web/common/board.js, and over it a grid of 64 buttons that
 * see keyboard, touch and screen readers. One of them is in the tab order; arrows move on.
 * A square where no move is legal stays reachable and says why. */
import { Board, type Arrow, type Mark } from "../../common/board.js";
import { sideOf, sideWord } from "./game";
import { t } from "./texts";

export interface BoardState {
  position: string;
  /** Where the person may play now. */
  legal: number[];
  marks: Record<number, Mark>;
  arrows: Arrow[];
  last: number;
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  Home: [-8, 0], End: [8, 0], PageUp: [0, -8], PageDown: [0, 8],
};

const clamp = (value: number): number => Math.max(0, Math.min(7, value));

export class BoardView {
  readonly svg: SVGSVGElement;
  private readonly buttons: HTMLButtonElement[] = [];
  private focus = Board.square("f5");

  constructor(place: HTMLElement, play: (square: number) => void) {
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("class", "board");
    this.svg.setAttribute("aria-hidden", "true");
    place.classList.add("board-box");
    place.append(this.svg);
    Board.create(this.svg);
    const grid = document.createElement("div");
    grid.className = "cells";
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", t("boardLabel"));
    for (let y = 0; y < 8; y++) grid.append(this.row(y, play));
    grid.addEventListener("keydown", (event) => this.key(event));
    place.append(grid);
    this.tabTo(this.focus);
  }

  private row(y: number, play: (square: number) => void): HTMLElement {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    for (let x = 0; x < 8; x++) {
      const cell = document.createElement("div"), button = document.createElement("button");
      cell.setAttribute("role", "gridcell");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.square = Board.name(8 * y + x);
      button.addEventListener("click", () => play(8 * y + x));
      button.addEventListener("focus", () => this.tabTo(8 * y + x));
      this.buttons.push(button);
      cell.append(button);
      row.append(cell);
    }
    return row;
  }

  private tabTo(square: number): void {
    this.buttons[this.focus]!.tabIndex = -1;
    this.focus = square;
    this.buttons[square]!.tabIndex = 0;
  }

  private key(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    let x = clamp(this.focus % 8 + step[0]), y = clamp((this.focus >> 3) + step[1]);
    if (event.ctrlKey && event.key === "Home") x = y = 0;
    if (event.ctrlKey && event.key === "End") x = y = 7;
    this.buttons[8 * y + x]!.focus();
  }

  show(state: BoardState): void {
    const { position, legal } = state, isLegal = new Set(legal);
    const marks: Record<number, Mark> = { ...state.marks };
    for (const square of legal) marks[square] ??= ["legal", ""];
    Board.show(this.svg, position, marks, state.arrows, state.last);
    this.buttons.forEach((button, square) => {
      button.setAttribute("aria-disabled", String(!isLegal.has(square)));
      button.setAttribute("aria-label", label(position, square, isLegal.has(square),
        square === state.last, marks[square]?.[1] ?? ""));
    });
  }
}

/** "d3, empty, legal, turns 2"; "d4, white, last move". */
function label(position: string, square: number, isLegal: boolean, isLast: boolean, value: string): string {
  const parts = [Board.name(square)];
  const disc = position[square];
  parts.push(disc === "-" ? t("empty") : sideWord(disc as "X" | "O").toLowerCase());
  if (isLegal)
    parts.push(t("legal"), t("turns", { n: Board.flips(position, sideOf(position), square).length }));
  if (isLast) parts.push(t("lastMove"));
  if (value) parts.push(t("worth", { value }));
  return parts.join(", ");
}
