import * as z from 'zod/mini';
import { CallDescription } from './approval.ts';
import { StepReason } from '../plan/step-reason.ts';
import { isDoubtful, isDoubtfullyDone, isReliablyDone } from '../plan/doubtful-steps.ts';
import { isUnstarted, type Step } from '../plan/step.ts';
import type { ChangeKind } from './claimed/change-kind.ts';
import type { Run } from './run.ts';
import type { WrittenRowRecord } from './tool-result.ts';

/** How much of an ended task is done: all, a part, or nothing. */
export type TaskEndColor = 'green' | 'amber' | 'red';
export const TaskEndColor = z.string() as unknown as z.ZodMiniType<TaskEndColor>;

/** A call that sent something to a web site or a server, with the status of its answer, if that is known. */
export const SentCall = z.object({ about: CallDescription, at: z.string(), status: z.nullable(z.number()) });
export type SentCall = z.infer<typeof SentCall>;

/**
 * The number of rows that a task has written, by store; `elsewhere`: what was sent to a web site; `calls`: calls of a
 * server's tools that may have changed something there; `unknown`: changes that may or may not have been made;
 * `missing`: files that the closing answer says were written, but that are not there, hosts (`pages`) that it names and
 * that stand in nothing the session has read, or a kind of change that it says was made, but that the task did not
 * make; `none`: nothing was written, and the answer is in a language in which what it says was done is not read;
 * `times`: how much of repeating calendar entries was changed or deleted; `names`: those of the first rows, or of the
 * server; `sent`: the first calls that sent something; `no_reminder`: none of the calendar entries has a reminder
 * although the task is about one; `shorter`: the files that are now less than half as long, with both sizes in bytes;
 * `kept`: the names under which files are kept that the person had added and that were replaced.
 */
export const WrittenCount = z.object({
  store: z.string() as unknown as z.ZodMiniType<
    WrittenRowRecord['store'] | 'elsewhere' | 'calls' | 'pages' | ChangeKind
  >,
  change: z.enum(['put', 'deleted', 'missing', 'unknown', 'none']),
  n: z.int(),
  times: z.optional(z.enum(['all', 'one'])),
  names: z.optional(z.array(z.string())),
  sent: z.optional(z.array(SentCall)),
  no_reminder: z.optional(z.boolean()),
  shorter: z.optional(z.array(z.object({ name: z.string(), before: z.number(), now: z.number() }))),
  kept: z.optional(z.array(z.string())),
});
export type WrittenCount = z.infer<typeof WrittenCount>;

/** A step not done when the task ended, and why; `words`: the reason as a sentence. */
export const UnfinishedStep = z.object({ description: z.string(), words: z.string(), reason: z.optional(StepReason) });
export type UnfinishedStep = z.infer<typeof UnfinishedStep>;

export type EndedTask = Pick<Run, 'plan' | 'reply_stats' | 'fixes' | 'files_missing'>;

/**
 * True if a step leaves nothing to do: it is done, was skipped by the person, or failed and was fixed by other steps.
 */
function isSettled(run: EndedTask, step: Step, checkedStepIds: readonly string[] = []): boolean {
  if (isReliablyDone(step)) return true;
  if (isDoubtful(step)) return false;
  if (step.status === 'skipped') return !wasLeft(run, step) && step.reason?.code !== 'judged_skip';
  if (step.status !== 'failed' || checkedStepIds.includes(step.id)) return false;
  const fixStepIds = run.fixes?.[step.id] ?? [];
  const fixes = run.plan.steps.filter(({ id }) => fixStepIds.includes(id));
  return fixes.length > 0 && fixes.every((other) => isSettled(run, other, [...checkedStepIds, step.id]));
}

/**
 * True if a step was skipped because its task ended. Version 1.0.0 did not store which steps these were when the person
 * stopped a plan; they are recognised by having ended at the time of the stop.
 */
function wasLeft({ reply_stats, plan }: EndedTask, { id, ended_at }: Step): boolean {
  return reply_stats.rest.includes(id) || (plan.status === 'cancelled' && ended_at === plan.updated_at);
}

/**
 * Returns the steps that still leave something to do when the task has ended: not those that are done, that the person
 * skipped, or whose failure other steps fixed.
 */
export function unfinishedSteps(run: EndedTask): Step[] {
  return run.plan.steps.filter((step) => !isSettled(run, step));
}

export interface TaskEnd {
  tone: TaskEndColor;
  total: number;
  done: number;
  /** Steps that failed and were not fixed. */
  failed: number;
  /** Completed steps without evidence that they were done. */
  doubtful: number;
  /** Steps that failed and were fixed by other steps. */
  mended: number;
  skipped: number;
}

/**
 * Returns the outcome of an ended task, derived from its steps and files: the numbers of steps by outcome, and a tone.
 * `red`: a step that was begun is among the `unfinishedSteps`, and no step was done. `amber`: such a step is left
 * although others were done, nothing is left but no step was done, or a file is not there that the closing answer says
 * was written. `green`: otherwise, also for a plan without steps.
 */
export function taskEnd(run: EndedTask): TaskEnd {
  const { steps } = run.plan;
  const undoneSteps = unfinishedSteps(run);
  const doneCount = steps.filter(isReliablyDone).length;
  const failedCount = undoneSteps.filter(({ status }) => status === 'failed').length;
  const isLeft = undoneSteps.some((step) => !isUnstarted(step) && step.status !== 'running');
  const isLacking = run.files_missing !== undefined || (doneCount === 0 && steps.length > 0);
  return {
    tone: isLeft ? (doneCount === 0 ? 'red' : 'amber') : isLacking ? 'amber' : 'green',
    total: steps.length,
    done: doneCount,
    failed: failedCount,
    doubtful: steps.filter(isDoubtfullyDone).length,
    mended:
      steps.filter(({ status }) => status === 'failed').length -
      undoneSteps.filter(({ status }) => status === 'failed').length,
    skipped: steps.filter((step) => step.status === 'skipped').length,
  };
}
