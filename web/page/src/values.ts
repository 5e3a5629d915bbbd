/* What is known of the positions of a game, for bar and graph: Black's view. */
import type * as Api from "../../api/outflank";

export interface Value { black: number; exact: boolean; depth: number }

export class Values {
  private readonly known = new Map<string, Value>();

  get(position: string): Value | undefined { return this.known.get(position); }

  /** Keeps the deeper value. */
  put(position: string, value: Value): void {
    const old = this.known.get(position);
    if (old && !value.exact && (old.exact || old.depth > value.depth)) return;
    if (this.known.size > 20000) this.known.clear();
    this.known.set(position, value);
  }

  putResult(result: Api.SolveResult): void {
    const best = result.moves[0];
    if (!best || best.bound === "lower" || best.bound === "upper" || best.wld) return;
    const sign = result.position[65] === "X" ? 1 : -1;
    this.put(result.position, { black: sign * best.score, exact: best.exact, depth: best.depth });
  }

  putReview(review: Api.ReviewResult): void {
    for (const ply of review.plies)
      this.put(ply.position, { black: ply.black, exact: ply.best_exact, depth: ply.depth });
  }
}
