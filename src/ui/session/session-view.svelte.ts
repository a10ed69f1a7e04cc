import { SerialQueue } from '../../values/serial-queue.ts';
import type { ApprovalDecision } from '../../task/approval.ts';
import type { JournalEntryBody, JournalEntry, MessageKind } from '../../task/journal.ts';
import { messageEntry } from './message-entry.ts';
import type { PlanEdit } from '../../plan/plan-edits.ts';
import { isReversible, redoableEdit, undoableEdit } from '../../task/reversible-edits.ts';
import { isOver, isWorking, type Run, withPhase } from '../../task/run.ts';
import { pendingApprovals } from '../../task/run-steps.ts';
import type { Session } from '../../task/session.ts';
import type { Settings } from '../../records/settings.ts';
import type { Step } from '../../plan/step.ts';
import { unstartedDependents } from '../../task/stuck.ts';
import type { UsageTotals } from '../../task/usage.ts';
import { SessionLease, type LeaseState } from '../../engine/session-lease.ts';
import { waitUntilShownStateStored, type SessionRunner } from '../../engine/session-runner.ts';
import type { SessionOnOtherDevice } from '../../ports/devices.ts';
import type { StorageError } from '../../ports/storage-health.ts';
import type { MessageKey } from '../../i18n/translate.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { ConversationBuilder } from '../conversation/conversation-lines.ts';
import {
  claimFromDevice,
  deviceHoldingSession,
  offerUndoOfDeletion,
  otherDeviceOnSession,
  showSessionUnavailable,
  statusLineForOtherDevice,
} from './away.ts';
import { TimeTravel } from './time-travel.svelte.ts';
import { ReactiveClock } from '../app/reactive-clock.svelte.ts';
import { PlanImport } from '../plan/plan-import.svelte.ts';
import { proposedChanges } from '../conversation/proposed-changes.ts';
import { JournalWindow } from './journal-window.svelte.ts';
import { connectionsInUse, isKeyMissing, isHeldByOtherTab, apiKeyState, type UsedConnections } from './key-missing.ts';
import {
  connectionCondition,
  entriesUnderWay,
  maxDisplayDelay,
  nextRetryOf,
  statusLine,
  elapsedWaitText,
  callWaitText,
} from './status-line.ts';
import { stepRecord, stepUsage } from '../conversation/progress-item.ts';
import type { Toasts } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { joinNumbers } from '../kit/join-items.ts';

/** The number of entries loaded at first, and with each request for earlier ones. */
const inSight = 400;
/** Milliseconds for which the refusal of an edit is shown. */
const refusedFor = 10_000;

/** The settings, the connection in use, what is wrong with the storage, and the sessions in the bin. */
type Connected = UsedConnections & { faults?: { gravest: StorageError | null }; deleted?: readonly Session[] };

type SentEvent = Parameters<SessionRunner['send']>[0];

/**
 * One open session as the page shows it. Its state comes from its runner once that is loaded, and from the stores until
 * then; everything the person does is sent to the runner as an event.
 */
