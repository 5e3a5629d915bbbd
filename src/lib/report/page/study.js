/* What "review --player" has found (share/schema: "study"), as tables and pictures, in English. */
const Study = (() => {
  const h = (level, text) => make("h" + level, {}, text);
  const table = (...rows) => make("div", { class: "wide" }, make("table", {},
    ...rows.map((cells, i) => tableRow(cells.map(String), i ? "row" : "col"))));
  const plus = (mean, scale = 1, digits = 2) => (scale * mean.mean).toFixed(digits) +
    (mean.high === null ? "" : ` ±${(scale * (mean.high - mean.mean)).toFixed(digits)}`);

  function picture(move) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "board");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${move.played} was played, ${move.best} is best`);
    Board.create(svg);
    Board.show(svg, move.position, { [Board.square(move.best)]: ["better", move.best],
      [Board.square(move.played)]: ["played", move.played] }, [], -1);
    return svg;
  }

  const source = ({ source: s, number }) => `${s.file}, game ${s.game}, move ${number}, ` +
    `${s.side} against ${s.opponent || "?"}${s.date ? ", " + s.date : ""}`;

  const figure = (move, lines) => make("figure", {}, picture(move), make("figcaption", {},
    make("strong", {}, `${move.played} loses ${move.loss}, ${move.best} is best`),
    ...lines.map((line) => make("p", {}, line))));

  const figures = (title, moves) => moves.length ? [h(2, title), make("div", { class: "figures" },
    ...moves.map((move) => figure(move, [source(move), ...move.why.filter((why, i) =>
      i < 2 || why.kind === "people").map((why) => why.text)])))] : [];

  function losses(study) {
    const rows = [["all", study.loss], ...study.phases.map((mean, i) =>
      [`moves ${20 * i + 1} to ${20 * i + 20}`, mean]), ["20 empties and fewer", study.last20],
      ["as Black", study.sides.black], ["as White", study.sides.white],
      ...study.times.map(({ from, to, loss }) =>
        [to === null ? `in ${from} s and more` : `in ${from} to ${to} s`, loss])];
    return table(["discs lost a move", "", "moves"],
      ...rows.filter(([, mean]) => mean.moves).map(([what, mean]) => [what, plus(mean), mean.moves]));
  }

  const openings = (study) => table(["opening", "games", "won", "drawn", "lost", "discs a move",
    "first error"], ...study.openings.map((row) => [row.name ?? "(no name)", row.games, row.won,
    row.drawn, row.lost, plus(row.loss), row.first_error ? `move ${row.first_error.number}` : ""]));

  const again = (study) => study.again.length ? [h(2, "What came again"), make("div",
    { class: "figures" }, ...study.again.slice(0, 30).map(({ times, given, moves }) =>
      figure(moves[0], [`${times} times, ${given} discs`,
        ...moves.map((move) => `${move.played}: ${source(move)}`)])))] : [];

  function strength({ strength: s, rating: r }) {
    const parts = [];
    if (s) parts.push(`Loses as strength ${s.value} does (${s.low} to ${s.high}).`);
    if (r) parts.push(`Plays what people at ${r.value} play${r.end ? ", or beyond" : ""} (±${r.error}).`);
    return parts.join(" ");
  }

  return (study) => [
    make("p", {}, `${study.games} games: ${study.won} won, ${study.drawn} drawn, ${study.lost} lost, ` +
      `${study.unfinished} not finished. ${strength(study)}`),
    losses(study),
    make("p", {}, study.errors.map(({ discs, rate }) =>
      `Errors of ${discs} discs and more: ${plus(rate, 100, 1)} % of moves. `).join("") +
      `${study.missed_wins} missed wins, ${study.missed_draws} missed draws, ` +
      `${study.saved_losses} lost games saved, ${study.thrown_endings} games thrown away at 20 ` +
      "empties and fewer."),
    h(2, "Openings"), openings(study),
    h(2, "What is said of the errors"), table(["kind", "errors", "discs"],
      ...study.kinds.map(({ kind, moves, given }) => [kind, moves, given])),
    ...again(study),
    ...figures("The moves that lost most", study.worst),
    ...figures("The moves to learn from", study.instructive),
  ];
})();
