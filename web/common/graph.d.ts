/* Types of graph.js, for web/page. */
export interface Point { value: number | null; exact: boolean; mark: string }
export const Graph: {
  y(discs: number): number;
  draw(svg: SVGSVGElement, points: Point[], go: (index: number) => void): void;
  move(svg: SVGSVGElement, index: number, n: number): void;
};
