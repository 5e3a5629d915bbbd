/* The line that was played and the better one, to the same ply: two boards and what can be counted
 * of them, as the engine has counted it ("beside" of a review). */
import { Board } from "./board.js";
import { discOf, make } from "./dom.js";
import { t } from "./texts.js";

const REGIONS = 3;

/* A board that is only looked at. */
export function picture(label, position, marks, last = -1) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "board");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  Board.create(svg);
  Board.show(svg, position, marks, [], last);
  return svg;
}

function half(title, board, differ) {
  const marks = Object.fromEntries(differ.map((square) => [Board.square(square), ["last", ""]]));
  return make("figure", {}, picture(title, board.position, marks),
    make("figcaption", {}, make("strong", {}, title), " ", board.line.map((move) => move === "pass" ? t("pass") : move).join(" ")));
}

/* The same fact of both boards; `list` gives the one or two cells of a board. */
function row(what, beside, list) {
  return make("tr", {}, make("th", { scope: "row" }, what), ...[beside.worse, beside.better].flatMap((board) => {
    const cells = list(board);
    return cells.map((cell) => make("td", cells.length === 1 ? { colspan: 2 } : {}, String(cell)));
  }));
}

const regions = (board) => board.regions.slice(0, REGIONS).map(({ square, size }) =>
  t("besideRegion", { size, square })).join(", ") + (board.regions.length > REGIONS ? ", \u2026" : "");

export function besideView(beside) {
  const side = (name) => make("th", { scope: "col" }, discOf(name === "black" ? "X" : "O"),
    make("span", { class: "unseen" }, t(name)));
  const heads = ["besidePlayed", "besideBetter"];
  return make("section", { class: "beside" }, make("h2", {}, t("besideTitle", { n: beside.plies })),
    make("div", { class: "beside-boards" }, half(t(heads[0]), beside.worse, beside.differ), half(t(heads[1]), beside.better, beside.differ)),
    make("p", { class: "soft" }, t("besideNote")),
    make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": t("besideTitle", { n: beside.plies }) },
      make("table", {},
        make("thead", {}, make("tr", {}, make("td"), ...heads.map((name) => make("th", { scope: "colgroup", colspan: 2 }, t(name)))),
          make("tr", {}, make("td"), ...["black", "white", "black", "white"].map(side))),
        make("tbody", {}, ...["discs", "moves", "corners", "stable"].map((key) =>
          row(t("beside-" + key), beside, (board) => board[key])),
        row(t("besideRegions"), beside, (board) => [regions(board)]),
        row(t("besideLast"), beside, (board) => [t(board.last)])))));
}
