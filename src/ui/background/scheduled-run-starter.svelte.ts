import { untrack } from 'svelte';
import { nextOccurrence, occurrencesUpTo } from '../../calendar/next-occurrence.ts';
import { watchedPageAfterCheck, type ScheduledRun } from '../../records/scheduled-run.ts';
import { unstartedPlan } from '../../plan/plan-edits.ts';
import { SerialQueue } from '../../values/serial-queue.ts';
import { isOver } from '../../task/run.ts';
import type { Locks } from '../../ports/locks.ts';
import { currentValue } from '../../ports/observable.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import { dateAt } from '../../values/calendar-date.ts';
import { createEmptySession } from '../../engine/create-empty-session.ts';
import { adoptPlan, type PlanTargetSession } from '../../engine/adopt-plan.ts';
import { type Toasts, saveOrToast } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { dayText } from '../kit/time-text.ts';
import { connectionsInUse, isKeyMissing, type UsedConnections } from '../session/key-missing.ts';
import type { StatusLine } from '../session/status-line.ts';

const minute = 60_000;
/** How late, in milliseconds, a page that was open but asleep still starts a run; older ones are only offered. */
const lateness = 60 * minute;

/** The parts of the page that scheduled runs need. */
interface Host extends UsedConnections {
  readonly dependencies: AppDependencies;
  readonly words: Translator;
  readonly toasts: Toasts;
  hasModel(): boolean;
  view(sessionId: string): Promise<StartedSession>;
  openSession(sessionId: string): Promise<void>;
  readonly session: { readonly id: string } | null;
}

interface StartedSession extends PlanTargetSession {
  resume(): Promise<boolean>;
  readonly status: Pick<StatusLine, 'key' | 'params'>;
}

/** What keeps every run from starting: there is no model, or its key is missing, locked or known to be wrong. */
type Hindrance = 'no_model' | 'no_key' | 'key_locked' | 'key_refused';

/** A run that could not start when it was due, and waits for the person's decision. */
export interface MissedRun {
  run: ScheduledRun;
  /** When it was due first, ISO 8601. */
  at: string;
  /** When it was due last, and how many times it was due in all. */
  last: string;
  times: number;
}

/**
 * Starts scheduled runs when they are due. Only the tab that holds the lock does so; the next time is stored before a
 * run starts, so that each starts at most once.
 */
export class ScheduledRunStarter {
  readonly #app: Host;
  readonly #opened: number;
  #beginning: readonly string[] = [];
  readonly #looks = new SerialQueue();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listed: readonly ScheduledRun[] = [];
  missed = $state.raw<readonly MissedRun[]>([]);
  /** Why the missed runs cannot start now, either; null if they can. */
  hindrance = $state.raw<Hindrance | null>(null);

  constructor(app: Host) {
    this.#app = app;
    this.#opened = this.#now();
  }