export class SessionView {
  readonly id: string;
  /** Handles everything the person sends, in this order, even if the person has left the session meanwhile. */
  readonly sent = new SerialQueue();
  readonly #page: { dependencies: AppDependencies; words: Translator; toasts: Toasts };
  readonly #connected: () => Connected;
  /** The run as stored; undefined until it is read. */
  readonly #stored: ObservableState<Run | null | undefined>;
  /** The loaded part of the journal. */
  readonly journalWindow: JournalWindow;
  readonly #lease: SessionLease;
  readonly #place: ObservableState<LeaseState>;
  #subscribedRunner: SessionRunner | null = null;
  /** Why the last edit of the plan was refused; null after the next action or a while. */
  refusal = $state<string | null>(null);
  /** The toasts that offer to undo an edit, until that is no longer possible. */
  #offers: readonly { edit: string; toast: number }[] = [];
  /** The number of open views that show at the plan why an edit was refused; if there is none, a toast shows it. */
  #plansShown = 0;
  readonly #runner = $derived.by(() => (this.#place.current.kind === 'working' ? this.#place.current.runner : null));
  readonly #live = $derived(
    this.#runner && new ObservableState(this.#runner, this.#runner.current(), { calm: maxDisplayDelay }),
  );

  readonly streams = $derived(this.#live?.current.streams ?? {});
  readonly #waits = $derived(this.#live?.current.waits ?? {});
  readonly #seconds: ReactiveClock;
  readonly #fold = new ConversationBuilder();
  readonly lines = $derived.by(() => this.#fold.lines(this.entries));
  readonly offline = $derived(this.#live?.current.offline ?? false);
  /** The state of the connection's key, which is missing for example after the tab that kept it was closed. */
  readonly #key = $derived.by(() => {
    const connected = this.#connected();
    /** Read only so that the key is looked up again: a connection that was saved again may have another key. */
    void connected.settings?.connected_at;
    return connected.profile && new ObservableState(apiKeyState(this.#page.dependencies, connected), null);
  });
  readonly #connection = $derived.by(() => connectionCondition(this.#connected(), this.#key?.current ?? null, this));
  readonly status = $derived.by(() => {
    const here = statusLine(this.#latest, {
      lease: this.#place.current.kind,
      offline: this.offline,
      retrying: nextRetryOf(this.entries)?.what ?? null,
      words: this.#page.words,
      connection: this.#connection,
      storage: this.#connected().faults?.gravest ?? null,
      isOneOfTwo: connectionsInUse(this.#connected()).length > 1,
    });
    return this.away ? statusLineForOtherDevice(this.run, this.away, this.#page.words) : here;
  });
  readonly #away: ObservableState<SessionOnOtherDevice | null>;
  /** The other device that holds the session; null if this one may work on it, or takes it over at the next act. */
  readonly away = $derived.by(() => deviceHoldingSession(this.#away.current, this.#latest));
  /** True if another tab has the session and this one only shows it. */
  readonly elsewhere = $derived.by(() => this.#place.current.kind === 'watching');
  /** True if another tab is at work on the plan: one that rests or is over goes on here as soon as the person acts. */
  readonly worksElsewhere = $derived(this.elsewhere && this.run !== null && isWorking(this.run.phase));
  readonly isKeyless = $derived.by(
    () => this.#key?.current === 'keyless' || this.#connected().settings?.profile === null,
  );
  /** True if the plan of another tab can only go on here once a key is entered. */
  readonly lacksKey = $derived.by(() => isHeldByOtherTab(this) && this.#key?.current === 'keyless');
  readonly approvals = $derived(this.run ? pendingApprovals(this.run) : []);

  constructor(
    id: string,
    dependencies: AppDependencies,
    words: Translator,
    toasts: Toasts,
    connected: () => Connected = () => ({}),
  ) {
    this.id = id;
    this.#connected = connected;
    this.#page = { dependencies, words, toasts };
    this.#seconds = new ReactiveClock(dependencies.clock, 1000);
    this.#lease = new SessionLease(dependencies.lease(id));
    this.#place = new ObservableState<LeaseState>(this.#lease, this.#lease.current);
    this.#away = new ObservableState<SessionOnOtherDevice | null>(otherDeviceOnSession(dependencies, id), null);
    this.incoming = new PlanImport(dependencies, this, words);
    this.past = new TimeTravel(dependencies.stores.sessions, id);
    this.#stored = new ObservableState<Run | null | undefined>(dependencies.stores.sessions.watchRun(id), undefined);
    const committed = () => this.#runner?.committed ?? null;
    const late = () => maxDisplayDelay(this.#worker?.current());
    this.journalWindow = new JournalWindow(dependencies.stores.sessions, id, inSight, committed, late);
  }

  /** The changes of a replan that waits for the person's decision. */
  readonly proposal = $derived(
    this.run?.phase === 'waiting' && this.run.proposal ? proposedChanges(this.run, this.run.proposal) : null,
  );
  readonly undoableEdit = $derived(undoableEdit(this.run));
  /** The edit that was undone last and can be redone. */
  readonly redoableEdit = $derived(redoableEdit(this.run));
  /** True if the latest replan can be undone. */
  readonly canUndoReplan = $derived(this.run?.undo != null && !isOver(this.run.phase) && !this.away);

  readonly incoming: PlanImport;
  /** The plan at an earlier point of the history, while that is shown. */
  readonly past: TimeTravel;
  /** The last plan, while the plan pane shows it in place of a task that has none. */
  lastPlan = $state.raw<Run | null>(null);

  get #latest(): Run | null {
    return this.#live ? this.#live.current.run : (this.#stored.current ?? null);
  }

  /** The task that was at work, as interrupted, if the session cannot be opened and is nowhere else; else null. */
  readonly #interrupted = $derived.by(() => {
    const run = this.#place.current.kind === 'failed' && !this.away ? this.#latest : null;
    return run && isWorking(run.phase) ? withPhase(run, 'paused', run.plan.updated_at) : null;
  });

  get run(): Run | null {
    return this.#interrupted ?? this.#latest;
  }

  /** True once it is known whether the session has a plan: until then `run` is null. */
  readonly isRead = $derived.by(() => this.#live !== null || this.#stored.current !== undefined);

  /** The loaded entries, oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.journalWindow.entries ?? [];
  }

  /** True if the whole journal is loaded. */
  readonly hasWholeRecord = $derived.by(() => !this.journalWindow.hasEarlier);

  /** Returns the thoughts, calls and results of one step of the shown plan, up to the shown point of the history. */
  record(stepId: string): ReturnType<typeof stepRecord> {
    const { run = this.lastPlan ?? this.run, seq: until = Infinity } = this.past.moment ?? {};
    const entries = this.entries.filter(({ seq }) => seq <= until);
    return run ? stepRecord(entries, run.id, stepId) : [];
  }

  /** Returns the usage of the model calls of one step of the present plan, as far as its journal is loaded. */
  readonly usedBy = (id: string): UsageTotals => stepUsage(this.entries, (this.lastPlan ?? this.run)?.id ?? null, id);

  /** Acquires the session's lease, so that this tab works on it; observes the other tab if that holds the lease. */
  readonly wake = (): void => this.#lease.acquire();

  /** The latest runner, for code outside of effects: an `ObservableState` is live only while something reads it. */
  get #worker(): SessionRunner | null {
    return this.#lease.current.kind === 'working' ? this.#lease.current.runner : null;
  }

  /**
   * Returns the progress that a tool reports under `place` (a step, or a stage outside of steps), or else how long that
   * has waited for the model or a tool; without `place`, the longest wait. Null if there is nothing to show.
   */
  waiting(place?: string): string | null {
    const toolProgress = place === undefined ? undefined : this.#live?.current.progress[place];
    if (toolProgress !== undefined) return toolProgress;
    const waits = place === undefined ? Object.values(this.#waits) : [this.#waits[place]];
    const [longest] = waits.filter((wait) => wait !== undefined).sort((a, b) => a.since.localeCompare(b.since));
    if (longest) return elapsedWaitText(longest, this.#seconds.current, this.#page.words);
    return callWaitText(entriesUnderWay(this.run, this.entries), place, this.#seconds, this.#page.words);
  }

  /**
   * Takes over the session's lease; null, with a toast, if that is impossible, or, unless it is to end the work, if the
   * session is in the bin, or another tab has a task and this one lacks the key. `goOn`: also from a device at work.
   */
  readonly takeOver = async (toEnd = false, goOn = false): Promise<SessionRunner | null> => {
    const deletedSession = toEnd ? undefined : this.#connected().deleted?.find(({ id }) => id === this.id);
    if (deletedSession) return offerUndoOfDeletion(this.#page, deletedSession);
    if (isHeldByOtherTab(this) && !toEnd && (await isKeyMissing(this.#page.dependencies, this.#connected()))) {
      this.#page.toasts.refuse(this.#page.words.t('plan.no_key_here'));
      return null;
    }
    if (this.#away.current && !this.away && !(await claimFromDevice(this.#page, this.id))) return null;
    try {
      const runner = await this.#lease.takeOver(goOn);
      if (this.#subscribedRunner !== runner) {
        this.#subscribedRunner = runner;
        runner.refusals.subscribe(({ code, step, other }) =>
          this.#refuse(this.#page.words.t(`edit.${code}`, { step, other })),
        );
        runner.subscribe(({ run }) => {
          for (const { edit, toast } of this.#offers) if (!isReversible(run, edit)) this.#page.toasts.dismiss(toast);
          this.#offers = this.#offers.filter(({ edit }) => isReversible(run, edit));
        });
      }
      return runner;
    } catch {
      showSessionUnavailable(this.#page, this, this.away);
      return null;
    }
  };

  /** Shows the refusal of an edit at the plan if it is visible, else as a toast. */
  #refuse(text: string): void {
    if (this.#plansShown === 0) this.#page.toasts.refuse(text);
    else this.refusal = text;
    setTimeout(() => {
      if (this.refusal === text) this.refusal = null;
    }, refusedFor);
  }

  /** Registers a view that shows refusals at the plan; the returned function unregisters it. */
  readonly showRefusals = (): (() => void) => {
    this.#plansShown += 1;
    return () => {
      this.#plansShown -= 1;
      this.refusal = null;
    };
  };

  /** Releases the session once everything sent is handled; false if it is at work, or is shown again by then. */
  async release(isShown: () => boolean): Promise<boolean> {
    await this.sent.settled();
    await this.#worker?.shown().catch(() => undefined);
    if (isShown() || (this.run && !isOver(this.run.phase) && this.run.phase !== 'paused')) return false;
    await this.#lease.release();
    return true;
  }

  /** Resolves as `waitUntilShownStateStored`; a state that was withdrawn is no longer shown then. */
  readonly isStateStored = async (): Promise<boolean> =>
    !this.#worker || (await waitUntilShownStateStored(this.#worker).finally(() => this.#live?.refresh()));

  /** Releases a session that is being removed, even at work. */
  readonly leave = (): Promise<void> => this.#lease.release();

  /** Releases the lease while the page is in the back/forward cache. */
  readonly suspend = (): void => this.#lease.suspend();

  /**
   * Sends an event; `said` is the entry that causes it, stored together with what the event changes. Resolves to true
   * once they are durable; false, with a toast, if they could not be stored.
   */
  async tell(event: SentEvent, said?: JournalEntryBody): Promise<boolean> {
    this.refusal = null;
    const runner = await this.takeOver(event.type === 'plan.pause' || event.type === 'plan.stop');
    const sendResult = runner?.send(event, said).catch(() => false);
    await runner?.shown().catch(() => undefined);
    this.#live?.refresh();
    return runner !== null && this.#isStored(await sendResult);
  }

  /** Appends an entry to the journal; resolves as `tell` does. Await it before acting on the entry. */
  async note(body: JournalEntryBody): Promise<boolean> {
    const runner = await this.takeOver();
    return runner !== null && this.#isStored(await runner.note(body).catch(() => false));
  }

  #isStored(stored = false): boolean {
    if (!stored) this.#page.toasts.refuse(this.#page.words.t(this.elsewhere ? 'shell.cannot_open' : 'panes.not_saved'));
    return stored;
  }

  readonly say = (kind: MessageKind, text: string): Promise<boolean> => this.note(messageEntry(kind, text));

  readonly pause = (): Promise<boolean> => this.tell({ type: 'plan.pause' });
  readonly resume = (): Promise<boolean> => this.tell({ type: 'plan.continue' });
  readonly stop = (): Promise<boolean> => this.tell({ type: 'plan.stop' });
  readonly approve = (): Promise<boolean> => this.tell({ type: 'plan.approve' });
  /** Edits the plan; true once the edit is durable. A refused one changes nothing, and its reason is shown. */
  readonly edit = async (edit: PlanEdit, causeEntry?: JournalEntryBody): Promise<boolean> => {
    const before = (await this.takeOver())?.current();
    if (!before) return false;
    const isStored = await this.tell({ type: 'plan.edit', edit }, causeEntry);
    return isStored && this.#lastEdit() !== before.run?.edits.at(-1)?.id;
  };
  /** Undoes the edit with this id, or the latest that can be undone. */
  readonly undoEdit = (id = undoableEdit(this.#worker?.current().run ?? null)?.id): Promise<boolean> =>
    this.tell(id === undefined ? { type: 'edit.undo' } : { type: 'edit.undo', id });
  /** Redoes the edit that was undone last. */
  readonly redoEdit = (): Promise<boolean> => this.tell({ type: 'edit.redo' });
  readonly decide = (effect: string, decision: ApprovalDecision): Promise<boolean> =>
    this.tell({ type: 'approval.decide', effect, decision });

  /** Accepts or declines a proposed change of the person's own steps. */
  readonly consent = async (isAccepted: boolean): Promise<void> => {
    if (!this.proposal) return;
    const code = isAccepted ? 'proposal_accepted' : 'proposal_kept';
    await this.tell({ type: 'proposal.decide', accepted: isAccepted }, { type: 'notice', code, params: {} });
  };
  readonly undoReplan = (): Promise<boolean> => this.tell({ type: 'replan.undo' });

  readonly changeSettings = (settings: Settings): void =>
    void this.#worker?.send({ type: 'settings.change', settings }).catch(() => undefined);

  /** Skips a step together with those of `more`; the toast names the other steps that still depend on it. */
  readonly skip = (step: Step, more: readonly string[] = [], causeEntry?: JournalEntryBody): Promise<void> => {
    const dependentNumbers = unstartedDependents(this.run?.plan.steps ?? [], step.id).flatMap(({ step: other, n }) =>
      more.includes(other.id) ? [] : [n],
    );
    return this.#editWithUndo(
      { kind: 'skip', id: step.id, ...(more.length > 0 && { more }) },
      dependentNumbers.length > 0 ? 'plan.skipped_awaited_toast' : 'plan.skipped_toast',
      { step: step.description, steps: joinNumbers(dependentNumbers, this.#page.words), n: dependentNumbers.length },
      causeEntry,
    );
  };

  /**
   * Removes the dependencies on steps that will not be done from each of these steps, so that they can continue without
   * those.
   */
  readonly doWithout = async (steps: readonly Step[]): Promise<void> => {
    for (const { id } of steps) await this.edit({ kind: 'without', id });
  };

  /** Marks a step that the person had to check, or that has failed, as done; the toast offers undo. */
  readonly accept = (step: Step, result?: string): Promise<void> =>
    this.#editWithUndo(
      { kind: 'accept', id: step.id, ...(result !== undefined && { result }) },
      result === undefined ? 'plan.accepted_toast' : 'plan.answered_toast',
      { step: step.description },
    );

  readonly remove = (step: Step): Promise<void> =>
    this.#editWithUndo({ kind: 'delete', id: step.id }, 'plan.deleted_toast', { step: step.description });

  /** Adds or removes a dependency of a step, and offers undo. */
  readonly depend = (step: Step, on: Step, isNeeded: boolean): Promise<void> =>
    this.#editWithUndo(
      { kind: isNeeded ? 'depend' : 'release', id: step.id, on: on.id },
      isNeeded ? 'depends.added_toast' : 'depends.removed_toast',
      { step: step.description, other: on.description },
    );

  async #editWithUndo(
    edit: PlanEdit,
    told: MessageKey,
    params: Record<string, string | number>,
    said?: JournalEntryBody,
  ): Promise<void> {
    const edited = (await this.edit(edit, said)) ? this.#lastEdit() : undefined;
    if (edited === undefined) return;
    const action = { label: this.#page.words.t('shell.undo'), run: () => void this.undoEdit(edited) };
    const toast = this.#page.toasts.tell(this.#page.words.tDynamic(told, params), action);
    this.#offers = [...this.#offers, { edit: edited, toast }];
  }

  readonly #lastEdit = (): string | undefined => this.#worker?.current().run?.edits.at(-1)?.id;
}
