/* outflank-board.d.ts - <outflank-board>, a board for any page.
 *
 *     <script type="module" src="outflank/board/outflank-board.js"></script>
 *     <outflank-board>f5d6c3d3c4f4</outflank-board>
 *
 * Inside is a game or a position in any form that Outflank reads; moves ("f5d6") and positions (64
 * squares and the side to move) are shown without the engine. Attributes:
 *
 *     moves, position   instead of the text inside; may change
 *     ply               the position shown, from 0; may change. Default: the last
 *     play              "black", "white": the person's side, the engine has the other; "both" (the
 *                       default): all moves may be tried; "none": nothing can be played
 *     strength          1 to 20, of the engine's play. Default: 8
 *     values            values of the moves stand on the squares
 *     review            the game is reviewed at once
 *     depth             of a review, in plies. Default: 12
 *     engine            "none": no button needs the engine
 *     bare              the squares alone, which show() fills
 *     language          of all words of the document: "ja" loads languages/ja.js. Default: that of
 *                       <html lang>, if its file was imported; else English
 *
 * Colours: --outflank-felt, -lines, -frame, -text, -soft, -line, -edge, -accent, -on-accent, -exact
 * and -bad. Without them it takes the page's colour of text and its color-scheme.
 *
 * Keys: arrows go over the squares, Enter plays; elsewhere Left, Right, Home, End go through the
 * game, n to the next marked move, Down and Up along the better line. */
import type { Engine, ReviewResult } from "./outflank.js";

export interface BoardState {
  position: string;
  /** Squares 0 (a1) to 63 (h8) that may be played. */
  legal: number[];
  marks: Record<number, [kind: "played" | "better" | "other", text: string]>;
  arrows: [from: number, to: number][];
  /** The square of the last move, or -1. */
  last: number;
}

export interface BoardEventMap extends HTMLElementEventMap {
  /** A square was pressed: detail is its number. preventDefault(): no move is made of it. */
  square: CustomEvent<number>;
  /** Another position is shown, or another game. */
  change: CustomEvent<{ at: number; moves: string; position: string }>;
  review: CustomEvent<ReviewResult>;
}

export class OutflankBoard extends HTMLElement {
  /** Of all boards that have none of their own. null: the package's is started when it is needed. */
  static engine: Engine | Promise<Engine> | null;
  engine: Engine | Promise<Engine> | null;
  /** The review that is shown; one that is set brings its game. */
  get review(): ReviewResult | null;
  set review(result: ReviewResult);
  /** Whether values stand on the squares. */
  values: boolean;
  /** The picture, as it is. */
  readonly svg: SVGSVGElement;
  /** Another game or position. Rejected if it cannot be read. */
  load(text: string): Promise<void>;
  /** Reviews the game; undefined: it was stopped, or cannot be, and the board says why. */
  startReview(): Promise<ReviewResult | undefined>;
  show(state: BoardState): void;
  addEventListener<K extends keyof BoardEventMap>(type: K,
    listener: (this: OutflankBoard, event: BoardEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap { "outflank-board": OutflankBoard }
}
