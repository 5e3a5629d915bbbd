/* Variations: games of their own on the page, lines such as "c4 d3 {good} (e3)" by their move in a record. */
import { Game } from "../../board/game.js";

interface Says { position?: string; game?: string; comments?: Record<string, string>; variations?: Record<string, string[]> }

const says = (record: string | undefined): Says => JSON.parse(record || "{}") as Says;

/** The moves of a line behind those before it, and of every line in it. */
function expand(line: string, before: readonly string[]): string[][] {
  const inner: string[][] = [], open: string[][] = [];
  let moves = [...before];
  for (const [part] of line.matchAll(/\{[^}]*\}|[()]|[^\s(){}]+/g)) {
    if (part === "(") {
      open.push(moves);
      moves = moves.slice(0, -1);
    } else if (part === ")") {
      inner.push(moves);
      moves = open.pop() ?? moves;
    } else if (!part.startsWith("{")) moves = [...moves, part === "--" ? "pass" : part];
  }
  return [moves, ...inner];
}

/** What the record has beside the moves of the game, which is that of the record. */
export function linesOf({ from, moves, names, record }: Game): Game[] {
  return Object.entries(says(record).variations ?? {}).flatMap(([ply, lines]) =>
    lines.flatMap((line) => expand(line, moves.slice(0, Number(ply) - 1)).map((all) => new Game(from, all, names, record))));
}

/** A record of the game in JSON with what it lacks of the lines, each with where it parts from the game. */
export function withLines(json: string, { from, moves, names }: Game, ways: { line: Game; at: number }[]): string {
  const record = says(json), known = new Set(linesOf(new Game(from, moves, names, json)).map((line) => line.transcript));
  for (const { line, at } of ways)
    if (!known.has(line.transcript)) ((record.variations ??= {})[at + 1] ??= []).push(line.moves.slice(at).join(" "));
  return JSON.stringify(record);
}

/** Of the move before position `at`, as long as the moves are those of the record. */
export function commentAt(game: Game, at: number): string {
  const { position, game: moves, comments } = says(game.record);
  const isSame = (): boolean => Game.fromTranscript(moves ?? "", position).moves.slice(0, at).join() === game.moves.slice(0, at).join();
  return comments?.[at] && isSame() ? comments[at] : "";
}
