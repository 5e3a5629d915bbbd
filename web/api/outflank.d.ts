/* outflank.d.ts - the engine for pages and node: what can be asked, and what comes back.
 *
 * The engine is WebAssembly in a Worker (node: a worker thread), so a page never waits for it.
 * Results are the objects that the command line prints with --json (docs/json.md, docs/review.md,
 * share/schema/outflank-2.json): keys with underscores, scores in discs for the side to move, moves
 * as "d3" or "pass", positions as 64 squares a1 b1 .. h8 and the side to move.
 *
 *     import { load } from "./outflank.mjs";
 *     const engine = await load();                          // plays, with the classical evaluation
 *     await engine.ready;                                   // the weights are there: full strength
 *     const task = engine.analyze("f5d6c3", { seconds: 2 });
 *     for await (const now of task) show(now);              // better and better
 *     const result = await task;
 *
 * Order: requests are answered one after the other, in the order of the calls.
 * Errors: promises are rejected with an OutflankError, whose message is one sentence for the user.
 *         A request that is refused changes nothing, and the next one is answered as usual.
 * Lost workers: if the Worker dies, the request at work is rejected with code "lost". A new Worker
 *         is started, with the same files (they are not loaded again), and the next request has
 *         its answer from there. */

/** A position or a game in any form that Outflank reads (docs/texts.md): "start", moves ("f5d6c3"),
 *  64 squares and the side, GGF, SGF, PGN, FEN, a link ... Of a game its last position counts. */
export type Text = string;

/* ---- loading ---- */

/** A file: where it is, or its bytes. Compressed with gzip or not; that is seen from the bytes.
 *  What came from a server is kept: by the browser, or by node in ~/.cache/outflank. */
export type Source = string | URL | ArrayBuffer | Uint8Array;

export interface LoadOptions {
  /** The folder with the files of the package. Default: where outflank.mjs is. */
  base?: string | URL;
  /** Where a file of the package is ("worker.mjs", "threads/outflank-threads.wasm"), if the files are
   *  not beside each other. */
  locate?: (name: string) => URL;
  /** The weights. Default: "outflank-weights.bin.gz" in `base`. null: none, ever. */
  weights?: Source | null;
  /** The opening book (a packed one). Default: null, no book. */
  book?: Source | null;
  /** Threads of a search; "auto" (the default): all but one processor, at most 4. More than one
   *  needs shared memory: a page that is crossOriginIsolated (COOP and COEP), or node. Where there
   *  is none, one thread is taken without a word; engine.state.threads tells. Results repeat
   *  exactly with one thread only. */
  threads?: number | "auto";
  /** MiB of the transposition table, 1 to 1024. Default: 64. */
  hash?: number;
  /** Keep the weights unpacked in the browser's storage (Cache, 32 MB), from where the next visit reads
   *  them in a third of the time. Default: false. */
  keep?: boolean;
  /** Called while files come in, and with `error` if one cannot be used. */
  onProgress?: (progress: LoadProgress) => void;
  /** Ends the loading; load() is rejected with code "stopped". */
  signal?: AbortSignal;
}

export interface LoadProgress {
  file: "engine" | "weights" | "book" | "people";
  /** Bytes received; of how many as they are sent, null if nobody says. */
  loaded: number;
  total: number | null;
  /** The file is in use. */
  done: boolean;
  /** Why it cannot be used: one sentence. The engine goes on without that file. */
  error?: string;
}

/** Resolves as soon as the engine can be asked: with the classical evaluation, if there are no
 *  weights yet. The weights come in behind that, and the book behind them. Rejected only if the engine itself cannot
 *  start. */
export function load(options?: LoadOptions): Promise<Engine>;

