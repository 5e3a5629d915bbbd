/* Games from what a person types, pastes or drops: links and plain moves are read here, everything
 * else by the engine, which knows all formats. */
import type * as Api from "../../api/outflank";
import { faultOf, Game, GameError, POSITION } from "../../board/game.js";
import type { EngineHost } from "./engine";
import { fromHash } from "./link";
import { t } from "./texts";

export interface Found { game: Game; at: number; title: string }

const MOST = 1000;

/** The part behind # of a link to this page, or null. */
function hashOf(text: string): string | null {
  const found = /^\S*#((?:[gbp]=[^&\s]*&?)+)$/.exec(text);
  return found ? "#" + found[1] : null;
}

function fromRecord(record: Api.GameRecord | Api.UnreadRecord): Found {
  if (record.error) throw new GameError(faultOf(record.error));
  const game = Game.fromTranscript(record.moves, record.from, { black: record.black, white: record.white },
    record.record);
  return { game, at: game.length, title: t("loadRow", { index: record.index, black: record.black || t("nobody"),
    white: record.white || t("nobody"), date: record.date }) };
}

/** At least one game, or a GameError or NoAnswer, a sentence. */
export async function readGames(host: EngineHost, data: string | Uint8Array): Promise<Found[]> {
  if (typeof data === "string") {
    const text = data.trim();
    if (!text) throw new GameError(t("loadEmpty"));
    const hash = hashOf(text);
    const linked = hash ? fromHash(hash) : null;
    if (linked) return [{ ...linked, title: "" }];
    if (/^([a-hA-H][1-8]\s*)+$/.test(text)) {
      const game = Game.fromTranscript(text);
      return [{ game, at: game.length, title: "" }];
    }
    if (POSITION.test(text)) return [{ game: new Game(text), at: 0, title: "" }];
  }
  const records = await host.ask((engine) => engine.read(data, { most: MOST }));
  const good = records.filter((record) => !record.error);
  if (!good.length) throw new GameError(records[0]?.error ? faultOf(records[0].error) : t("loadEmpty"));
  return good.map(fromRecord);
}
