import { createActor, fromPromise } from 'xstate';
import { act } from '../agent/act.ts';
import type { AgentContext } from '../agent/agent-context.ts';
import { answerPlainly, draftPlan, intake } from '../agent/intake.ts';
import { cancelPendingReplies } from '../agent/pending-replies.ts';
import { createEffectPerformer } from '../agent/perform-effect.ts';
import { recordedAttempt } from '../agent/recorded-attempt.ts';
import { replan } from '../agent/replan.ts';
import { judgeStep, think } from '../agent/think.ts';
import { verifyWrittenRows } from '../agent/verify-written-rows.ts';
import { logProgramError } from '../values/log-program-error.ts';
import type { Grant } from '../values/tool-rule.ts';
import type { JournalEntryBody, NewJournalEntry } from '../task/journal.ts';
import type { ModelWait } from '../task/model-reply.ts';
import type { EditError } from '../plan/plan-edits.ts';
import { isWorking, type Run } from '../task/run.ts';
import type { Settings } from '../records/settings.ts';
import { planMachine } from './plan-machine.ts';
import { stepMachine } from './step-machine.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import type { Observable } from '../ports/observable.ts';
import { type SessionJournal, SessionClaimedError } from '../ports/journal.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import { personLanguage } from '../values/person-language.ts';
import { SerialQueue } from '../values/serial-queue.ts';
import { Subject } from './subject.ts';
import type { RunnerView, SessionRunner } from './session-runner.ts';

export interface SessionRunnerDependencies {
  sessionId: string;
  /** The stored task, or null. */
  run: Run | null;
  journal: SessionJournal;
  clock: Clock;
  connectivity: Connectivity;
  toolbox: Toolbox;
  /** Returns the current model and protocol for a kind of call. */
  modelFor: AgentContext['modelFor'];
  settings: Settings;
  /** The settings as they change in any tab; absent if they cannot change. */
  settingsChanges?: Observable<Settings>;
  /** True if a task at work continues without the person, because it comes from another tab. */
  goesOn?: boolean;
  /** Resolves to true if the person's other devices have everything recorded; absent if there are none. */
  announced?: () => Promise<boolean>;
  /** Called when another tab has taken over the session: nothing can be stored here any more. */
  onTakenOver: () => void;
  /** Stores a permanent permission. */
  grant: (grant: Grant) => void;
}

/**
 * The shortest time between two updates about the same kind of wait, in milliseconds; streamed text is updated with
 * each piece.
 */
const waitStep = 1000;