export interface EngineState {
  version: string;
  /** "trained" once the weights are in use. Weights come between two requests, never within. */
  evaluation: "classical" | "trained";
  /** As "network" in results: 16 hexadecimal digits, or "classical". */
  network: string;
  book: boolean;
  threads: number;
  hash: number;
  /** Bytes of the engine's memory; it never shrinks. */
  memory: number;
  /** The level of the kernels: "simd128", or "generic" for plain C. */
  cpu: string;
  /** What could not be loaded, a sentence each: damaged weights, a book of another kind ... */
  problems: string[];
  /** Discs that a move gives away on average, by strength: strengths[0] is strength 1. */
  strengths: number[];
}

/* ---- requests ---- */

export interface Limits {
  /** Of time for a position. */
  seconds?: number;
  nodes?: number;
  /** Plies, 1..60. */
  depth?: number;
}

export interface AnalyzeRequest extends Limits {
  /** Moves wanted, best first. Default: all. */
  best?: number;
  /** Consider these moves only: "b5,f4". */
  moves?: string;
  /** Find the exact score of every move that is wanted. */
  exact?: boolean;
  /** Go on, in ever longer rounds, until stop() or until all is exact. */
  infinite?: boolean;
}
/* Without limits: 2 seconds. */

export interface SolveRequest {
  seconds?: number;
  nodes?: number;
  /** Find all moves of the best score. */
  ties?: boolean;
  /** Solve every move. */
  all_moves?: boolean;
  /** Only who wins. */
  wld?: boolean;
}

export interface PlayRequest extends Limits {
  /** 1 to 20: gives discs away (docs/strength.md). Sets loss aside. */
  strength?: number;
  /** Discs to give away in a move, on average. */
  loss?: number;
  /** Plies, 0..60, at full strength. Without anything: 10. */
  level?: number;
  /** The mover's clock. */
  clock?: { clock_ms: number; increment_ms?: number };
  /** 1000 to 2200: moves as people of that rating play them, after use({ people }). Sets strength and
   *  loss aside. */
  rating?: number;
  /** The seed of weak play: the same game has the same moves. Default: by chance. */
  seed?: number;
  /** Discs that book moves of a side may lose in a game, to vary it. Default: 0. */
  variety?: number;
  /** Ask the book, if one is loaded. Default: true. Weak play asks none. */
  book?: boolean;
}

export interface ReviewRequest extends Limits {
  /** Exact values from so many empties on. Default: 22; on phones 18 is quicker. */
  exact_empties?: number;
  /** Of a file with several games: which, from 1. */
  game?: number;
  /** A rating: how many people of it see the better move, after use({ people }). */
  people?: number;
}
/* Without limits: depth 12. */

export interface StudyRequest extends Omit<ReviewRequest, "game" | "people"> {
  /** Names of one player; * stands for any text. */
  players: string[];
  /** The first plies of each game that nobody chose, as XOT's 8, are not judged. */
  drawn?: number;
}

export interface ExplainRequest extends Omit<ReviewRequest, "game" | "people"> {
  /** Both lines to the same ply, too. */
  beside?: boolean;
}

/** A request at work: a promise of its result, and a stream of how far it is. */
export interface Task<T, P = T> extends Promise<T> {
  /** Each progress, while it is at work; ends before the promise settles. Slow readers see the
   *  newest only. */
  [Symbol.asyncIterator](): AsyncIterator<P>;
  /** Called with each progress, as it comes. Returns the task. */
  onProgress(call: (progress: P) => void): this;
  /** Ends it soon: the promise resolves with what is known ("stopped": true). With shared memory
   *  within some 10 ms. Without it the Worker is replaced if it does not end within 100 ms: then
   *  the newest progress becomes the result. Where nothing is known yet, or the request was not
   *  begun, the promise is rejected with code "stopped". */
  stop(): void;
}

export interface Engine {
  readonly state: EngineState;
  /** Settles when weights and book are in use, or cannot be (state.problems). Never rejected. */
  readonly ready: Promise<EngineState>;

