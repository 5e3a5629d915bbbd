/* Style sheets: of the picture of the board (report/svg.c has it, too), of what page and element share, of the element. Colours
 * are --text, --soft, --line, --edge, --accent, --exact, --bad; the element takes them from
 * --outflank-text and so on. */
export const BOARD_STYLE = `
.board { display: block; width: 100%; height: auto; font: 12px sans-serif; }
.board .frame { fill: #222; }
.board .name { fill: #eee; text-anchor: middle; font-size: 12px; }
.board .square > rect:first-child { fill: #0a6a3a; stroke: #063f22;
  stroke-width: 1; }
.board .square circle { fill: none; stroke: none; }
.board .black circle { fill: #111; stroke: #000; stroke-width: 1; }
.board .white circle { fill: #f6f6f0; stroke: #222; stroke-width: 1; }
.board .empty.legal circle { r: 5px; fill: #bfe6cf; }
.board .badge { fill: none; }
.board .square text { fill: none; text-anchor: middle; font-size: 12px; font-weight: bold; }
.board .played .badge, .board .better .badge, .board .other .badge { fill: #222; stroke-width: 2; }
.board .played .badge { stroke: #e69f00; stroke-dasharray: 4 2; }
.board .better .badge { stroke: #56b4e9; }
.board .other .badge { stroke: #999; }
.board .square[class*="own-"] .badge { stroke: #888; transform-box: fill-box; transform-origin: center;
  transform: scale(.68, .8); }
.board .square[class*="own-"] text { font-size: 11px; }
.board .square[class*="own-"].legal .badge { stroke: #56d08a; stroke-width: 3; }
.board .own-black .badge { fill: #111; }
.board .own-white .badge { fill: #f6f6f0; }
.board .own-open .badge { fill: #777; }
.board .own-black text, .board .own-open text { fill: #fff; }
.board .own-white text { fill: #111; }
.board .played text, .board .better text, .board .other text { fill: #fff; }
.board .last circle { stroke: #e69f00; stroke-width: 3; }
.board .arrows line { stroke: #56b4e9; stroke-width: 4; opacity: .85; }
.board marker path { fill: #56b4e9; }
`;

export const PARTS_STYLE = `
[hidden] { display: none !important; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.soft { color: var(--soft); font-size: .95rem; }
.strong { font-weight: 600; }
.disc { display: inline-block; width: .75em; height: .75em; border-radius: 50%;
  border: 1.5px solid var(--soft); }
.disc.black { background: #111; }
.disc.white { background: #f6f6f0; }
button { font: inherit; color: inherit; min-height: 44px; min-width: 44px; padding: 0 12px;
  border: 1px solid var(--edge); border-radius: 6px; background: transparent; cursor: pointer; }
button:disabled { color: var(--soft); border-style: dashed; cursor: default; }
button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent);
  color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.players { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin-bottom: 8px; }
.player { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 8px; margin: 0;
  min-height: 44px; padding: 4px 10px; border: 1px solid var(--line); border-radius: 6px;
  overflow-wrap: anywhere; box-sizing: border-box; }
.player.turn { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.player .disc { width: 20px; height: 20px; flex: none; }
.player .count { margin-left: auto; font-size: 1.15rem; font-variant-numeric: tabular-nums; }
.tools { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 8px; }
.tools button { flex: 1 1 auto; }
.pair { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.moves, .marks, .variations { list-style: none; padding: 2px; margin: 0; display: grid; gap: 4px; }
.moves, .marks { max-height: 420px; overflow: auto; }
.moves {
  grid-template-columns: repeat(auto-fill, minmax(96px, 1fr)); }
.moves li, .marks li { position: relative; }
.moves button, .marks button, .variations button { width: 100%; padding: 0 6px; text-align: left;
  font-size: .9rem; font-variant-numeric: tabular-nums; }
.variations li { display: flex; gap: 4px; }
.variations .drop { width: auto; padding: 0; text-align: center; }
[aria-current="true"] { box-shadow: inset 0 0 0 2px var(--accent);
  border-color: var(--accent) !important; }
.moves .inaccuracy, .moves .mistake, .moves .blunder, .marks button { color: var(--bad);
  font-weight: 700; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .95rem; width: 100%;
  font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 3px 10px 3px 0; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
@media (max-width: 480px) {
  .review-table, .wide table { font-size: .85rem; }
  :is(.review-table, .wide) :is(th, td) { padding-inline: 0 6px; white-space: normal; }
}
.figures { display: grid; gap: 24px;
  grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr)); }
.figures figure { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.figures summary { cursor: pointer; padding: 8px 0; }
.figures figcaption p { margin: 4px 0; font-size: .9rem; }
.beside figure { margin: 0; min-width: 0; }
.beside figcaption { font-size: .9rem; overflow-wrap: anywhere; }
.beside-boards { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; max-width: 640px; }
.beside :is(th, td) { white-space: normal; padding: 3px 6px 3px 0; }
.beside td, .beside thead th { text-align: center; }
.graph { display: block; width: 100%; height: auto; cursor: pointer; touch-action: pan-y; }
.graph .exact { fill: var(--exact); }
.graph .grid { stroke: var(--line); stroke-width: 1; }
.graph .zero { stroke: var(--soft); stroke-width: 1.5; }
.graph .scale { fill: var(--soft); font: 12px sans-serif; text-anchor: end; }
.graph .curve { fill: none; stroke: var(--accent); stroke-width: 2.5; }
.graph .lead { stroke: var(--bad); }
.graph .mark { fill: var(--bad); font: bold 14px sans-serif; text-anchor: middle; }
.graph .cursor { stroke: currentColor; stroke-width: 1.5; stroke-dasharray: 4 3; }
`;

