/* Clocks of both sides: time runs for the side to move, an increment is added after its move. */
import type { Side } from "./types";

export class Clocks {
  private readonly left: Record<Side, number>;
  private running: Side | null = null;
  private since = 0;

  constructor(minutes: number, private readonly incrementMs: number,
              private readonly now: () => number = () => performance.now()) {
    this.left = { X: minutes * 60000, O: minutes * 60000 };
  }

  /** Milliseconds, never below 0. */
  remaining(side: Side): number {
    const spent = this.running === side ? this.now() - this.since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  get runs(): Side | null { return this.running; }

  /** The side whose time is up. */
  get fallen(): Side | null {
    return this.remaining("X") === 0 ? "X" : this.remaining("O") === 0 ? "O" : null;
  }

  /** Stops the running clock and starts that of `side`; null: none runs. */
  turn(side: Side | null, isAfterMove: boolean): void {
    if (this.running === side) return;
    if (this.running) {
      this.left[this.running] = this.remaining(this.running);
      if (isAfterMove && this.left[this.running] > 0) this.left[this.running] += this.incrementMs;
    }
    this.running = side;
    this.since = this.now();
  }
}

/** "4:05", and "0:09.4" when time is short. */
export function clockText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 20) return `0:${seconds < 10 ? "0" : ""}${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