  /** As "outflank analyze --json". Progress about ten times a second. */
  analyze(text: Text, request?: AnalyzeRequest): Task<AnalyzeResult>;
  /** As "outflank solve --json". */
  solve(text: Text, request?: SolveRequest): Task<SolveResult>;
  /** A move for the side to move; nothing is kept of the game. Progress has the best line so far. */
  play(text: Text, request?: PlayRequest): Task<PlayResult>;
  /** As "outflank review --json". Progress: the same object with what is known so far
   *  ("complete": false), from the last position to the first. */
  review(text: Text | Uint8Array, request?: ReviewRequest): Task<ReviewResult>;
  /** As "outflank review --json --player", of all games of the text. Progress: the same object with the games
   *  so far. Ratings are told after use({ people }). */
  study(text: Text | Uint8Array, request: StudyRequest): Task<StudyResult>;
  /** As "outflank explain --json MOVE POSITION". */
  explain(text: Text, move: string, request?: ExplainRequest): Task<ExplainResult>;
  /** As "outflank eval --json --explain": a static value, and the terms of the classical one. */
  evaluate(text: Text): Task<EvalResult>;
  /** As "outflank opening --json MOVES": the names of a game, in en, fr, ja. */
  openings(text: Text): Task<OpeningName[]>;
  /** As "outflank book show --json": what the loaded book knows of the position. moves is empty if
   *  it knows nothing, or if there is no book. */
  book(text: Text): Task<BookResult>;
  /** The games and positions of a file of any format, WTHOR included. At most `most` (1000). */
  read(data: Text | Uint8Array, request?: { most?: number }): Task<(GameRecord | UnreadRecord)[]>;
  /** As "outflank convert": the text in another format ("ggf", "sgf", "pgn", "obf", "moves",
   *  "json" ...; state of the list: docs/texts.md). */
  convert(data: Text | Uint8Array, request: { to: string; from?: string; record?: string }): Task<string>;
  /** The board after the text, with its legal moves and what each turns. */
  position(text: Text): Task<PositionResult>;
  /** As "outflank bench --json": a signature of the search, and how fast it is here. About 10
   *  million nodes. */
  bench(request?: { depth?: number }): Task<BenchTotal, BenchRow>;
  /** The eight moves of a start of eXtreme Othello, the seed's. */
  xot(request?: { seed?: number }): Task<string>;
  /** A drawing of the board as SVG. */
  svg(text: Text, request?: { title?: string }): Task<string>;

  /** Changes threads, the table or the kernels between two requests; rejected if it cannot be. The
   *  results are the same with all kernels. */
  set(options: {
    hash?: number; threads?: number | "auto"; cpu?: "simd128" | "generic";
  }): Promise<EngineState>;
  /** Takes other weights or another book, as load() does, or the model of people, people-1.bin: a file
   *  of 1.7 MB that lies beside the page, and is no part of the package. Rejected with the reason if
   *  they cannot be used; what was there before stays. null takes weights or book away. */
  use(files: { weights?: Source | null; book?: Source | null; people?: Source }): Promise<EngineState>;
  /** Forgets the transposition table. */
  newGame(): Promise<void>;
  /** Stops the request at work, and rejects those that wait. */
  stop(): void;
  /** Ends the Worker. Whatever waits is rejected with code "stopped". */
  dispose(): void;
}

export type ErrorCode = "refused" | "stopped" | "lost" | "load";
export class OutflankError extends Error {
  private constructor();
  /** refused: the request cannot be answered; load: the engine cannot start. */
  readonly code: ErrorCode;
  /** Of a text that cannot be read: where, from 1. */
  readonly column?: number;
}

/* ---- results ---- */

/** Of a score: proven, so that nothing can change it; what a search found without a proof; or a bound
 * of the value, proven if the line is `solved`. */
export type Bound = "exact" | "estimate" | "lower" | "upper";
export type SideName = "black" | "white";
export interface Names { en?: string; fr?: string; ja?: string }

export interface Line {
  move: string;
  score: number;
  bound: Bound;
  depth: number;
  confidence: number;
  solved: boolean;
  wld: boolean;
  /** `bound` is "exact". */
  exact: boolean;
  pv: string[];
  source?: "book" | "book:person" | "book:other" | "book:proof" | "line";
}

