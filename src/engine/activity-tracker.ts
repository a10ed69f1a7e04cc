import { isWorking } from '../task/run.ts';
import type { Observable } from '../ports/observable.ts';
import type { SharedBusyFlag } from '../ports/pwa.ts';
import { Subject } from './subject.ts';
import type { RunnerView } from './session-runner.ts';

/** Tracks whether plans are running in this tab; meanwhile the busy flag for other tabs is set. */
export class ActivityTracker {
  readonly #busyFlag: SharedBusyFlag;
  readonly #sessions = new Set<string>();
  readonly #atWork = new Subject(false);
  #lower: (() => void) | null = null;

  constructor(sign: SharedBusyFlag) {
    this.#busyFlag = sign;
  }

  get atWork(): Observable<boolean> {
    return this.#atWork;
  }

  /** Tracks a session until `over` is aborted. */
  follow(sessionId: string, runner: Observable<RunnerView>, over: AbortSignal): void {
    const unfollow = runner.subscribe(({ run }) => this.#note(sessionId, run !== null && isWorking(run.phase)));
    over.addEventListener('abort', () => {
      unfollow();
      this.#note(sessionId, false);
    });
  }

  /** Resolves once no plan is running in this tab. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      const unfollow = this.#atWork.subscribe((atWork) => {
        if (atWork) return;
        resolve();
        queueMicrotask(() => unfollow());
      });
    });
  }

  #note(sessionId: string, works: boolean): void {
    if (works) this.#sessions.add(sessionId);
    else this.#sessions.delete(sessionId);
    const atWork = this.#sessions.size > 0;
    if (atWork === this.#atWork.value) return;
    this.#lower?.();
    this.#lower = atWork ? this.#busyFlag.set() : null;
    this.#atWork.send(atWork);
  }
}
