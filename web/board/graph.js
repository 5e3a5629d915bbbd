/* The values of a game as a curve: Black's view, black up. Beyond 16 discs the scale is closer. It is
 * drawn as wide as its place, so letters have one size on all screens. */
export const Graph = {
  height: 220, left: 34, right: 8, top: 10, scale: [-64, -16, -8, 0, 8, 16, 64],
  y(discs) {
    const size = Math.min(Math.abs(discs), 64);
    const part = size <= 16 ? size / 16 * 0.7 : 0.7 + (size - 16) / 48 * 0.3;
    const half = (Graph.height - 2 * Graph.top) / 2;
    return Graph.top + half - Math.sign(discs) * part * half;
  },
  width(svg) { return svg.viewBox.baseVal?.width || 640; },
  x(svg, index, n) {
    return Graph.left + (Graph.width(svg) - Graph.left - Graph.right) * index / Math.max(1, n);
  },
  node(svg, name, values, text) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in values) node.setAttribute(key, values[key]);
    if (text !== undefined) node.textContent = text;
    svg.append(node);
    return node;
  },
  /* points: [{value, exact, mark}], one more than moves, null where no value is known;
   * go(index) is called for a click, and while a finger is drawn along */
  draw(svg, points, go) {
    const n = points.length - 1, width = Math.max(240, svg.clientWidth || 640);
    const bottom = Graph.height - Graph.top, end = width - Graph.right;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${Graph.height}`);
    const x = (i) => Graph.x(svg, i, n), isKnown = (i) => i >= 0 && points[i].value !== null;
    const exact = points.findIndex((p, i) => points.slice(i).every((q) => q.exact));
    if (exact >= 0)
      Graph.node(svg, "rect", {class: "exact", x: x(exact), y: Graph.top, width: end - x(exact),
        height: bottom - Graph.top});
    for (const discs of Graph.scale) {
      const y = Graph.y(discs);
      Graph.node(svg, "line", {class: discs ? "grid" : "zero", x1: Graph.left, x2: end, y1: y, y2: y});
      Graph.node(svg, "text", {class: "scale", x: Graph.left - 5, y: y + 4},
        discs > 0 ? "+" + discs : discs);
    }
    const path = points.map((p, i) => isKnown(i) ? (isKnown(i - 1) ? "L" : "M") +
      x(i).toFixed(1) + " " + Graph.y(p.value).toFixed(1) : "").join("");
    Graph.node(svg, "path", {class: "curve", d: path});
    const curve = points.flatMap((p, i) => isKnown(i) ? Graph.along(svg, points, i, n) : []), marks = [];
    points.forEach((p, i) => {
      if (p.mark && isKnown(i)) Graph.mark(svg, x(i), Graph.y(p.value), p.mark, {curve, marks});
    });
    Graph.node(svg, "line", {class: "cursor", y1: Graph.top, y2: bottom});
    Graph.listen(svg, n, go);
  },
  listen(svg, n, go) {
    const at = (event) => {
      const box = svg.getBoundingClientRect(), width = Graph.width(svg);
      const x = (event.clientX - box.left) / box.width * width;
      const index = Math.round((x - Graph.left) / (width - Graph.left - Graph.right) * n);
      go(Math.max(0, Math.min(n, index)));
    };
    svg.onclick = at;
    svg.onpointermove = (event) => { if (event.buttons & 1) at(event); };
  },
  /* Boxes along the curve, from point i to the next one. */
  along(svg, points, i, n) {
    const next = points[i + 1] && points[i + 1].value !== null ? i + 1 : i;
    const y = Graph.y(points[i].value), rise = Graph.y(points[next].value) - y;
    return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({x: Graph.x(svg, i + (next - i) * k / 8, n),
      y: y + rise * k / 8, half: 1, size: 2 + Math.abs(rise) / 16}));
  },
  /* A mark in the free place that is nearest to its point, above or below; if there is none, over the
   * curve, but over no other mark. Boxes are known by their centres. */
  mark(svg, x, y, text, {curve, marks}) {
    const half = 4.6 * text.length, size = 7, least = size + 1, most = Graph.height - size - 1;
    const isFree = (to, taken) => to >= least && to <= most && taken.every((q) =>
      Math.abs(q.x - x) >= q.half + half || Math.abs(q.y - to) >= q.size + size);
    const places = [];
    for (let far = size + 5; far < Graph.height; far++) places.push(y - far, y + far);
    const to = places.find((place) => isFree(place, [...curve, ...marks])) ??
      places.find((place) => isFree(place, marks)) ?? least;
    marks.push({x, y: to, half, size});
    Graph.node(svg, "line", {class: "lead", x1: x, x2: x, y1: y, y2: to + Math.sign(y - to) * size});
    Graph.node(svg, "text", {class: "mark", x, y: to + 5}, text);
  },
  move(svg, index, n) {
    const cursor = svg.querySelector(".cursor"), x = Graph.x(svg, index, n);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
  },
};