export interface SolveResult {
  schema: 2;
  position: string;
  moves: Line[];
  nodes: number;
  time_ms: number;
  opening?: Names;
  proved?: [number, number];
  lacks_ties?: boolean;
  stopped?: boolean;
}

export interface BookResult extends SolveResult {
  /** Of each move: games that came there. */
  games: number[];
  /** No move that is not listed is better. */
  complete: boolean;
  value?: number;
  /** What people played, most often first; of moves that are the same by symmetry one. */
  people: Played[];
}

/** For who made the move. */
export interface Counts { won: number; drawn: number; lost: number }
/** By his rating; `to` is null for the highest. */
export interface RatedCounts extends Counts { from: number; to: number | null }
/** A working book has results; a packed one numbers of games, which are rounded down if they are large. */
export interface Played extends Partial<Counts> {
  move: string;
  games: number;
  rounded: boolean;
  bands?: RatedCounts[];
}

export interface BenchRow {
  schema: 2;
  index: number;
  kind: "depth" | "exact";
  depth: number;
  move: string;
  score: number;
  nodes: number;
  seconds: number;
}
export interface BenchTotal {
  schema: 2;
  total: { nodes: number; seconds: number; nodes_per_second: number };
}

export interface AnalyzeResult extends SolveResult {
  moves: (Line & { loss: number; opening?: Names })[];
  side: SideName;
  empties: number;
  stopped: boolean;
  limits: { best: number; exact: boolean; seconds?: number; nodes?: number; depth?: number };
  settings: Record<string, string>;
  network: string;
  forecast?: { nodes: number; seconds: number | null; factor: number };
}

export interface PlayResult extends SolveResult {
  type: "play";
  /** "d3", "pass"; "none" when the game is over. moves[0] is this move. */
  move: string;
  side: SideName;
  stopped: boolean;
}

export interface Sentence {
  kind: string;
  text: string;
  square: string | null;
  /** Counts behind the move and behind the better one. */
  worse: number;
  better: number;
}

export interface ReviewPly {
  ply: number;
  number: number;
  side: SideName;
  played: string;
  score: number;
  score_exact: boolean;
  best: string;
  best_score: number;
  best_exact: boolean;
  loss: number;
  chance: number;
  chance_lost: number;
  exact: boolean;
  depth: number;
  confidence: number;
  black: number;
  position: string;
  line: string[];
  grade: "inaccuracy" | "mistake" | "blunder" | null;
  sure: boolean;
  forced: boolean;
  let_off: boolean;
  missed_win: boolean;
  missed_draw: boolean;
  why: Sentence[];
  /** Of mistakes and blunders. */
  beside?: Beside | null;
}

/** A board; counts are those of Black, then of White. */
export interface BesideBoard {
  line: string[];
  position: string;
  discs: [number, number];
  /** As if it were to move. */
  moves: [number, number];
  corners: [number, number];
  stable: [number, number];
  /** Of empty squares that touch, largest first. */
  regions: { square: string; size: number }[];
  /** Who moves last if nobody passes. */
  last: SideName;
}
/** The better line and the one played, to the same ply. */
export interface Beside { plies: number; better: BesideBoard; worse: BesideBoard; differ: string[] }

export interface ReviewShare { moves: number; given: number; accuracy: number | null }
export interface ReviewSide {
  moves: number;
  given: number;
  mean: number;
  accuracy: number;
  counts: { inaccuracy: number; mistake: number; blunder: number };
  missed_wins: number;
  missed_draws: number;
  phases: [ReviewShare, ReviewShare, ReviewShare];
  last20: ReviewShare;
}

export interface ReviewResult {
  schema: 2;
  type: "review";
  file: string;
  game: number;
  black: string;
  white: string;
  date: string;
  from: string;
  moves: string;
  to: string;
  start: number;
  final: number;
  over: boolean;
  complete: boolean;
  settings: { depth: number; exact_empties: number; nodes: number; time_ms: number };
  turning_point: number | null;
  plies: ReviewPly[];
  summary: { black: ReviewSide; white: ReviewSide };
  opening?: Names & { en: string; plies: number };
}

