/* The rules of the game, and the board as a picture: the same as src/lib/report/svg.c draws. A position
 * is a text of 64 squares X O - (a1 b1 .. h8) and the side to move, as JSON of Outflank has it. The
 * page of `outflank review --html` and web/page use this file. It imports nothing. */
export const Board = {
  directions: [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]],
  start: "---------------------------OX------XO--------------------------- X",
  square(name) { return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49); },
  name(square) { return "abcdefgh"[square % 8] + (1 + (square >> 3)); },
  /* The squares that turn if `side` plays there; none: the move is not legal. */
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
  /* The squares where `side` may play. */
  moves(position, side) {
    const squares = [];
    for (let s = 0; s < 64; s++) if (Board.flips(position, side, s).length) squares.push(s);
    return squares;
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
  node(parent, name, values) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in values) node.setAttribute(key, values[key]);
    parent.append(node);
    return node;
  },
  /* Draws an empty board into an <svg>. A square is 40 units wide, the border 20. */
  create(svg) {
    const head = "head" + document.querySelectorAll("svg.board marker").length;
    svg.replaceChildren();
    svg.setAttribute("viewBox", "0 0 360 360");
    const marker = Board.node(Board.node(svg, "defs", {}), "marker", {id: head,
      viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 4, markerHeight: 4, orient: "auto"});
    Board.node(marker, "path", {d: "M0 0L10 5L0 10z"});
    Board.node(svg, "rect", {class: "frame", width: 360, height: 360});
    for (let i = 0; i < 8; i++) {
      Board.node(svg, "text", {class: "name", x: 40 + 40 * i, y: 15}).textContent = "abcdefgh"[i];
      Board.node(svg, "text", {class: "name", x: 10, y: 44 + 40 * i}).textContent = i + 1;
    }
    for (let s = 0; s < 64; s++) {
      const x = 40 + 40 * (s % 8), y = 40 + 40 * (s >> 3);
      const group = Board.node(svg, "g", {class: "square empty"});
      Board.node(group, "rect", {x: x - 20, y: y - 20, width: 40, height: 40});
      Board.node(group, "circle", {cx: x, cy: y, r: 16});
      Board.node(group, "rect", {class: "badge", x: x - 18, y: y - 9, width: 36, height: 18, rx: 4});
      Board.node(group, "text", {x: x, y: y + 4});
    }
    Board.node(svg, "g", {class: "arrows", "data-head": head});
  },
  /* marks: {square: [class, text]}; arrows: [[from, to]]; last: a square or -1 */
  show(svg, position, marks, arrows, last) {
    svg.querySelectorAll(".square").forEach((group, s) => {
      const mark = marks[s], what = {X: "black", O: "white", "-": "empty"}[position[s]];
      group.setAttribute("class", "square " + what + (mark ? " " + mark[0] : "") +
                         (s === last ? " last" : ""));
      group.querySelector("text").textContent = mark ? mark[1] : "";
    });
    const lines = svg.querySelector(".arrows");
    lines.replaceChildren();
    for (const [from, to] of arrows) {
      const at = {x1: from % 8, y1: from >> 3, x2: to % 8, y2: to >> 3};
      for (const key in at) at[key] = 40 + 40 * at[key];
      Board.node(lines, "line", {...at, "marker-end": "url(#" + lines.dataset.head + ")"});
    }
  },
};
