/* New elements. Text is always set as text, never as HTML. */
import { sideWord } from "./game.js";

/* A new element; an attribute that is false or null is left out. */
export function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== false && value !== null) node.setAttribute(key, value === true ? "" : String(value));
  node.append(...children);
  return node;
}

export function button(text, click, attributes = {}) {
  const node = make("button", { type: "button", ...attributes }, ...[text].flat());
  node.addEventListener("click", click);
  return node;
}

export function tableRow(cells, head = "row") {
  const row = make("tr");
  cells.forEach((cell, i) =>
    row.append(i === 0 || head === "col" ? make("th", { scope: head }, cell) : make("td", {}, cell)));
  return row;
}

export const discOf = (side) =>
  make("span", { class: `disc ${side === "X" ? "black" : "white"}`, "aria-hidden": "true" });

/* A move with its disc for the eye and its side in words for the ear: "13 (Black) c2 ??". */
export function moveLabel(before, side, after) {
  return [before, discOf(side), make("span", { class: "unseen" }, sideWord(side)), " " + after];
}