  /** Waits for the lock, then starts due runs until the signal aborts. */
  async watch(locks: Locks, signal: AbortSignal): Promise<void> {
    const lockLoss = new AbortController();
    const release = await locks.take('cairn-due', { signal, lost: () => lockLoss.abort() });
    if (!release) return;
    const over = AbortSignal.any([signal, lockLoss.signal]);
    const unfollow = this.#app.dependencies.stores.scheduledRuns.list().subscribe((listedRuns) => {
      this.#listed = listedRuns;
      this.#lookInTurn();
    });
    const unfollowLock = this.#app.dependencies.secrets.lockState.subscribe(this.#lookInTurn);
    const unfollowConnection = $effect.root(() => {
      $effect(() => {
        void [this.#app.settings?.connected_at, ...connectionsInUse(this.#app)];
        this.#lookInTurn();
      });
    });
    document.addEventListener('visibilitychange', this.#lookInTurn, { signal: over });
    over.addEventListener('abort', () => {
      unfollow();
      unfollowLock();
      unfollowConnection();
      clearTimeout(this.#timer);
      this.missed = [];
      release();
    });
  }

  /** Starts a missed run in a new session, and opens that unless the person has begun to type elsewhere meanwhile. */
  readonly start = async ({ run, at }: MissedRun): Promise<void> => {
    const hindrance = await this.#hindrance();
    /** A refused key may be valid again: then only another try can tell. */
    if (hindrance && hindrance !== 'key_refused') this.#app.toasts.refuse(this.#app.words.t(`due.${hindrance}`));
    else await this.#begin(run, at, true);
  };

  /**
   * Skips a missed run; a repeating one continues with its next time. Returns that time, null if there is none;
   * undefined, with a toast, if it could not be skipped.
   */
  readonly pass = async ({ run, at }: MissedRun): Promise<string | null | undefined> => {
    const { scheduledRuns } = this.#app.dependencies.stores;
    const next = this.#after(run);
    const isSkipped = await saveOrToast(this.#app, async () => {
      if (run.next_at === at) await scheduledRuns.claim(run.id, at, { next_at: next, started: run.started });
      else await scheduledRuns.save({ ...run, started: null });
    });
    return isSkipped ? next : undefined;
  };

  readonly #lookInTurn = (): void => {
    void this.#looks.run(() => this.#look());
  };

  /** Starts due runs, offers missed ones, and schedules the next check. */
  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const now = this.#now();
    const hindrance = await this.#hindrance();
    const missed: MissedRun[] = [];
    let next = Infinity;
    for (const run of this.#listed.filter(({ active }) => active)) {
      const { next_at, started } = run;
      if (started && !this.#beginning.includes(started.session_id)) {
        if (await this.#isUnderWay(started.session_id)) await this.#begun(run.id, started.session_id);
        else missed.push({ run, at: started.at, last: started.at, times: 1 });
      }
      if (next_at === null) continue;
      const dueTime = Date.parse(next_at);
      if (dueTime > now) next = Math.min(next, dueTime);
      else if (dueTime < this.#opened || now - dueTime > lateness || hindrance)
        missed.push(missedSince(run, next_at, now));
      else await this.#beginIfChanged(run, next_at);
    }
    this.missed = missed;
    this.hindrance = hindrance;
    if (next < Infinity) this.#timer = setTimeout(this.#lookInTurn, Math.min(next - now, minute));
  }

  async #hindrance(): Promise<Hindrance | null> {
    const { dependencies } = this.#app;
    const { secrets } = dependencies;
    if (!this.#app.hasModel()) return 'no_model';
    if (await isKeyMissing(dependencies, this.#app)) return 'no_key';
    const connections = connectionsInUse(this.#app);
    const isLocked = (await currentValue(secrets.lockState)) === 'locked';
    const places = await Promise.all(connections.map(({ id, base_url }) => secrets.keyPlaceOf(id, base_url)));
    if (isLocked && places.includes('passphrase')) return 'key_locked';
    return connections.some(({ key_refused }) => key_refused) ? 'key_refused' : null;
  }

  /**
   * True if the session that was created for a scheduled run has a task, or has been removed. If false, the tab was
   * closed before the task could start.
   */
  async #isUnderWay(sessionId: string): Promise<boolean> {
    const { sessions } = this.#app.dependencies.stores;
    const session = await sessions.get(sessionId);
    return session !== undefined && (session.deleted_at !== null || (await sessions.run(sessionId)) !== null);
  }

  async #begun(id: string, sessionId: string): Promise<void> {
    const { scheduledRuns } = this.#app.dependencies.stores;
    const present = await scheduledRuns.get(id);
    if (present?.started?.session_id === sessionId) await scheduledRuns.save({ ...present, started: null });
  }

  /** Starts a due run; one that watches a page only if the page has changed, so that otherwise no model is called. */
  async #beginIfChanged(run: ScheduledRun, at: string): Promise<void> {
    if (!run.watch) return this.#begin(run, at);
    const { dependencies } = this.#app;
    const { stores, clock } = dependencies;
    const page = await dependencies.readPage(run.watch.address).catch(() => null);
    const watch = watchedPageAfterCheck(run.watch, page?.ok ? page.text : null, clock.now());
    if (watch.found === 'changed') return this.#begin({ ...run, watch }, at);
    const change = { next_at: this.#after(run), started: run.started, watch };
    const isMoved = await stores.scheduledRuns.claim(run.id, at, change).catch(() => false);
    if (isMoved && watch.found === 'unread')
      this.#app.toasts.warn(this.#app.words.t('due.page_unread_now', { name: run.name }));
  }

  async #begin(run: ScheduledRun, at: string, isAsked = false): Promise<void> {
    const { stores, clock } = this.#app.dependencies;
    const session = createEmptySession(clock, this.#title(run, isAsked ? clock.now() : at));
    this.#beginning = [...this.#beginning, session.id];
    try {
      const startRecord = { at, session_id: session.id };
      if (run.next_at !== at) await stores.scheduledRuns.save({ ...run, started: startRecord });
      else if (
        !(await stores.scheduledRuns.claim(run.id, at, {
          next_at: this.#after(run),
          started: startRecord,
          ...(run.watch && { watch: run.watch }),
        }))
      )
        return;
      await stores.sessions.create(session);
      const view = await this.#app.view(session.id);
      const plan = unstartedPlan(run.plan, clock.newId('plan'), clock.now());
      const outcome = await adoptPlan(plan, run.foreign ? 'import' : 'template', view, this.#app.dependencies);
      if (outcome !== 'adopted' || !(await view.resume())) throw new Error('The plan could not be stored.');
      await this.#begun(run.id, session.id);
      const focused = document.activeElement;
      const isTyping = focused?.matches('input, textarea') && (focused as HTMLInputElement).value !== '';
      if (isAsked && !isTyping) await this.#app.openSession(session.id);
      else this.#followBegun(run.name, view);
    } catch {
      this.#app.toasts.warn(this.#app.words.t('due.not_begun', { name: run.name }));
    } finally {
      this.#beginning = this.#beginning.filter((id) => id !== session.id);
    }
  }

  /** Says that a run has started, and if it soon pauses since the model cannot be asked, says that instead. */
  #followBegun(name: string, view: StartedSession): void {
    const { toasts, words } = this.#app;
    const open = { label: words.t('due.open'), run: () => void this.#app.openSession(view.id) };
    const startToast = toasts.remind(words.t('due.begun', { name }), open);
    const end = $effect.root(() => {
      $effect(() => {
        const { run, status } = view;
        const isHeldUp = run?.phase === 'paused' && run.pause?.code === 'endpoint';
        if (!isHeldUp && !(run && isOver(run.phase))) return;
        untrack(() => {
          if (isHeldUp) toasts.dismiss(startToast);
          if (isHeldUp && this.#app.session?.id !== view.id)
            toasts.warn(words.t('due.held_up', { name, status: words.tDynamic(status.key, status.params) }), open);
        });
        queueMicrotask(() => end());
      });
    });
  }

  /** Returns the name of a run's session: with the day if the run repeats, so that its sessions are told apart. */
  #title({ name, repeat }: ScheduledRun, at: string): string {
    if (repeat === null) return name;
    const { clock } = this.#app.dependencies;
    const [day, today] = [at, clock.now()].map((each) => dateAt(Date.parse(each), clock.zone()));
    return `${dayText(day ?? '', today ?? '', this.#app.words, 'date')} · ${name}`;
  }

  /**
   * Returns the first time of a scheduled run after now, so that several missed times are made up for by one run; null
   * if there is none, or if the run does not repeat.
   */
  #after(run: ScheduledRun): string | null {
    return run.repeat === null ? null : nextOccurrence(run, this.#now());
  }

  #now(): number {
    return Date.parse(this.#app.dependencies.clock.now());
  }
}

/** Returns a run that was due first at `firstMissedTime`, with all its times up to now. */
function missedSince(run: ScheduledRun, firstMissedTime: string, now: number): MissedRun {
  const later = run.repeat === null ? [] : occurrencesUpTo(run, Date.parse(firstMissedTime), now);
  return { run, at: firstMissedTime, last: later.at(-1) ?? firstMissedTime, times: 1 + later.length };
}
