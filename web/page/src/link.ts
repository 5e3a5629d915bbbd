/* A game as the part of an address behind #, which no server ever sees:
 *
 *     #g=f5d6c3&p=2              moves, and the position shown (default: the last)
 *     #b=<64 squares><side>&g=   another start: - X O from a1 to h8, then X or O
 *
 * Unknown keys are ignored. */
import { Board } from "../../board/board.js";
import { Game, GameError } from "../../board/game.js";
import { t } from "./texts";

export function toHash(game: Game, at: number): string {
  const parts: string[] = [];
  if (!game.hasUsualStart) parts.push("b=" + game.from.replace(" ", ""));
  if (game.length) parts.push("g=" + game.transcript);
  if (parts.length && at < game.length) parts.push("p=" + at);
  return parts.length ? "#" + parts.join("&") : "";
}

/** null: nothing in it is meant for this page. Throws a GameError, a sentence. */
export function fromHash(hash: string): { game: Game; at: number } | null {
  const keys = new URLSearchParams(hash.replace(/^#/, ""));
  const board = keys.get("b"), moves = keys.get("g");
  if (board === null && moves === null) return null;
  let from = Board.start;
  if (board !== null) {
    if (!/^[-XO]{64}[XO]$/.test(board)) throw new GameError(t("badLinkBoard"));
    from = board.slice(0, 64) + " " + board[64];
  }
  const game = Game.fromTranscript(moves ?? "", from);
  const ply = keys.get("p");
  if (ply !== null && !/^\d{1,3}$/.test(ply)) throw new GameError(t("badLinkPly"));
  return { game, at: Math.min(ply === null ? game.length : Number(ply), game.length) };
}