/** Discs lost, or of errors how many: a sum over moves, and the mean with its error at 95 %. */
export interface StudyMean { moves: number; given: number; mean: number; low: number | null; high: number | null }

export interface StudyMove {
  position: string;
  number: number;
  played: string;
  score: number;
  best: string;
  best_score: number;
  loss: number;
  exact: boolean;
  grade: ReviewPly["grade"];
  sure: boolean;
  chance_lost: number;
  line: string[];
  played_line: string[];
  why: Sentence[];
  source: { file: string; game: number; opponent: string; date: string; side: SideName };
  beside?: Beside | null;
  people?: { rating: number; see: number; play: number };
}

/** docs/study.md */
export interface StudyResult {
  schema: 2;
  type: "study";
  players: string[];
  /** Games that were judged, and those that were there before; `found` are all. */
  games: number;
  twice: number;
  found: number;
  won: number;
  drawn: number;
  lost: number;
  unfinished: number;
  saved_losses: number;
  thrown_endings: number;
  missed_wins: number;
  missed_draws: number;
  loss: StudyMean;
  phases: [StudyMean, StudyMean, StudyMean];
  last20: StudyMean;
  sides: { black: StudyMean; white: StudyMean };
  times: { from: number; to: number | null; loss: StudyMean }[];
  errors: { discs: number; rate: StudyMean }[];
  strength: { value: number; low: number; high: number } | null;
  rating: { value: number; error: number; end: boolean } | null;
  openings: { name: string | null; opening?: Names; games: number; won: number; drawn: number; lost: number; loss: StudyMean;
    first_error: { games: number; number: number } | null; again?: { games: number; move: StudyMove } }[];
  kinds: { kind: string; text: string; moves: number; given: number }[];
  again: { times: number; given: number; moves: StudyMove[] }[];
  worst: StudyMove[];
  instructive: StudyMove[];
  /** Sure mistakes to train on, most to learn from first. */
  lessons: StudyMove[];
}

export interface ExplainResult {
  schema: 2;
  type: "explain";
  position: string;
  move: string;
  better: Line;
  worse: Line | null;
  loss: number;
  sentences: Sentence[];
  beside?: Beside | null;
}

export interface EvalResult {
  schema: 2;
  position: string;
  value: number;
  opening?: Names;
  /** Discs that stay, of the side to move and the other. */
  stable: { own: string[]; other: string[] };
  /** Of a1 b1 .. h8: 1 if the side to move may be expected to own the square at the end, -1 if the other. */
  owners?: number[];
  terms: { name: string; own: number; other: number; contribution: number }[];
}

export interface OpeningName {
  schema: 2;
  language: "en" | "fr" | "ja";
  name: string;
  moves: string;
  sources: string;
  played: string;
  plies: number;
}

export interface GameRecord {
  schema: 2;
  type: "game";
  /** From 1. */
  index: number;
  black: string;
  white: string;
  date: string;
  from: string;
  /** A transcript; passes are left out. */
  moves: string;
  to: string;
  over: boolean;
  /** Black's discs less White's, empties to the winner; null if the game is not over. */
  result: number | null;
  /** What had to be assumed. */
  note?: string;
  /** All that it says (event, ratings, comments), as a line of JSON: convert() takes it as "record". */
  record: string;
  error?: undefined;
}

/** In place of a game that cannot be read. */
export interface UnreadRecord {
  schema: 2;
  type: "game";
  index: number;
  error: { message: string; line: number; column: number };
}

export interface PositionResult {
  schema: 2;
  type: "position";
  position: string;
  side: SideName;
  empties: number;
  discs: { black: number; white: number };
  /** None, and not over: the side to move must pass. */
  moves: { move: string; turns: string[] }[];
  over: boolean;
  /** Black's view, empties to the winner; only when it is over. */
  result?: number;
  opening?: Names;
}
