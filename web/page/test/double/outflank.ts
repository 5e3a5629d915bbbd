/* A test double of web/api: it speaks the same API, knows the rules and counts mobility and discs.
 * Tests of the page use it where the engine's answers must be quick, and known beforehand. */
import type * as Api from "../../../api/outflank";
import { Board } from "../../../board/board.js";
import { finalScore, Game, isOver, sideOf } from "../../../board/game.js";
import type { Side } from "../../src/types";

export class OutflankError extends Error {
  constructor(message: string, readonly code: Api.ErrorCode) {
    super(message);
  }
}

const read = (text: string): Game => {
  if (text === "start") return new Game();
  if (/^[-XO]{64} [XO]$/.test(text)) return new Game(text);
  const ggf = /BO\[8 ([-*O]{64}) ([*O])\]((?:[BW]\[\w\w\])*)/.exec(text);
  if (ggf) return Game.fromTranscript(ggf[3]!.replace(/[BW]\[(\w\w)\]/g, "$1").replace(/PA/g, "").toLowerCase(),
    (ggf[1]! + " " + ggf[2]!).replace(/\*/g, "X"));
  return Game.fromTranscript(text);
};

const other = (side: Side): Side => (side === "X" ? "O" : "X");

/** Corners, mobility: enough to tell moves apart. */
function value(position: string, side: Side): number {
  const mobility = Board.moves(position, side).length - Board.moves(position, other(side)).length;
  const corners = [0, 7, 56, 63].reduce((sum, s) => sum + (position[s] === side ? 8 : position[s] === "-" ? 0 : -8), 0);
  if (!isOver(position)) return mobility / 2 + corners;
  return finalScore(position) * (side === "X" ? 1 : -1);
}

function lines(position: string): Api.AnalyzeResult["moves"] {
  const side = sideOf(position), found = Board.moves(position, side).map((square) => {
    const move = Board.name(square);
    return { move, score: value(Board.play(position, move), side), pv: [move] };
  });
  found.sort((a, b) => b.score - a.score || a.move.localeCompare(b.move));
  return found.map((line) => ({ ...line, loss: found[0]!.score - line.score, bound: "estimate" as const, depth: 1,
    confidence: 87, solved: false, wld: false, exact: false }));
}

class DoubleTask<T, P> extends Promise<T> {
  static get [Symbol.species]() { return Promise; }
  private calls: ((now: P) => void)[] = [];
  stop: () => void = () => {};
  onProgress(call: (now: P) => void): this {
    this.calls.push(call);
    return this;
  }
  tell(now: P): void {
    for (const call of this.calls) call(now);
  }
  async *[Symbol.asyncIterator](): AsyncIterator<P> {}
}

let queue: Promise<unknown> = Promise.resolve();

/** A task that waits for its turn and then for `isEndless ? stop() : nothing`. */
function task<T, P = T>(answer: () => T, progress?: () => P, isEndless = false): Api.Task<T, P> {
  let done!: (value: T) => void, failed!: (error: unknown) => void;
  const result = new DoubleTask<T, P>((a, b) => { done = a; failed = b; });
  let stopped!: () => void;
  const stop = new Promise<void>((call) => { stopped = call; });
  result.stop = stopped;
  const turn = queue.then(async () => {
    await new Promise((call) => setTimeout(call, 5));
    try {
      if (progress) result.tell(progress());
      const value = answer();
      if (isEndless) await stop;
      done(value);
    } catch (error) {
      failed(new OutflankError(error instanceof Error ? error.message : String(error), "refused"));
    }
  });
  queue = turn.catch(() => {});
  return result as unknown as Api.Task<T, P>;
}

function analyzed(text: string): Api.AnalyzeResult {
  const position = read(text).last, side = sideOf(position);
  return { schema: 2, position, moves: lines(position), nodes: 1, time_ms: 1, stopped: false, network: "classical",
    limits: { best: 60, exact: false }, settings: {},
    side: side === "X" ? "black" : "white", empties: Board.count(position, "-") };
}

