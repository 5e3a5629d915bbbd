/* A game with its variations as one SGF text, from the texts of each game alone. */

/** One node: its properties, each with its values, in which a backslash keeps the next character. */
const NODE = /;(?:[A-Z]+(?:\[(?:\\[^]|[^\\\]])*\])+|\s)*/g;
const MOVE = /^;[BW]\[\w*\]/;

/** What follows from node `at` on, where the games agree up to it; the first of them comes first. */
function branch(games: string[][], at: number): string {
  const ways = new Map<string, string[][]>();
  for (const game of games) {
    const move = game[at] && (MOVE.exec(game[at])?.[0] ?? "");
    if (move !== undefined) ways.set(move, [...(ways.get(move) ?? []), game]);
  }
  const texts = [...ways.values()].map((way) => way[0]![at]! + branch(way, at + 1));
  return texts.length > 1 ? texts.map((text) => `(${text.trim()})`).join("\n") : texts.join("");
}

/** They begin alike, except for comments; those of the first are taken. */
export function joinSgf(texts: string[]): string {
  return `(${branch(texts.map((text) => text.match(NODE) ?? []), 0)})\n`;
}
