/* The panel "Review": has the game graded from its last move to the first, as `outflank review` does.
 * What is seen of it is web/board/review-view.js. */
import type * as Api from "../../api/outflank";
import { Judged } from "../../board/judged.js";
import { ReviewView } from "../../board/review-view.js";
import { byId } from "./dom";
import { EngineHost, NoAnswer } from "./engine";
import type { Settings } from "./store";
import { t } from "./texts";
import type { BoardState, Game, Session } from "./types";
import type { Values } from "./values";

export class Review {
  private judged: Judged | null = null;
  private game: Game | null = null;
  private task: { stop(): void } | null = null;
  private trouble = "";
  private readonly view: ReviewView;

  constructor(private readonly host: EngineHost, private readonly session: Session,
              private readonly values: Values, private readonly settings: Settings,
              private readonly redraw: () => void, private readonly say: (text: string) => void,
              private readonly done: (result: Api.ReviewResult) => void) {
    this.view = new ReviewView(byId("review-body"), (at: number) => session.view(at), (sentence: string) => {
      redraw();
      say(sentence);
    });
    byId("review-start").addEventListener("click", () => (this.task ? this.task.stop() : void this.start()));
    const depth = byId<HTMLSelectElement>("review-depth");
    depth.value = String(settings.reviewDepth);
    depth.addEventListener("change", () => { settings.reviewDepth = Number(depth.value); });
  }

  /** The review belongs to the game on the board. */
  get fitting(): Judged | null {
    return this.judged?.fits(this.session.game) ? this.judged : null;
  }

  get isRunning(): boolean { return this.task !== null; }

  async start(): Promise<void> {
    const { game } = this.session;
    if (this.task) return;
    this.trouble = "";
    if (!game.length) {
      this.say(t("reviewNothing"));
      return;
    }
    this.take(null, game);
    this.task = { stop: () => {} };
    this.redraw();
    try {
      const result = await this.host.ask(
        (engine) => engine.review(game.ggf, { depth: this.settings.reviewDepth,
          exact_empties: this.settings.reviewDepth > 8 ? 22 : 18,
          ...(this.host.hasPeople ? { people: this.settings.rating || 1500 } : {}) }),
        (task) => {
          this.task = task;
          task.onProgress((now) => { this.take(now, game); this.redraw(); });
        });
      this.take(result, game);
      this.values.putReview(result);
      this.say(this.judged!.summary);
      if (result.complete) this.done(result);
    } catch (error) {
      if (!(error instanceof NoAnswer) || !error.isStopped) {
        this.trouble = error instanceof Error ? error.message : String(error);
        this.say(this.trouble);
      }
    } finally {
      this.task = null;
      this.redraw();
    }
  }

  private take(result: Api.ReviewResult | null, game: Game): void {
    this.game = game;
    this.judged = result ? new Judged(result, game) : null;
  }

  /** After every change of the session. */
  changed(): void {
    const { game } = this.session;
    this.view.lineAt = 0;
    if (this.game && (this.game.from !== game.from || this.game.transcript !== game.transcript)) this.task?.stop();
  }

  alongLine(by: number): void { this.view.alongLine(by); }
  nextMark(): void { this.view.nextMark(); }

  board(): BoardState | null {
    return (this.fitting?.board(this.session.at, this.view.lineAt) ?? null) as BoardState | null;
  }

  draw(): void {
    const judged = this.fitting, result: Api.ReviewResult | undefined = judged?.result;
    const n = this.session.game.transcript.length / 2, known = result?.plies.length ?? 0;
    byId("review-start").textContent = t(this.task ? "reviewStop" : result?.complete ? "reviewAgain" : "reviewStart");
    byId("review-progress").textContent = this.trouble ||
      (this.task ? t("reviewGoes", { known, n }) : result && !result.complete ? t("reviewPart", { known, n }) :
        result ? "" : t("reviewNone"));
    byId("review-body").hidden = known === 0;
    if (judged && known) this.view.draw(judged, this.session.at);
  }
}
