/* What people play: of each move how often, with what share of points, also by rating, beside the book's value. The book of
 * the page has numbers of games; a file of `outflank book dump --people` has all. */
import type * as Api from "../../api/outflank";
import { Board } from "../../board/board.js";
import { isOver, POSITION, scoreText } from "../../board/game.js";
import { byId, make, tableRow } from "./dom";
import { EngineHost } from "./engine";
import type { Session } from "./types";
import { t } from "./texts";

/** The eight images of the board: where each square goes. */
const IMAGES = Array.from({ length: 8 }, (_, k) => Array.from({ length: 64 }, (_, square) => {
  const x = k & 1 ? 7 - square % 8 : square % 8, y = k & 2 ? 7 - (square >> 3) : square >> 3;
  return k & 4 ? 8 * x + y : 8 * y + x;
}));

export type People = Map<string, Api.Played[]>;

/** The lines of a file, by position; other lines are left out. */
export function peopleOf(text: string): People {
  const found: People = new Map();
  for (const line of text.split("\n")) {
    try {
      const { type, position, people } = JSON.parse(line) as { type: string; position: string; people: Api.Played[] };
      const isMove = (one: Api.Played): boolean => /^[a-h][1-8]$/.test(one.move) && Number.isInteger(one.games);
      if (type === "book_people" && POSITION.test(position) && Array.isArray(people) && people.every(isMove)) found.set(position, people);
    } catch {
      /* left out */
    }
  }
  return found;
}

/** What they say of a position or an image of it, in its own squares. */
export function lookUp(people: People, position: string): Api.Played[] {
  const own = position[65], cells = [...position.slice(0, 64)].map((c) => (c === "-" ? c : c === own ? "X" : "O"));
  for (const image of IMAGES) {
    const turned: string[] = [];
    image.forEach((to, square) => { turned[to] = cells[square]!; });
    const found = people.get(turned.join("") + " X");
    if (found) return found.map((one) => ({ ...one, move: Board.name(image.indexOf(Board.square(one.move))) }));
  }
  return [];
}

const gamesOf = ({ won, drawn, lost }: Api.Counts): number => won + drawn + lost;
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const points = (counts: Api.Counts): string => percent((counts.won + counts.drawn / 2) / gamesOf(counts));

function bandText(band: Api.RatedCounts): string {
  const key = band.from === 0 ? "bandBelow" : band.to === null ? "bandFrom" : "band";
  return t(key, { from: band.from, to: band.to ?? "", below: (band.to ?? 0) + 1, n: gamesOf(band), points: points(band) });
}

export class Explorer {
  /** What the book says, by position; null: it is asked. */
  private readonly books = new Map<string, Api.BookResult | null>();
  private people: People = new Map();

  constructor(private readonly host: EngineHost, private readonly session: Session, private readonly redraw: () => void) {
    const file = byId<HTMLInputElement>("explorer-file");
    file.addEventListener("change", () => void file.files?.[0]?.text().then((text) => {
      this.people = peopleOf(text);
      redraw();
    }));
  }

  isBook(position: string, move: string): boolean {
    return this.books.get(position)?.moves.some((line) => line.move === move) ?? false;
  }

  /** True if the book is asked of the position now. */
  ask(position: string): boolean {
    if (!this.host.state?.book || this.books.has(position) || isOver(position)) return false;
    this.books.set(position, null);
    this.host.ask((engine) => engine.book(position)).then((known) => {
      this.books.set(position, known);
      this.redraw();
    }, () => {
      /* The moves are shown without the book. */
    });
    return true;
  }

  draw(): void {
    const { position } = this.session, book = this.books.get(position);
    this.ask(position);
    const told = lookUp(this.people, position), people = told.length ? told : book?.people ?? [];
    const all = people.reduce((sum, one) => sum + one.games, 0);
    byId("explorer").hidden = !people.length;
    byId("explorer-rows").replaceChildren(...people.flatMap((one) => {
      const line = book?.moves.find((move) => move.move === one.move);
      const row = tableRow([one.move, (one.rounded ? "\u2265 " : "") + one.games, percent(one.games / all),
        one.won === undefined ? "" : points(one as Api.Counts), line ? scoreText(line.score, line.exact) : ""]);
      const bands = one.bands?.map(bandText).join("; ");
      return bands ? [row, make("tr", {}, make("td", { colspan: 5, class: "bands soft" }, bands))] : [row];
    }));
  }
}
