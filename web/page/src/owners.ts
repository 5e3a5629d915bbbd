/* Who may be expected to own each square at the end, shown on the squares of the board; and stable discs. */
import type * as Api from "../../api/outflank";
import { Board } from "../../board/board.js";
import { isOver, otherSide, sideOf, sideWord } from "../../board/game.js";
import { byId } from "./dom";
import { EngineHost, NoAnswer } from "./engine";
import { t } from "./texts";
import type { Mark, Session } from "./types";

/** Per cent from which on a square is no longer told to be open. */
const CLEAR = 60;

/** The share of games that end with the square White's, or Black's if those are more, on each square. */
export function marksOf({ position, owners = [], stable }: Api.EvalResult): Record<number, Mark> {
  const own = sideOf(position), marks: Record<number, Mark> = {}, kept = new Set([...stable.own, ...stable.other].map(Board.square));
  owners.forEach((owner, square) => {
    const side = owner < 0 ? otherSide(own) : own, percent = Math.round(50 + 50 * Math.abs(owner));
    const kind = percent < CLEAR ? "own-open" : side === "X" ? "own-black" : "own-white";
    marks[square] = kept.has(square) ? [kind, "=", t("stable")]
      : [kind, String(percent), t("ownerOf", { side: sideWord(side), percent })];
  });
  return marks;
}

export class Owners {
  isOn = false;
  private readonly known = new Map<string, Record<number, Mark>>();

  constructor(private readonly host: EngineHost, private readonly session: Session, private readonly redraw: () => void,
              private readonly say: (text: string) => void) {
    byId("owners").addEventListener("click", () => this.toggle());
    host.changed.on(() => this.known.clear()); // other weights
  }

  private toggle(): void {
    this.isOn = !this.isOn;
    byId("owners").setAttribute("aria-pressed", String(this.isOn));
    byId("owners-note").hidden = !this.isOn;
    if (this.isOn) this.say(t("ownersNote"));
    this.redraw();
  }

  /** Null: other marks stand on the board. */
  marks(legal: number[]): Record<number, Mark> | null {
    const { position } = this.session;
    if (!this.isOn || isOver(position)) return null;
    const found = this.known.get(position);
    if (!found) this.ask(position);
    const marks = { ...found };
    for (const square of legal) if (marks[square]) marks[square] = [`${marks[square][0]} legal` as Mark[0], marks[square][1], marks[square][2]];
    return marks;
  }

  private ask(position: string): void {
    this.known.set(position, {});
    this.host.ask((engine) => engine.evaluate(position)).then((result) => {
      this.known.set(position, marksOf(result));
      this.redraw();
    }, (error: unknown) => {
      if (error instanceof NoAnswer && !error.isStopped) this.say(error.message);
    });
  }
}
