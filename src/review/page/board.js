"use strict";
/* The board of review/svg.c, changed by a script; and the rules of the game. A position is a text
 * of 64 squares X O -, and the side to move, as the JSON of a review has it. */
const Board = {
  directions: [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]],
  square(name) { return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49); },
  name(square) { return "abcdefgh"[square % 8] + (1 + (square >> 3)); },
  flips(cells, side, square) {
    const other = side === "X" ? "O" : "X", flips = [];
    if (cells[square] !== "-") return flips;
    for (const [dx, dy] of Board.directions) {
      const run = [];
      let x = square % 8 + dx, y = (square >> 3) + dy;
      while (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[8 * y + x] === other) {
        run.push(8 * y + x);
        x += dx;
        y += dy;
      }
      if (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[8 * y + x] === side) flips.push(...run);
    }
    return flips;
  },
  play(position, move) {
    const cells = position.slice(0, 64).split(""), side = position[65];
    if (move !== "pass") {
      const square = Board.square(move);
      for (const flip of Board.flips(cells, side, square)) cells[flip] = side;
      cells[square] = side;
    }
    return cells.join("") + " " + (side === "X" ? "O" : "X");
  },
  count(position, disc) { return position.slice(0, 64).split(disc).length - 1; },
  /* marks: {square: [class, text]}; arrows: [[from, to]]; last: a square or -1 */
  show(svg, position, marks, arrows, last) {
    for (let s = 0; s < 64; s++) {
      const group = svg.querySelector("#s" + s), mark = marks[s];
      const what = {X: "black", O: "white", "-": "empty"}[position[s]];
      group.setAttribute("class", "square " + what + (mark ? " " + mark[0] : "") +
                         (s === last ? " last" : ""));
      group.querySelector("text").textContent = mark ? mark[1] : "";
    }
    const lines = svg.querySelector("#arrows");
    lines.replaceChildren();
    for (const [from, to] of arrows) {
      const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
      const at = {x1: from % 8, y1: from >> 3, x2: to % 8, y2: to >> 3};
      for (const key in at) line.setAttribute(key, 40 + 40 * at[key]);
      line.setAttribute("marker-end", "url(#head)");
      lines.append(line);
    }
  },
};
