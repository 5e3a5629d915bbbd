/* What the browser keeps: settings, the game, drills. Nothing leaves the machine. Where storage is
 * forbidden or full, the page works on and forgets. */
export interface Settings {
  black: "person" | "engine";
  white: "person" | "engine";
  strength: number;
  /** Of people who play in the engine's place; 0: nobody does. */
  rating: number;
  /** Corners: more than 0 for Black, less for White. */
  handicap: number;
  /** 0: no clock. */
  minutes: number;
  increment: number;
  theme: "auto" | "light" | "dark";
  /** As in <html lang>, or "auto". */
  language: string;
  showLegal: boolean;
  hintsAlways: boolean;
  reviewDepth: number;
  /** The person's side in a game of two people, for drills; "": not said. */
  ownSide: "" | "black" | "white" | "both";
  /** Seconds for a move at strength 20, or of a hint. */
  seconds: number;
}

export const DEFAULTS: Settings = {
  black: "person", white: "engine", strength: 4, rating: 0, handicap: 0, minutes: 0, increment: 0,
  theme: "auto", language: "auto", showLegal: true, hintsAlways: false, reviewDepth: 12, ownSide: "", seconds: 2,
};

const PREFIX = "outflank.";
let isForgotten = false;

/** Deletes all of it; nothing is kept until the page is loaded anew. */
export function forgetAll(): void {
  isForgotten = true;
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    /* nothing is there */
  }
}

export function keep(key: string, value: unknown): void {
  if (isForgotten) return;
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    /* forgotten */
  }
}

export function kept<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** Settings as kept; a value of another type, or of another version of the page, is left out. */
export function keptSettings(): Settings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  const old = kept<Record<string, unknown>>("settings") ?? {};
  for (const key in settings)
    if (typeof old[key] === typeof settings[key]) settings[key] = old[key];
  return settings as unknown as Settings;
}
