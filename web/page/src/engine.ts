/* The engine of web/api for this page: loads it, and decides who asks when.
 *
 * The engine answers one request after another. An analysis that goes on gives way to every other
 * request and is taken up again when nothing else is wanted ("idle"). A request that was at work
 * when the worker died is asked once more. */
import type * as Api from "../../api/outflank";
import { faultOf } from "../../board/game.js";
import { Signal } from "../../board/signal.js";
import { filesInside, isOneFile } from "./inside";
import { t, Texts } from "./texts";

/** The name of the book's file in the engine's folder; empty: there is none (build.mjs). */
declare const BOOK: string;

type Start<R, P> = (engine: Api.Engine) => Api.Task<R, P>;

/** Why a request has no answer: one sentence. "stopped" is no fault. */
export class NoAnswer extends Error {
  constructor(message: string, readonly isStopped: boolean) {
    super(message);
  }
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

export class EngineHost {
  readonly loading = new Signal();
  readonly changed = new Signal();
  readonly trouble = new Signal();
  readonly idle = new Signal();
  /** Settles when its Worker starts, or cannot. */
  readonly begun: Promise<void>;
  /** Settles when the weights are there, or cannot be. */
  readonly ready: Promise<void>;
  state: Api.EngineState | null = null;

  private readonly engine: Promise<Api.Engine>;
  private analysis: Api.Task<unknown, unknown> | null = null;
  private waiting = 0;
  private people: Promise<void> | null = null;
  hasPeople = false;

  constructor(base: URL) {
    let begin = (): void => {};
    this.begun = new Promise((resolve) => { begin = resolve; });
    this.engine = this.load(base, begin);
    this.engine.catch(() => {}).finally(begin);
    this.ready = this.engine.then(async (engine) => {
      await engine.ready;
      this.note(engine);
      for (const problem of engine.state.problems)
        this.trouble.emit(Texts.language === "en" ? problem : t("problemFile"));
    }).catch(() => {});
  }

  private async load(base: URL, begin: () => void): Promise<Api.Engine> {
    try {
      const inside = await filesInside(), locate = (name: string): URL => inside.get(name) ?? new URL(name, base);
      const module = await import(locate("outflank.mjs").href) as typeof Api;
      const book = BOOK ? locate(BOOK) : null;
      const loading = module.load({ base, locate, book, keep: true, onProgress: (progress) => {
        this.loading.emit(progress);
        if (progress.file === "weights" && progress.done) void this.engine.then((now) => this.note(now));
      } });
      begin();
      const engine = await loading;
      this.note(engine);
      return engine;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.trouble.emit(t("noEngine", { why }));
      throw new NoAnswer(t("noEngine", { why }), false);
    }
  }

  private note(engine: Api.Engine): void {
    this.state = engine.state;
    this.changed.emit(engine.state);
  }

  /** Asks for something that ends by itself. Rejected with a NoAnswer. */
  async ask<R, P = R>(start: Start<R, P>, begun: (task: Api.Task<R, P>) => void = () => {}): Promise<R> {
    this.waiting++;
    this.analysis?.stop();
    try {
      return await this.tryTwice(start, begun);
    } finally {
      if (--this.waiting === 0) this.tellIdle();
    }
  }

  private async tryTwice<R, P>(start: Start<R, P>, begun: (task: Api.Task<R, P>) => void): Promise<R> {
    const engine = await this.engine;
    for (let turn = 0; ; turn++) {
      try {
        const task = start(engine);
        begun(task);
        return await task;
      } catch (error) {
        if (codeOf(error) === "lost" && turn === 0) {
          this.trouble.emit(t("workerLost"));
          continue;
        }
        throw new NoAnswer(faultOf(error), codeOf(error) === "stopped");
      }
    }
  }

  get isBusy(): boolean { return this.waiting > 0 || this.analysis !== null; }

  /** An analysis that goes on until it is done, stopped, or something else is asked. Resolves with
   * true if there is nothing left to find, or it cannot be done: then it is not to be taken up. */
  async analyze(text: string, show: (now: Api.AnalyzeResult) => void): Promise<boolean> {
    const engine = await this.engine;
    if (this.isBusy) return false;
    const task = engine.analyze(text, { infinite: true }).onProgress(show);
    this.analysis = task;
    let isDone = false;
    try {
      const result = await task;
      show(result);
      isDone = !result.stopped;
    } catch (error) {
      isDone = codeOf(error) !== "stopped";
      if (isDone) this.trouble.emit(codeOf(error) === "lost" ? t("workerLost") : faultOf(error));
    }
    this.analysis = null;
    if (!isDone) this.tellIdle();
    return isDone;
  }

  /** The model of people is loaded when it is first wanted. Rejected with a NoAnswer. */
  usePeople(): Promise<void> {
    this.people ??= this.loadPeople();
    this.people.catch(() => { this.people = null; });
    return this.people;
  }

  private async loadPeople(): Promise<void> {
    if (isOneFile()) throw new NoAnswer(t("peopleNotInside"), false);
    await this.ready; // it needs the weights
    this.loading.emit({ file: "people", loaded: 0, total: null, done: false });
    try {
      const answer = await fetch("people-1.bin").catch(() => null);
      if (!answer?.ok) throw new NoAnswer(t("peopleNotThere"), false);
      const people = await answer.arrayBuffer();
      await this.ask((engine) => engine.use({ people }) as Api.Task<Api.EngineState>);
      this.hasPeople = true;
    } finally {
      this.loading.emit({ file: "people", loaded: 0, total: null, done: true });
    }
  }

  private tellIdle(): void {
    queueMicrotask(() => { if (!this.isBusy) this.idle.emit(); });
  }

  stopAnalysis(): void {
    this.analysis?.stop();
  }
}
