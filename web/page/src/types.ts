/* Types of web/board/, which is JavaScript. */
import type { Game } from "../../board/game.js";
import type { Session } from "../../board/session.js";

export type { Game, Session };
export type Side = "X" | "O";
export type Change = "move" | "undo" | "game" | "view";
export type Mark = [kind: "played" | "better" | "other" | "legal" | "own-black" | "own-white" | "own-open" | `own-${string} legal`,
  text: string, label?: string];
export interface GameNames { black: string; white: string }

/** <outflank-board bare>. */
export interface OutflankBoard extends HTMLElement {
  readonly svg: SVGSVGElement;
  show(state: BoardState): void;
}

/** What the board shows. */
export interface BoardState {
  position: string;
  /** Where the person may play now. */
  legal: number[];
  marks: Record<number, Mark>;
  arrows: [from: number, to: number][];
  last: number;
}
export interface Point { value: number | null; exact: boolean; mark: string }