/** Grades by one ply: a loss of 2, 4 and 10 discs. */
function reviewed(text: string): Api.ReviewResult {
  const game = read(text), plies: Api.ReviewPly[] = [];
  const given = { black: 0, white: 0 };
  const counts = { black: { inaccuracy: 0, mistake: 0, blunder: 0 }, white: { inaccuracy: 0, mistake: 0, blunder: 0 } };
  game.moves.forEach((played, i) => {
    if (played === "pass") return;
    const position = game.positions[i]!, all = lines(position), side = sideOf(position) === "X" ? "black" : "white";
    const best = all[0]!, mine = all.find((line) => line.move === played)!;
    const grade = mine.loss >= 10 ? "blunder" : mine.loss >= 4 ? "mistake" : mine.loss >= 2 ? "inaccuracy" : null;
    given[side] += mine.loss;
    if (grade) counts[side][grade]++;
    plies.push({ ply: plies.length, number: plies.length + 1, side, played, score: mine.score, score_exact: false,
      best: best.move, best_score: best.score, best_exact: false, loss: mine.loss, chance: 0.5, chance_lost: 0,
      exact: false, depth: 1, confidence: 87, black: side === "black" ? best.score : -best.score, position,
      line: best.pv, grade, sure: true, forced: all.length === 1, let_off: false, missed_win: false,
      missed_draw: false, why: grade ? [{ kind: "kept", text: "Fewer moves are left.", square: null, worse: 1, better: 2 }] : [] });
  });
  const share = { moves: 0, given: 0, accuracy: null };
  const sum = (side: Api.SideName): Api.ReviewSide => ({ moves: plies.length / 2, given: given[side], mean: 1,
    accuracy: 50, counts: counts[side], missed_wins: 0, missed_draws: 0, phases: [share, share, share], last20: share });
  return { schema: 2, type: "review", file: "", game: 1, black: "", white: "", date: "", from: game.from,
    moves: game.transcript, to: game.last, start: 0, final: finalScore(game.last), over: game.isOver, complete: true,
    settings: { depth: 1, exact_empties: 0, nodes: 0, time_ms: 0 }, turning_point: null, plies,
    summary: { black: sum("black"), white: sum("white") } };
}

const state: Api.EngineState = { version: "0", evaluation: "classical", network: "classical", book: false,
  threads: 1, hash: 1, memory: 0, cpu: "generic", problems: [], strengths: Array.from({ length: 20 }, (_, i) => 8 - i * 0.4) };

export async function load(): Promise<Api.Engine> {
  const refuse = (): never => { throw new OutflankError("the double cannot do this", "refused"); };
  return {
    state, ready: Promise.resolve(state),
    analyze: (text: string, request: Api.AnalyzeRequest = {}) =>
      task(() => analyzed(text), () => analyzed(text), request.infinite === true),
    play: (text: string) => task(() => {
      const result = analyzed(text);
      return { ...result, type: "play" as const, move: result.moves[0]?.move ?? "none" };
    }),
    review: (text: string | Uint8Array) => task(() => reviewed(String(text)),
      () => ({ ...reviewed(String(text)), complete: false })),
    openings: () => task(() => []),
    read: (data: string | Uint8Array) => task(() => {
      const game = read(typeof data === "string" ? data : new TextDecoder().decode(data));
      return [{ schema: 2 as const, type: "game" as const, index: 1, black: "", white: "", date: "", from: game.from,
        moves: game.transcript, to: game.last, over: game.isOver, result: null, record: "" }];
    }),
    convert: refuse, explain: refuse, solve: refuse, evaluate: refuse, book: refuse, position: refuse, svg: refuse,
    set: async () => state, use: async () => state, newGame: async () => {}, stop: () => {}, dispose: () => {},
  } as unknown as Api.Engine;
}
