import type { ModelExamSettings } from '../records/exam-report.ts';
import type { ModelError } from '../task/model-reply.ts';
import { isOver, type Run, withPhase, newRun } from '../task/run.ts';
import type { ProtocolName } from '../task/protocol-name.ts';
import { defaultSettings } from '../records/settings.ts';
import type { Thoroughness } from '../values/limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { openSession } from '../engine/open-session.ts';
import { ModelExamJournal } from './exam-journal.ts';
import { createExamToolbox, type ModelExamTask, type ModelExamTaskState, type ModelExamStep } from './exam-task.ts';
import { newStep } from '../plan/plan-edits.ts';
import { endStep, startStep } from '../task/run-steps.ts';

interface ModelExamTaskParts {
  examTask: ModelExamTask;
  settings: ModelExamSettings;
  model: LanguageModel;
  clock: Clock;
  connectivity: Connectivity;
  /** Aborted when the person stops the exam. */
  signal: AbortSignal;
  /** The number of replies after which the task counts as failed. */
  most_replies: number;
  /** Called if the endpoint does not support the protocol. */
  onFallBack: (to: ProtocolName) => void;
}

/** The result of a task: its grade, why it cannot be run at all, or `stopped` by the person. */
export type ModelExamTaskResult =
  | { kind: 'graded'; passed: boolean }
  | { kind: 'fault'; error: ModelError }
  | { kind: 'stopped' };

/** Errors caused by this task's requests, which therefore count against the model. */
const ofTheModel: ReadonlySet<ModelError['code']> = new Set<ModelError['code']>([
  'context_length',
  'truncated',
  'bad_response',
  'empty',
]);

/** Runs one task through the engine, in memory, until its verdict is certain or nothing more can happen. */
export function runModelExamTask(parts: ModelExamTaskParts): Promise<ModelExamTaskResult> {
  const { clock, connectivity, examTask, model, settings, signal } = parts;
  if (signal.aborted) return Promise.resolve({ kind: 'stopped' });
  const at = clock.now();
  const goal = examTask.goal(settings);
  const isGiven = examTask.steps.length > 0;
  const journal = new ModelExamJournal(examTask.image);
  const over = new AbortController();
  let { protocol } = settings;
  let sees = true;
  let room = null as number | null;
  let replies = 0;
  return new Promise((resolve) => {
    const replyCountingModel: LanguageModel = {
      reply: (request, options) => {
        grade();
        replies += 1;
        if (replies > parts.most_replies) end({ kind: 'graded', passed: false });
        if (over.signal.aborted) return new Promise<never>(() => undefined);
        return model.reply(request, options);
      },
    };
    const end = (taskResult: ModelExamTaskResult) => {
      if (over.signal.aborted) return;
      over.abort();
      /** Lets the machine finish its current transition first; no further reply is requested. */
      queueMicrotask(() => void runner.close());
      resolve(taskResult);
    };
    const runner = openSession({
      sessionId: 'exam',
      run: isGiven ? givenRun(goal, examTask.steps, { thoroughness: settings.thoroughness, at }) : null,
      goesOn: true,
      journal,
      clock,
      connectivity,
      toolbox: createExamToolbox(examTask.tools),
      settings: {
        ...defaultSettings,
        planning: 'always',
        review: true,
        thoroughness: settings.thoroughness,
        limits: { ...defaultSettings.limits, max_plan_steps: settings.max_plan_steps },
      },
      modelFor: async () => ({
        name: 'exam',
        model: replyCountingModel,
        protocol,
        fallBack: (to) => {
          parts.onFallBack(to);
          return (protocol = to);
        },
        sees,
        blind: () => (sees = false),
        room,
        narrow: (tokens) => (room = tokens),
      }),
      onTakenOver: () => undefined,
      grant: () => undefined,
    });
    /**
     * Ends the task once its verdict is certain. It is also called before each reply, so that no unnecessary reply is
     * paid for.
     */
    const grade = () => {
      const { run } = runner.current();
      if (!run || over.signal.aborted) return;
      const isPassed = examTask.verdict(seenOf(run, journal));
      if (isPassed !== null) end({ kind: 'graded', passed: isPassed });
      else if (run.pause?.code === 'endpoint' && !ofTheModel.has(run.pause.error.code))
        end({ kind: 'fault', error: run.pause.error });
      else if (standsStill(run)) end({ kind: 'graded', passed: false });
    };
    signal.addEventListener('abort', () => end({ kind: 'stopped' }), { signal: over.signal });
    runner.subscribe(grade);
    if (!isGiven) void runner.send({ type: 'goal.submit', goal, run: 'task', plan: 'plan' });
  });
}

function seenOf(run: Run, { entries }: ModelExamJournal): ModelExamTaskState {
  const calls = entries.flatMap(({ body }) =>
    body.type === 'tool_result'
      ? [{ tool: body.tool, input: { ...(body.input as Record<string, unknown> | null) }, ok: body.result.ok }]
      : [],
  );
  return { run, entries, calls };
}

/** True if nothing more happens without a person. */
function standsStill({ phase }: Run): boolean {
  return isOver(phase) || phase === 'paused' || phase === 'blocked' || phase === 'waiting' || phase === 'reviewing';
}

/** Returns a task that carries out a plan of these steps and has completed the steps with a result. */
function givenRun(
  goal: string,
  examSteps: readonly ModelExamStep[],
  { thoroughness, at }: { thoroughness: Thoroughness; at: string },
): Run {
  const fresh = newRun({ run: 'task', session: 'exam', plan: 'plan' }, goal, at);
  const steps = examSteps.map(({ description, tool, parameters }, n) => ({
    ...newStep(`step_${n + 1}`, description),
    ...(tool !== undefined && { tool }),
    ...(parameters && { parameters }),
  }));
  const plannedRun: Run = {
    ...fresh,
    resume: 'executing',
    last_step_number: steps.length,
    first_plan: steps.map(({ id, description }) => ({ id, description })),
    plan: { ...fresh.plan, steps },
  };
  const run = examSteps.reduce((before, { result }, n) => {
    const id = `step_${n + 1}`;
    if (result === undefined) return before;
    const outcome = { status: 'completed' as const, response: result, fits: true };
    return endStep(startStep(before, id, at), id, outcome, result, at);
  }, plannedRun);
  const checks = thoroughness === 'careful' && examSteps.some(({ result }) => result !== undefined);
  return withPhase({ ...run, pending_replan: checks ? 'step_ended' : null }, 'executing', at);
}
