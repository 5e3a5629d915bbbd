/* The panel "Own games": one player's moves in all games of a file, as `outflank review --player` judges them. What is seen
 * of it is web/board/study.js. */
import type * as Api from "../../api/outflank";
import { studyView } from "../../board/study.js";
import { byId } from "./dom";
import { EngineHost, NoAnswer } from "./engine";
import { t } from "./texts";

export interface Wanted { data: string | Uint8Array; player: string; drawn: number }

const LIMITS = { depth: 8, exact_empties: 18 };   // those of a quick review

export class OwnGames {
  private study: Api.StudyResult | null = null;
  private seen: Api.StudyResult | null = null;
  private task: { stop(): void } | null = null;
  private trouble = "";

  constructor(private readonly host: EngineHost, private readonly redraw: () => void, private readonly say: (text: string) => void,
              train: (lessons: Api.StudyMove[]) => void, play: (rating: number) => void) {
    byId("own-stop").addEventListener("click", () => this.task?.stop());
    byId("own-train").addEventListener("click", () => train(this.study?.lessons ?? []));
    byId("own-play").addEventListener("click", () => play(this.rating));
  }

  /** In the steps of the sheet "New game"; 0: not known. */
  private get rating(): number {
    const value = this.study?.rating?.value;
    return value === undefined ? 0 : Math.max(1000, Math.min(2200, 50 * Math.round(value / 50)));
  }

  async start({ data, player, drawn }: Wanted): Promise<void> {
    this.task?.stop();
    let mine: { stop(): void } = { stop: () => {} };
    this.task = mine;
    this.study = null;
    this.trouble = "";
    byId("tab-own").hidden = false;
    this.redraw();
    await this.host.usePeople().catch(() => {});  // without, no rating is told
    if (this.task !== mine) return;
    try {
      this.study = await this.host.ask((engine) => engine.study(data, { players: [player], drawn, ...LIMITS }), (task) => {
        this.task = mine = task;
        task.onProgress((now) => {
          if (this.task === mine) this.study = now;
          this.redraw();
        });
      });
    } catch (error) {
      if (!(error instanceof NoAnswer) || !error.isStopped) this.trouble = error instanceof Error ? error.message : String(error);
    }
    if (this.task !== mine) return;
    this.task = null;
    this.say(this.text);
    this.redraw();
  }

  private get text(): string {
    const { study } = this;
    return this.trouble || (study ? t("ownGoes", { known: study.games + study.twice, n: study.found }) : t("analysisBegins"));
  }

  draw(): void {
    const { study, rating } = this, isDone = this.task === null && study !== null;
    byId("own-progress").textContent = this.text;
    byId("own-stop").hidden = this.task === null;
    byId("own-train").hidden = !isDone || !study.lessons.length;
    byId("own-play").hidden = !isDone || !rating;
    byId("own-play").textContent = t("ownPlay", { rating });
    byId("own-body").hidden = !isDone;
    if (!isDone || this.seen === study) return;
    this.seen = study;
    byId("own-body").replaceChildren(...studyView(study));
  }
}