export const ELEMENT_STYLE = `
:host { display: block; container-type: inline-size; color: var(--outflank-text, inherit);
  --soft: var(--outflank-soft, color-mix(in srgb, currentColor 78%, transparent));
  --line: var(--outflank-line, color-mix(in srgb, currentColor 28%, transparent));
  --edge: var(--outflank-edge, color-mix(in srgb, currentColor 60%, transparent));
  --accent: var(--outflank-accent, light-dark(#00609a, #7cc4ef));
  --on-accent: var(--outflank-on-accent, light-dark(#fff, #10181d));
  --exact: var(--outflank-exact, light-dark(#00806022, #2fd0a522));
  --bad: var(--outflank-bad, light-dark(#a33f00, #ff9d5c)); }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
.board .frame { fill: var(--outflank-frame, #222); }
.board .square > rect:first-child { fill: var(--outflank-felt, #0a6a3a);
  stroke: var(--outflank-lines, #063f22); }
.all { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
.side:empty { display: none; }
@container (min-width: 720px) {
  .all:has(.side:not([hidden])) { grid-template-columns: minmax(0, 460px) minmax(0, 1fr); }
}
.board-box { position: relative; }
.cells { position: absolute; inset: 5.5556%; display: grid; grid-template-rows: repeat(8, 1fr); }
.cells [role="row"] { display: grid; grid-template-columns: repeat(8, 1fr); }
.cells [role="gridcell"] { display: grid; }
.cells button { min-width: 0; min-height: 0; padding: 0; border: 0; border-radius: 0;
  touch-action: manipulation; }
.cells button[aria-disabled="true"] { cursor: default; }
.cells button:focus-visible { outline: 3px solid #fff; outline-offset: -3px;
  box-shadow: inset 0 0 0 5px #222; }
.status { min-height: 3em; margin: 10px 0 0; font-weight: 600; }
.side .review-move { display: none; }
h2 { font-size: 1.05rem; margin: 16px 0 8px; }
@media (forced-colors: active) { .board, .disc { forced-color-adjust: none; } }
`;

const sheets = new Map();

/* The texts as style sheets for adoptedStyleSheets, each made once. */
export function sheetsOf(...texts) {
  return texts.map((text) => {
    if (!sheets.has(text)) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      sheets.set(text, sheet);
    }
    return sheets.get(text);
  });
}
