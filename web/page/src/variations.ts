/* Variations and comments: games of their own and a map on the page (web/board/session.js), in a record lines such
 * as "c4 d3 {good} (e3)" by their move, and comments by theirs. */
import { Game } from "../../board/game.js";

interface Says { position?: string; game?: string; comments?: Record<string, string>; variations?: Record<string, string[]> }

const says = (record: string | undefined): Says => JSON.parse(record || "{}") as Says;

/** As Game.keyAt(). */
const keyOf = (moves: readonly string[]): string => moves.filter((move) => move !== "pass").join("");

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");

function note(comments: Map<string, string>, moves: readonly string[], text: string): void {
  const key = keyOf(moves), old = comments.get(key);
  comments.set(key, old ? `${old} ${text}` : text);
}

/** The moves of a line behind those before it, and of every line in it. */
function expand(line: string, before: readonly string[], comments: Map<string, string>): string[][] {
  const inner: string[][] = [], open: string[][] = [];
  let moves = [...before];
  for (const [part] of line.matchAll(/\{[^}]*\}|[()]|[^\s(){}]+/g)) {
    if (part === "(") {
      open.push(moves);
      moves = moves.slice(0, -1);
    } else if (part === ")") {
      inner.push(moves);
      moves = open.pop() ?? moves;
    } else if (part.startsWith("{")) note(comments, moves, part.slice(1, -1));
    else moves = [...moves, part === "--" ? "pass" : part];
  }
  return [moves, ...inner];
}

/** What the record has beside the moves of the game, which is that of the record. */
export function besideOf({ from, moves, names, record }: Game): { lines: Game[]; comments: Map<string, string> } {
  const comments = new Map<string, string>(), said = says(record);
  for (const [ply, text] of Object.entries(said.comments ?? {})) note(comments, moves.slice(0, Number(ply)), text);
  const lines = Object.entries(said.variations ?? {}).flatMap(([ply, all]) =>
    all.flatMap((line) => expand(line, moves.slice(0, Number(ply) - 1), comments).map((moves) => new Game(from, moves, names, record))));
  return { lines, comments };
}

/** The games that part from the first one at move `at`, in groups by their move there. */
function groups([first, ...others]: Game[], at: number): Game[][] {
  const found = new Map<string, Game[]>();
  for (const line of others) {
    const move = line.moves[at];
    if (!move || move === first!.moves[at] || first!.keyAt(at) !== line.keyAt(at)) continue;
    found.set(move, [...found.get(move) ?? [], line]);
  }
  return [...found.values()];
}

/** The moves of the first line from `at` on, with comments and the other lines. */
function tell(lines: Game[], at: number, comments: Map<string, string>): string {
  const first = lines[0]!, parts: string[] = [];
  for (let i = at; i < first.length; i++) {
    const isPass = first.moves[i] === "pass", comment = isPass ? undefined : comments.get(first.keyAt(i + 1));
    parts.push(isPass ? "--" : first.moves[i]!);
    if (comment) parts.push(`{${oneLine(comment).replaceAll("}", ")")}}`);
    if (i > at) parts.push(...groups(lines, i).map((group) => `(${tell(group, i, comments)})`));
  }
  return parts.join(" ");
}

/** True if two records in JSON have the same comments and variations. */
export function isLike(json: string, other: string): boolean {
  const [a, b] = [json, other].map((text) => {
    const { comments = {}, variations = {} } = says(text);
    return JSON.stringify([comments, variations]);
  });
  return a === b;
}

/** A record of the game in JSON with these lines and comments in place of its own. */
export function withBeside(json: string, game: Game, lines: Game[], comments: Map<string, string>): string {
  const record = says(json), all = [game, ...lines];
  record.comments = {};
  record.variations = {};
  for (let at = 0; at <= game.length; at++) {
    const comment = game.moves[at - 1] === "pass" ? undefined : comments.get(game.keyAt(at)), parted = groups(all, at);
    if (comment) record.comments[at] = oneLine(comment);
    if (parted.length) record.variations[at + 1] = parted.map((group) => tell(group, at, comments));
  }
  return JSON.stringify(record);
}
