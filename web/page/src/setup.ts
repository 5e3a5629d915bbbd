/* Setting up a board: each press of a square brings black, white, empty in turn. */
import { Board } from "../../board/board.js";
import { isOver } from "../../board/game.js";
import { byId } from "./dom";
import { t } from "./texts";
import type { BoardState } from "./types";

const NEXT: Record<string, string> = { "-": "X", X: "O", O: "-" };
const ALL = Array.from({ length: 64 }, (_, square) => square);

export class SetUp {
  private cells: string[] | null = null;
  private take: (position: string) => void = () => {};

  constructor(private readonly redraw: () => void, private readonly say: (text: string) => void) {
    byId("setup-clear").addEventListener("click", () => this.put("-".repeat(64)));
    byId("setup-usual").addEventListener("click", () => this.put(Board.start));
    byId("setup-cancel").addEventListener("click", () => this.close());
    byId("setup-done").addEventListener("click", () => this.done());
    byId("setup-side").addEventListener("change", redraw);
  }

  /** Begins with this position; take(position) is called when the person is content. */
  open(position: string, take: (position: string) => void): void {
    byId<HTMLSelectElement>("setup-side").value = position[65]!;
    this.take = take;
    this.put(position);
    byId("setup").hidden = false;
    this.say(t("setupNote"));
  }

  get isOn(): boolean { return this.cells !== null; }

  private get position(): string {
    return this.cells!.join("") + " " + byId<HTMLSelectElement>("setup-side").value;
  }

  private put(position: string): void {
    this.cells = position.slice(0, 64).split("");
    this.redraw();
  }

  press(square: number): void {
    this.cells![square] = NEXT[this.cells![square]!]!;
    this.redraw();
  }

  board(): BoardState | null {
    return this.cells && { position: this.position, legal: ALL, marks: {}, arrows: [], last: -1 };
  }

  private done(): void {
    const { position } = this;
    if (isOver(position)) return this.say(t("setupFault"));
    this.close();
    this.take(position);
  }

  close(): void {
    this.cells = null;
    byId("setup").hidden = true;
    this.redraw();
  }
}
