/* Types of board.js, for web/page. */
export type Side = "X" | "O";
export type Mark = [kind: "played" | "better" | "other" | "legal", text: string];
export type Arrow = [from: number, to: number];
export const Board: {
  start: string;
  square(name: string): number;
  name(square: number): string;
  flips(cells: string, side: Side, square: number): number[];
  moves(position: string, side: Side): number[];
  play(position: string, move: string): string;
  count(position: string, disc: "X" | "O" | "-"): number;
  create(svg: SVGSVGElement): void;
  show(svg: SVGSVGElement, position: string, marks: Record<number, Mark>, arrows: Arrow[],
    last: number): void;
};
