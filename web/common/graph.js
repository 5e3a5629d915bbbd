/* The values of a game as a curve: Black's view, black up. Beyond 16 discs the scale is closer. The
 * page of `outflank review --html` and web/page use this file. It imports nothing. */
export const Graph = {
  width: 640, height: 240, left: 44, top: 10,
  y(discs) {
    const size = Math.min(Math.abs(discs), 64);
    const part = size <= 16 ? size / 16 * 0.7 : 0.7 + (size - 16) / 48 * 0.3;
    const half = (Graph.height - 2 * Graph.top) / 2;
    return Graph.top + half - Math.sign(discs) * part * half;
  },
  x(index, n) { return Graph.left + (Graph.width - Graph.left - 8) * index / Math.max(1, n); },
  node(svg, name, values, text) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in values) node.setAttribute(key, values[key]);
    if (text !== undefined) node.textContent = text;
    svg.append(node);
    return node;
  },
  /* points: [{value, exact, mark}], one more than moves, null where no value is known;
   * go(index) is called for a click */
  draw(svg, points, go) {
    const n = points.length - 1;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${Graph.width} ${Graph.height}`);
    const exact = points.findIndex((p, i) => points.slice(i).every((q) => q.exact));
    if (exact >= 0)
      Graph.node(svg, "rect", {class: "exact", x: Graph.x(exact, n), y: Graph.top,
        width: Graph.x(n, n) - Graph.x(exact, n), height: Graph.height - 2 * Graph.top});
    for (const discs of [-64, -16, -8, 0, 8, 16, 64]) {
      const y = Graph.y(discs);
      Graph.node(svg, "line", {class: discs ? "grid" : "zero", x1: Graph.left, x2: Graph.width - 8,
        y1: y, y2: y});
      Graph.node(svg, "text", {class: "scale", x: Graph.left - 5, y: y + 4},
        discs > 0 ? "+" + discs : discs);
    }
    const isKnown = (i) => i >= 0 && points[i].value !== null;
    const path = points.map((p, i) => isKnown(i) ? (isKnown(i - 1) ? "L" : "M") +
      Graph.x(i, n).toFixed(1) + " " + Graph.y(p.value).toFixed(1) : "").join("");
    Graph.node(svg, "path", {class: "curve", d: path});
    points.forEach((p, i) => {
      if (p.mark && isKnown(i))
        Graph.node(svg, "text", {class: "mark", x: Graph.x(i, n), y: Graph.y(p.value) - 6}, p.mark);
    });
    Graph.node(svg, "line", {class: "cursor", y1: Graph.top,
      y2: Graph.height - Graph.top});
    svg.onclick = (event) => {
      const box = svg.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width * Graph.width;
      const index = Math.round((x - Graph.left) / (Graph.width - Graph.left - 8) * n);
      go(Math.max(0, Math.min(n, index)));
    };
  },
  move(svg, index, n) {
    const cursor = svg.querySelector(".cursor"), x = Graph.x(index, n);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  },
};
