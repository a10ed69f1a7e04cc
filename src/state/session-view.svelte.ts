import type { ApprovalDecision } from '../domain/approval.ts';
import type { Happened, JournalEntry, MessageKind } from '../domain/journal.ts';
import type { PlanEdit } from '../domain/plan-edits.ts';
import { isOver, type Run } from '../domain/run.ts';
import type { Settings } from '../domain/settings.ts';
import type { Step } from '../domain/step.ts';
import type { SessionRunner } from '../runner/session-runner.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { Bridge } from './bridge.svelte.ts';
import { conversationLines } from './conversation-lines.ts';
import { PlanImport } from './plan-import.svelte.ts';
import { proposedChanges } from './proposed-changes.ts';
import { statusLine } from './status-line.ts';
import { stepRecord } from './step-record.ts';
import type { Toasts } from './toasts.svelte.ts';
import type { Words } from './words.svelte.ts';

/** How much of a session's record the page keeps in sight; older lines are in the history. */
const inSight = 400;

type SentEvent = Parameters<SessionRunner['send']>[0];

/**
 * One open session as the page sees it. What is shown comes from its runner once that is loaded, from the stores until
 * then; everything the person does goes to the runner as an event.
 */
export class SessionView {
  readonly id: string;
  readonly #dependencies: AppDependencies;
  readonly #words: Words;
  readonly #toasts: Toasts;
  readonly #stored: Bridge<Run | null>;
  readonly #journal: Bridge<readonly JournalEntry[]>;
  #opening: Promise<SessionRunner | null> | null = null;
  #runner = $state.raw<SessionRunner | null>(null);
  readonly #live = $derived(this.#runner && new Bridge(this.#runner, this.#runner.current()));

  readonly run = $derived.by(() => (this.#live ? this.#live.current.run : this.#stored.current));
  readonly streams = $derived(this.#live?.current.streams ?? {});
  readonly lines = $derived.by(() => conversationLines(this.#journal.current));
  readonly status = $derived(statusLine(this.run));
  /** Calls that wait for a yes or a no. */
  readonly approvals = $derived(this.run?.approvals.filter((approval) => approval.decision === null) ?? []);

  constructor(id: string, dependencies: AppDependencies, words: Words, toasts: Toasts) {
    this.id = id;
    this.#dependencies = dependencies;
    this.#words = words;
    this.#toasts = toasts;
    this.incoming = new PlanImport(dependencies, this);
    this.#stored = new Bridge<Run | null>(dependencies.stores.sessions.watchRun(id), null);
    this.#journal = new Bridge<readonly JournalEntry[]>(dependencies.stores.sessions.journal(id, inSight), []);
  }

  /** What a replan would do to the plan, while it waits for the person's word (R3.9). */
  readonly proposal = $derived(
    this.run?.phase === 'waiting' && this.run.proposal ? proposedChanges(this.run, this.run.proposal) : null,
  );
  /** Whether the latest replan can be taken back. */
  readonly canUndoReplan = $derived(this.run !== null && this.run.undo !== null && !isOver(this.run.phase));

  /** A plan on its way in. */
  readonly incoming: PlanImport;

  /** The last entries of the record, oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#journal.current;
  }

  /** Thoughts, calls and results of one step of the present task. */
  record(stepId: string): ReturnType<typeof stepRecord> {
    return this.run ? stepRecord(this.entries, this.run.id, stepId) : [];
  }

  /** Takes the session into work, once; null (and a message) when that is impossible. */
  wake(): Promise<SessionRunner | null> {
    this.#opening ??= this.#dependencies.openRunner(this.id).then(
      (runner) => {
        runner.refusals.subscribe(({ code, step, other }) =>
          this.#toasts.refuse(this.#words.t(`edit.${code}`, { step, other })),
        );
        this.#runner = runner;
        return runner;
      },
      () => {
        this.#opening = null;
        this.#toasts.refuse(this.#words.t('shell.cannot_open'));
        return null;
      },
    );
    return this.#opening;
  }

  /** Lets go of the session, unless it is at work: then it goes on in the background. */
  async release(): Promise<boolean> {
    const run = this.run;
    if (run && !isOver(run.phase) && run.phase !== 'paused') return false;
    const runner = this.#runner;
    this.#runner = null;
    this.#opening = null;
    await runner?.settled();
    runner?.close();
    return true;
  }

  async tell(event: SentEvent): Promise<void> {
    (await this.wake())?.send(event);
  }

  /** Writes into the record, before whatever it leads to. */
  async note(body: Happened): Promise<void> {
    (await this.wake())?.note(body);
  }

  async say(kind: MessageKind, text: string): Promise<void> {
    await this.note({ type: 'message', kind, text });
  }

  readonly pause = (): Promise<void> => this.tell({ type: 'plan.pause' });
  readonly resume = (): Promise<void> => this.tell({ type: 'plan.continue' });
  readonly stop = (): Promise<void> => this.tell({ type: 'plan.stop' });
  readonly approve = (): Promise<void> => this.tell({ type: 'plan.approve' });
  readonly edit = (edit: PlanEdit): Promise<void> => this.tell({ type: 'plan.edit', edit });
  readonly decide = (effect: string, decision: ApprovalDecision): Promise<void> =>
    this.tell({ type: 'approval.decide', effect, decision });

  /** The person's word on a proposed change of their own steps. */
  readonly consent = async (accepted: boolean): Promise<void> => {
    if (!this.proposal) return;
    await this.note({ type: 'notice', code: accepted ? 'proposal_accepted' : 'proposal_kept', params: {} });
    await this.tell({ type: 'proposal.decide', accepted });
  };
  readonly undoReplan = (): Promise<void> => this.tell({ type: 'replan.undo' });

  changeSettings(settings: Settings): void {
    this.#runner?.send({ type: 'settings.change', settings });
  }

  /** Skips a step and offers the way back. */
  readonly skip = async (step: Step): Promise<void> => {
    await this.edit({ kind: 'skip', id: step.id });
    if (this.#stepNow(step.id)?.status !== 'skipped') return;
    this.#toasts.tell(this.#words.t('plan.skipped_toast', { step: step.description }), {
      label: this.#words.t('shell.undo'),
      run: () => void this.edit({ kind: 'retry', id: step.id }),
    });
  };

  /** Deletes a step and offers the way back. */
  readonly remove = async (step: Step): Promise<void> => {
    const at = this.run?.plan.steps.findIndex((other) => other.id === step.id) ?? -1;
    await this.edit({ kind: 'delete', id: step.id });
    if (this.#stepNow(step.id)) return;
    this.#toasts.tell(this.#words.t('plan.deleted_toast', { step: step.description }), {
      label: this.#words.t('shell.undo'),
      run: () => void this.#restore(step, at),
    });
  };

  /** The step comes back under a new id, for ids are never used twice. */
  async #restore(step: Step, at: number): Promise<void> {
    const before = this.#stepsNow().map((other) => other.id);
    await this.edit({ kind: 'add', id: step.id, description: step.description, at });
    const added = this.#stepsNow().find((other) => !before.includes(other.id));
    if (!added) return;
    const { tool = null, parameters = null, expected_output = null, dependencies } = step;
    await this.edit({ kind: 'change', id: added.id, change: { tool, parameters, expected_output, dependencies } });
  }

  #stepsNow(): readonly Step[] {
    return this.#runner?.current().run?.plan.steps ?? [];
  }

  #stepNow(id: string): Step | undefined {
    return this.#stepsNow().find((step) => step.id === id);
  }
}
