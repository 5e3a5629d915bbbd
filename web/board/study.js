/* What is known of one player's games (share/schema: "study"), as tables and pictures. */
import { besideView, picture } from "./beside.js";
import { Board } from "./board.js";
import { make, tableRow } from "./dom.js";
import { reasonsOf } from "./judged.js";
import { nameOf, t, Texts } from "./texts.js";

export const studyView = (() => {
  const h = (text) => make("h2", {}, text);
  const table = (...rows) => make("div", { class: "wide" }, make("table", {},
    ...rows.map((cells, i) => tableRow(cells.map(String), i ? "row" : "col"))));
  const plus = (mean, scale = 1, digits = 2) => (scale * mean.mean).toFixed(digits) +
    (mean.high === null ? "" : ` ±${(scale * (mean.high - mean.mean)).toFixed(digits)}`);

  const source = ({ source: s, number }) => (s.file ? s.file + ", " : "") + t("ownSource", { game: s.game, n: number,
    side: t(s.side), opponent: s.opponent || t("nobody") }) + (s.date ? ` (${s.date})` : "");

  function figure(move, lines) {
    const marks = { [Board.square(move.best)]: ["better", move.best],
      [Board.square(move.played)]: ["played", move.played] };
    const title = t("ownPlayed", { played: move.played, loss: move.loss, best: move.best });
    return make("figure", {}, picture(title, move.position, marks),
      make("figcaption", {}, make("strong", {}, title), ...lines.map((line) => make("p", {}, line))),
      ...(move.beside ? [make("details", {}, make("summary", {}, t("besideShort")), besideView(move.beside))] : []));
  }

  /* As the game went on, and what was better. */
  const lines = ({ played_line, line }) => [["besidePlayed", played_line], ["besideBetter", line]]
    .map(([key, moves]) => `${t(key)}: ${moves.slice(0, played_line.length).join(" ")}`);

  const figures = (title, moves) => moves.length ? [h(title), make("div", { class: "figures" },
    ...moves.map((move) => figure(move, [source(move), ...lines(move), ...reasonsOf({ ...move, why: move.why.filter((why, i) =>
      i < 2 || why.kind === "people") }, move.source.side)])))] : [];

  function losses(study) {
    const rows = [[t("ownAll"), study.loss], ...study.phases.map((mean, i) =>
      [t("ownPhase", { from: 20 * i + 1, to: 20 * i + 20 }), mean]), [t("ownLate"), study.last20],
      [t("black"), study.sides.black], [t("white"), study.sides.white],
      ...study.times.map(({ from, to, loss }) => [t(to === null ? "ownTimeMore" : "ownTime", { from, to }), loss])];
    return table([t("ownLoss"), "", t("panelMoves")],
      ...rows.filter(([, mean]) => mean.moves).map(([what, mean]) => [what, plus(mean), mean.moves]));
  }

  const openings = (study) => table([t("ownOpening"), t("ownGames"), ["ownWon", "ownDrawn", "ownLost"].map((key) => t(key)).join(" - "),
    t("ownLoss"), t("ownFirst")],
    ...study.openings.map((row) => [nameOf(row.opening) || row.name || t("ownNoName"), row.games, [row.won, row.drawn, row.lost].join("-"),
      plus(row.loss), row.first_error ? t("ownMove", { n: row.first_error.number }) : ""]));

  const again = (study) => study.again.length ? [h(t("ownAgain")), make("div",
    { class: "figures" }, ...study.again.slice(0, 30).map(({ times, given, moves }) =>
      figure(moves[0], [t("ownTimes", { n: times, discs: given }),
        ...moves.map((move) => `${move.played}: ${source(move)}`)])))] : [];

  function strength({ strength: s, rating: r }) {
    const parts = [];
    if (s) parts.push(t("ownStrength", s));
    if (r) parts.push(t(r.end ? "ownRatingEnd" : "ownRating", r));
    return parts.join(" ");
  }

  return (study) => [
    make("p", {}, `${t("ownSum", study)} ${strength(study)}`),
    losses(study),
    make("p", {}, study.errors.map(({ discs, rate }) =>
      t("ownErrors", { discs, rate: plus(rate, 100, 1) })).join(" ") + " " + t("ownCounts", study)),
    h(t("ownOpenings")), openings(study),
    h(t("ownKinds")), table([t("ownKind"), t("ownMistakes"), t("beside-discs")],
      ...study.kinds.map(({ kind, text, moves, given }) => [Texts.language === "en" ? text : t("kind-" + kind), moves, given])),
    ...again(study),
    ...figures(t("ownWorst"), study.worst),
    ...figures(t("ownLearn"), study.instructive),
  ];
})();