/** Opens a session: runs the state machines over the agent's functions and stages every change for the journal. */
export function openSession(parts: SessionRunnerDependencies): SessionRunner {
  const { clock, journal, sessionId } = parts;
  const views = new Subject<RunnerView>({ run: parts.run, streams: {}, waits: {}, progress: {}, offline: false });
  const refusals = new Subject<EditError>(null);
  const show = (change: Partial<RunnerView>) => views.send({ ...views.value, ...change });
  let waiting = 0;
  let entries: NewJournalEntry[] = [];

  const context: AgentContext = {
    modelFor: parts.modelFor,
    toolbox: {
      ...parts.toolbox,
      offered: () => {
        const tools = parts.toolbox.offered();
        if (tools.some(({ server }) => server)) context.onOutsideText();
        return tools;
      },
    },
    journal,
    clock,
    connectivity: parts.connectivity,
    respondedModels: new WeakSet(),
    sending: new Set(),
    toolCallers: new WeakSet(),
    missedToolCalls: new WeakMap(),
    unreadableReplies: new WeakMap(),
    readTokens: new WeakMap(),
    perform: createEffectPerformer(journal),
    announced: parts.announced ?? (async () => true),
    store: () => void journal.flushEffects().catch(storageFailed),
    run: () => {
      const { run } = actor.getSnapshot().context;
      if (!run) throw new Error('no task');
      return run;
    },
    settings: () => actor.getSnapshot().context.settings,
    onText: (place, piece) => {
      const { streams } = views.value;
      if (piece !== null) show({ streams: { ...without(streams, place), [place]: (streams[place] ?? '') + piece } });
      else if (place in streams) show({ streams: without(streams, place) });
    },
    onWait: (place, wait) => {
      const { waits } = views.value;
      const before = waits[place];
      if (wait && before && isShortlyAfter(before, wait)) return;
      show({ waits: wait ? { ...waits, [place]: wait } : without(waits, place) });
    },
    onProgress: (place, text) => {
      const { progress } = views.value;
      if (text !== null) show({ progress: { ...progress, [place]: text } });
      else if (place in progress) show({ progress: without(progress, place) });
    },
    onOutsideText: () => actor.send({ type: 'foreign.offered' }),
    onUnasked: (effect, isAllowed) => actor.send({ type: 'approval.needless', effect, isAllowed, at: clock.now() }),
    onOffline: (waits) => {
      waiting += waits ? 1 : -1;
      show({ offline: waiting > 0 });
    },
  };

  /** Runs work and pauses the plan on an exception; the promise then never settles. */
  const guarded = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!signal.aborted) storageFailed(error);
      return new Promise<never>(() => undefined);
    }
  };
  /** Runs work that offers or calls tools, once the tools are known. */
  const equipped = <T>(signal: AbortSignal, work: () => Promise<T>, tool?: string): Promise<T> =>
    guarded(signal, async () => {
      await parts.toolbox.ready(tool);
      return signal.aborted ? new Promise<never>(() => undefined) : work();
    });
  /** Set when the session is closed; later results are ignored, since the session may already be open again. */
  let isClosed = false;
  let unfollow = (): void => undefined;
  const close = () => {
    isClosed = true;
    unfollow();
    actor.stop();
  };
  /** Pauses the work; with `before`, that task replaces the present one, which could not be stored. */
  const storageFailed = (error: unknown, before?: Run | null) => {
    if (isClosed) return;
    if (error instanceof SessionClaimedError) {
      close();
      parts.onTakenOver();
      return;
    }
    const program = isProgramError(error);
    if (program) logProgramError('the work on a task failed', error);
    const detail = error instanceof Error ? error.message : String(error);
    actor.send({ type: 'storage.failed', detail, program, ...(before !== undefined && { before }), at: clock.now() });
  };

  const step = stepMachine.provide({
    actors: {
      recall: fromPromise(({ input, signal }) =>
        equipped(signal, () => recordedAttempt(context, input.step, input.attempt)),
      ),
      think: fromPromise(({ input, signal }) => equipped(signal, () => think(context, input, signal))),
      judge: fromPromise(({ input, signal }) => guarded(signal, () => judgeStep(context, input, signal))),
      act: fromPromise(({ input, signal }) => equipped(signal, () => act(context, input, signal), input.action.tool)),
    },
  });
  const machine = planMachine.provide({
    actors: {
      step,
      intake: fromPromise(({ input, signal }) => equipped(signal, () => intake(context, input.run, signal))),
      draft: fromPromise(({ input, signal }) => equipped(signal, () => draftPlan(context, input.run, signal))),
      answer: fromPromise(({ input, signal }) => guarded(signal, () => answerPlainly(context, input.run, signal))),
      replan: fromPromise(({ input, signal }) => equipped(signal, () => replan(context, input.run, signal))),
      verify: fromPromise(({ input, signal }) => guarded(signal, () => verifyWrittenRows(context, input.run))),
    },
  });
  const actor = createActor(machine, {
    input: {
      session: sessionId,
      run: parts.run,
      settings: parts.settings,
      at: clock.now(),
      goesOn: parts.goesOn ?? false,
    },
  });

  const entry = (body: JournalEntryBody, stepId: string | null): NewJournalEntry => ({
    session_id: sessionId,
    task_id: actor.getSnapshot().context.run?.id ?? null,
    step_id: stepId,
    at: clock.now(),
    body,
  });
  /** Stages a new state: while the machine works, it is stored with the next record; otherwise at once. */
  const stage = (run: Run | null) => {
    const staged = entries;
    entries = [];
    journal.stage({ ...(run ? { run } : {}), entries: staged });
    if (!run || !isWorking(run.phase)) store();
  };
  const store = () => void journal.flush().catch(storageFailed);
  /** The person's actions that are being stored, one after another. */
  const stores = new SerialQueue();
  let unstored = new Set<symbol>();
  /** The permanent permissions of the action that is under way; they count once it is stored. */
  let grants: Grant[] = [];
  const isEnded = () => isClosed || actor.getSnapshot().status !== 'active';
  /**
   * Stores what an action of the person changes. Resolves to false if that fails: the task is then as it was before the
   * action, and what was done after it is undone, too.
   */
  const durably = (act: () => void): Promise<boolean> => {
    if (isEnded()) return Promise.resolve(false);
    const [before, mark, own] = [last, journal.mark(), Symbol()];
    grants = [];
    act();
    const grantsGiven = grants;
    if (isEnded()) return Promise.resolve(false);
    if (journal.mark() === mark) {
      store();
      return Promise.resolve(true);
    }
    unstored.add(own);
    return stores.run(async () => {
      if (!unstored.has(own)) return false;
      try {
        await journal.flushSince(mark);
      } catch (error) {
        unstored = new Set();
        storageFailed(error, before);
        return false;
      }
      unstored.delete(own);
      for (const grant of grantsGiven) parts.grant(grant);
      return true;
    });
  };

  actor.on('journal.line', ({ step_id, body }) => entries.push(entry(body, step_id)));
  actor.on('edit.refused', ({ error }) => refusals.send(error));
  actor.on('grant.given', ({ grant }) => grants.push(grant));
  let last = parts.run;
  actor.subscribe(({ context: { run } }) => {
    if (run === last && entries.length === 0) return;
    last = run;
    stage(run);
    show({ run });
  });
  actor.start();
  if (parts.settingsChanges)
    unfollow = parts.settingsChanges.subscribe((settings) =>
      actor.send({ type: 'settings.change', settings, at: clock.now() }),
    );

  return {
    subscribe: (next) => views.subscribe(next),
    current: () => views.value,
    send: (event, messageBody) => {
      const language = event.type === 'goal.submit' && personLanguage(event.goal, clock.languages());
      const commitOfEvent = durably(() => {
        if (messageBody) entries.push(entry(messageBody, null));
        actor.send({ ...event, ...(language && { language }), at: clock.now() });
      });
      if (event.type === 'plan.stop' || event.type === 'plan.edit')
        commitOfEvent.then((isStored) => (isStored ? cancelPendingReplies(context) : undefined)).catch(storageFailed);
      return commitOfEvent;
    },
    refusals,
    committed: journal.committed,
    note: (body) =>
      durably(() => {
        entries.push(entry(body, null));
        stage(null);
      }),
    settled: () => journal.flush(),
    shown: async () => undefined,
    storageFailed: (error) => storageFailed(error),
    close: async () => close(),
  };
}

const programErrors: ReadonlySet<string> = new Set([
  'DataCloneError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
]);

/** The words of Chromium, Firefox and Safari for a part of the program that could not be loaded. */
const unloadedPart = /dynamically imported module|^Importing a module script failed/i;

/** True for an error of the program itself, for which neither the storage nor the network is to blame. */
const isProgramError = (error: unknown): boolean =>
  error instanceof Error && programErrors.has(error.name) && !unloadedPart.test(error.message);

function without<T>(record: Readonly<Record<string, T>>, place: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== place));
}

/** True if a wait of the same kind begins so soon after the last one that no update is needed. */
function isShortlyAfter(before: ModelWait, wait: ModelWait): boolean {
  const same = before.said === wait.said && before.limit_ms === wait.limit_ms;
  return same && Date.parse(wait.since) - Date.parse(before.since) < waitStep;
}
