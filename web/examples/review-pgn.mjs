/* Reviews the games of a file (PGN, or any other format): node review-pgn.mjs GAMES.pgn
 *
 * Prints what each side gave away, and the moves that lost 4 discs or more. */
import { readFile } from "node:fs/promises";
import { load } from "outflank";

const file = process.argv[2];
if (!file) {
  console.error("usage: node review-pgn.mjs GAMES.pgn");
  process.exit(64);
}
const data = new Uint8Array(await readFile(file));
const engine = await load();
await engine.ready;
for (const { index, error } of await engine.read(data)) {
  if (error) {
    console.error(`game ${index}: line ${error.line}: ${error.message}`);
    continue;
  }
  const task = engine.review(data, { game: index, depth: 10, exact_empties: 16 });
  for await (const { plies } of task) process.stderr.write(`\r${plies.length} moves `);
  const { black, white, summary, plies, final } = await task;
  process.stderr.write("\r");
  console.log(`${index}. ${black || "Black"} - ${white || "White"}: ${final} for Black; ` +
    `Black gave ${summary.black.given} away, White ${summary.white.given}`);
  for (const { number, side, played, loss, best, why } of plies.filter((ply) => ply.loss >= 4))
    console.log(`  ${number}. ${side} ${played} loses ${loss}; better ${best}. ${why[0]?.text ?? ""}`);
}
engine.dispose();
