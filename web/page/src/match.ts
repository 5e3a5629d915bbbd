/* Who plays: a person or the engine for each side, its strength, clocks. And the engine's moves. */
import { sideOf } from "../../board/game.js";
import { Signal } from "../../board/signal.js";
import { Clocks } from "./clock";
import { EngineHost, NoAnswer } from "./engine";
import type { Settings } from "./store";
import { t } from "./texts";
import type { Session, Side } from "./types";
import type { Values } from "./values";

export type Player = "person" | "engine";

export class Match {
  readonly clocks: Clocks | null;
  /** The side that lost on time. */
  fallen: Side | null = null;

  constructor(readonly black: Player, readonly white: Player, readonly strength: number,
              readonly seed: number, minutes = 0, increment = 0, readonly rating = 0) {
    this.clocks = minutes > 0 ? new Clocks(minutes, increment * 1000) : null;
  }

  static twoPeople(): Match {
    return new Match("person", "person", 20, 1);
  }

  player(side: Side): Player { return side === "X" ? this.black : this.white; }
  isPerson(side: Side): boolean { return this.player(side) === "person"; }
  get hasEngine(): boolean { return this.black === "engine" || this.white === "engine"; }

  name(side: Side): string {
    if (!this.isPerson(side)) return this.rating ? t("peopleName", { rating: this.rating }) : t("engineName", { strength: this.strength });
    return this.isPerson(side === "X" ? "O" : "X") ? "" : t("you");
  }
}

/** easy, fair, hard, full: as in the console. */
export const WORDS: [number, "easy" | "fair" | "hard" | "full"][] = [[4, "easy"], [8, "fair"], [12, "hard"], [20, "full"]];

export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! % 2147483647 + 1;
}

/** Makes the engine's moves, and runs the clocks. */
export class Opponent {
  readonly thinking = new Signal();
  readonly failed = new Signal();
  match = Match.twoPeople();
  isThinking = false;
  private turn = 0;
  private stop: (() => void) | null = null;

  constructor(private readonly host: EngineHost, private readonly session: Session,
              private readonly settings: Settings, private readonly values: Values) {}

  begin(match: Match): void {
    this.match = match;
  }

  /** Who is to move, if the game goes on and its end is shown. */
  private get mover(): Side | null {
    const { session, match } = this;
    if (!session.isAtEnd || session.game.isOver || match.fallen) return null;
    return sideOf(session.position);
  }

  /** To be called after every change of the session. */
  consider(isAfterMove: boolean): void {
    const turn = ++this.turn, mover = this.mover;
    this.stop?.();
    this.stop = null;
    this.match.clocks?.turn(mover, isAfterMove);
    this.setThinking(false);
    if (mover && !this.match.isPerson(mover)) void this.move(turn);
  }

  private setThinking(is: boolean): void {
    if (this.isThinking === is) return;
    this.isThinking = is;
    this.thinking.emit(is);
  }

  private async move(turn: number): Promise<void> {
    const { match, session } = this;
    const clock = match.clocks;
    const begun = performance.now();
    try {
      if (match.rating) await this.host.usePeople();
      if (turn !== this.turn) return;
      this.setThinking(true);
      const result = await this.host.ask(
        (engine) => engine.play(session.game.text, match.rating ? { rating: match.rating, seed: match.seed } : {
          strength: match.strength,
          ...(match.strength < 20 ? { seed: match.seed }
            : clock ? { clock: { clock_ms: Math.round(clock.remaining(sideOf(session.position))) } }
              : { seconds: this.settings.seconds }),
        }),
        (task) => {
          if (turn !== this.turn) task.stop();
          else this.stop = () => task.stop();
        });
      // A move that comes at once is overlooked.
      const wait = 350 - (performance.now() - begun);
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      if (turn !== this.turn) return;
      if (match.strength === 20 && !match.rating) this.values.putResult(result);
      this.stop = null;
      if (!/^[a-h][1-8]$/.test(result.move)) throw new NoAnswer(t("noMove", { move: result.move }), false);
      session.play(result.move, false);
    } catch (error) {
      if (turn !== this.turn) return;
      this.setThinking(false);
      if (!(error instanceof NoAnswer) || !error.isStopped)
        this.failed.emit(error instanceof Error ? error.message : String(error));
    }
  }
}
