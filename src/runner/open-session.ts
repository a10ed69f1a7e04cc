import { createActor, fromPromise } from 'xstate';
import { act } from '../agent/act.ts';
import type { AgentContext } from '../agent/agent-context.ts';
import { answerPlainly, draftPlan, intake } from '../agent/intake.ts';
import { performOver } from '../agent/perform.ts';
import { recall } from '../agent/recall.ts';
import { replan } from '../agent/replan.ts';
import { judge, think } from '../agent/think.ts';
import { verify } from '../agent/verify.ts';
import type { Grant } from '../domain/task/approval.ts';
import type { EntryBody, NewEntry } from '../domain/record/journal.ts';
import type { ModelWait } from '../domain/model/model-reply.ts';
import type { EditRefusal } from '../domain/plan/plan-edits.ts';
import { isWorking, type Run } from '../domain/task/run.ts';
import type { Settings } from '../domain/settings/settings.ts';
import { planMachine } from '../lifecycle/plan-machine.ts';
import { stepMachine } from '../lifecycle/step-machine.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import type { Live } from '../ports/live.ts';
import { type SessionJournal, TakenOver } from '../ports/journal.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import { Broadcast } from './broadcast.ts';
import type { RunnerView, SessionRunner } from './session-runner.ts';

export interface RunnerParts {
  sessionId: string;
  /** The task as it was stored, or null. */
  run: Run | null;
  journal: SessionJournal;
  clock: Clock;
  connectivity: Connectivity;
  toolbox: Toolbox;
  /** What this kind of call is made with. */
  modelFor: AgentContext['modelFor'];
  settings: Settings;
  /** The settings as they become, in whichever tab they are changed; absent where nobody changes them. */
  settingsChanges?: Live<Settings>;
  /** A task at work goes on by itself: it comes from another tab (R12.3). */
  goesOn?: boolean;
  /** The session has been taken over: nothing can be stored here any more. */
  taken: () => void;
  /** Keeps a lasting permission (R9.12). */
  grant: (grant: Grant) => void;
}

/** What is written shows each word; how long it has been waited for need not. */
const waitStep = 1000;

/** Brings a session to life: the machines over the agent's functions, every change staged for the journal. */
export function openSession(parts: RunnerParts): SessionRunner {
  const { clock, journal, sessionId } = parts;
  const views = new Broadcast<RunnerView>({ run: parts.run, streams: {}, waits: {}, progress: {}, offline: false });
  const refusals = new Broadcast<EditRefusal>(null);
  const show = (change: Partial<RunnerView>) => views.send({ ...views.value, ...change });
  let waiting = 0;
  let entries: NewEntry[] = [];

  const context: AgentContext = {
    modelFor: parts.modelFor,
    toolbox: parts.toolbox,
    journal,
    clock,
    connectivity: parts.connectivity,
    reached: new WeakSet(),
    unforced: new WeakMap(),
    perform: performOver(journal),
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
    onOffline: (waits) => {
      waiting += waits ? 1 : -1;
      show({ offline: waiting > 0 });
    },
  };

  /** A fault of the storage pauses the plan; the work that met it never comes back. */
  const guarded = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!signal.aborted) storageFailed(error);
      return new Promise<never>(() => undefined);
    }
  };
  /** Work that offers or calls tools: begun once they are known. */
  const equipped = <T>(signal: AbortSignal, work: () => Promise<T>, tool?: string): Promise<T> =>
    guarded(signal, async () => {
      await parts.toolbox.ready(tool);
      return signal.aborted ? new Promise<never>(() => undefined) : work();
    });
  /** What comes too late concerns nobody: the session may be open again, in this tab too. */
  let closed = false;
  let unfollow = (): void => undefined;
  const close = () => {
    closed = true;
    unfollow();
    actor.stop();
  };
  const storageFailed = (error: unknown) => {
    if (closed) return;
    if (error instanceof TakenOver) {
      close();
      parts.taken();
      return;
    }
    actor.send({
      type: 'storage.failed',
      detail: error instanceof Error ? error.message : String(error),
      at: clock.now(),
    });
  };

  const step = stepMachine.provide({
    actors: {
      recall: fromPromise(({ input, signal }) => equipped(signal, () => recall(context, input.step, input.attempt))),
      think: fromPromise(({ input, signal }) => equipped(signal, () => think(context, input, signal))),
      judge: fromPromise(({ input, signal }) => guarded(signal, () => judge(context, input, signal))),
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
      verify: fromPromise(({ input, signal }) => guarded(signal, () => verify(context, input.run))),
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

  const entry = (body: EntryBody, stepId: string | null): NewEntry => ({
    session_id: sessionId,
    task_id: actor.getSnapshot().context.run?.id ?? null,
    step_id: stepId,
    at: clock.now(),
    body,
  });
  /** What comes of work goes along with what the work records next; what the person has said or done is stored at once. */
  const stage = (run: Run | null) => {
    const staged = entries;
    entries = [];
    journal.stage({ ...(run ? { run } : {}), entries: staged });
    if (!run || !isWorking(run.phase)) store();
  };
  const store = () => void journal.flush().catch(storageFailed);

  actor.on('journal.line', ({ step_id, body }) => entries.push(entry(body, step_id)));
  actor.on('edit.refused', ({ refusal }) => refusals.send(refusal));
  actor.on('grant.given', ({ grant }) => parts.grant(grant));
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
    send: (event) => {
      actor.send({ ...event, at: clock.now() });
      store();
    },
    refusals,
    note: (body) => {
      entries.push(entry(body, null));
      stage(null);
    },
    settled: () => journal.flush(),
    storageFailed,
    close,
  };
}

function without<T>(record: Readonly<Record<string, T>>, place: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== place));
}

/** Whether a wait begins anew so soon, and in the same way, that nobody need be told. */
function isShortlyAfter(before: ModelWait, wait: ModelWait): boolean {
  const same = before.said === wait.said && before.limit_ms === wait.limit_ms;
  return same && Date.parse(wait.since) - Date.parse(before.since) < waitStep;
}
