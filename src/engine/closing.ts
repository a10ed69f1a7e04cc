import { dollarText } from '../task/usage.ts';
import { currentStepIndex, planStatistics } from '../plan/plan-progress.ts';
import { joinStepDescriptions } from '../plan/descriptions-of.ts';
import { closeSteps, runningSteps } from '../task/run-steps.ts';
import { isDoubtfullyDone, isReliablyDone } from '../plan/doubtful-steps.ts';
import { hasEnded, type Step } from '../plan/step.ts';
import { withPhase, type PauseReason, type Phase, type Run } from '../task/run.ts';
import type { StepReason } from '../plan/step-reason.ts';
import { shownUnfinishedSteps } from '../task/fixes.ts';
import { taskEnd, type WrittenCount } from '../task/task-end.ts';
import { type TaskChange, journalLine, type NewJournalLine } from './change.ts';
import type { Plan } from '../plan/plan.ts';
import { shownStepResult } from '../task/shown-tool-text.ts';
import { textLanguage } from '../values/text-language.ts';
import { taskLanguage } from '../task/task-language.ts';
import { createMessageFormatter } from '../i18n/say-in.ts';
import { formatReasonSentence, withoutEnglishToolText, reasonWithoutQuote } from '../task/reason-words.ts';

function endLine(
  run: Run,
  status: 'completed' | 'failed' | 'cancelled',
  writtenCounts?: WrittenCount[],
): NewJournalLine {
  const { completed, failed, skipped, doubtful } = planStatistics(run.plan);
  const taskEndFields = writtenCounts && {
    tone: taskEnd(run).tone,
    written: writtenCounts,
    undone: shownUnfinishedSteps(run),
  };
  return journalLine({
    type: 'task_end',
    status,
    done: completed,
    failed,
    skipped,
    ...(doubtful > 0 && { doubtful }),
    ...taskEndFields,
  });
}

/** Completes the task with its closing answer; steps that did not start are skipped. */
export function completeTask(run: Run, writtenCounts: WrittenCount[], at: string): TaskChange {
  const { files_missing: _, ...rest } = withPhase(closeSteps(run, at), 'completed', at);
  const missingFileCount = writtenCounts.find(({ store, change }) => store === 'files' && change === 'missing')?.n;
  const completedRun: Run = { ...rest, ...(missingFileCount !== undefined && { files_missing: missingFileCount }) };
  return {
    run: { ...completedRun, closing: null, pending_replan: null, replan_cause: null },
    lines: [
      journalLine({ type: 'message', kind: 'closing', text: run.closing ?? '' }),
      endLine(completedRun, 'completed', writtenCounts),
    ],
  };
}

/** Fails the plan; open steps are kept, so that it can still be edited and continued by hand. */
export function failTask(
  run: Run,
  code: 'replans_used_up' | 'not_verified',
  detail: string,
  at: string,
  reason?: StepReason,
): TaskChange {
  const failedRun = withPhase(
    { ...withdrawn(run), pending_replan: null, replan_cause: null, closing: null },
    'failed',
    at,
  );
  return {
    run: failedRun,
    lines: [
      journalLine({
        type: 'notice',
        code,
        params: { ...digest(run), detail, ...(reason && { reason: JSON.stringify(reason) }) },
      }),
      endLine(failedRun, 'failed'),
    ],
  };
}

/**
 * Cancels the task: its running steps are skipped, and pending questions to the person are dropped. The person can
 * continue it later with its unfinished steps; if its plan had not been approved yet, approval is then requested again.
 */
export function cancelTask(run: Run, at: string): TaskChange {
  const reason: StepReason = { code: 'cancelled', params: {} };
  const stopped = runningSteps(run).map(({ id }) =>
    journalLine({ type: 'plan_step_end', status: 'skipped', summary: '', reason }, id),
  );
  const rest = run.plan.steps.filter((step) => !hasEnded(step)).map(({ id }) => id);
  const open: Run = {
    ...withdrawn(run),
    resume: run.phase === 'paused' ? run.resume : run.phase,
    pause: null,
    pending_replan: awaitsReading(run) ? 'person' : null,
    replan_cause: null,
    closing: null,
    reply_stats: { ...run.reply_stats, rest },
  };
  const cancelledRun = withPhase(closeSteps(open, at, reason), 'cancelled', at);
  return { run: cancelledRun, lines: [...stopped, endLine(cancelledRun, 'cancelled')] };
}

/** True if a replan that the person asked for has not been decided, so that it is due when the task goes on. */
function awaitsReading({ pending_replan, replan_cause }: Run): boolean {
  return pending_replan === 'person' || replan_cause === 'person';
}

/**
 * Closes a task whose steps have all ended without asking the model: the closing answer that it has given, else one
 * composed from the results. What the stores lack is then told, and leads to no replan.
 */
export function closeWithoutModel(run: Run, at: string): TaskChange {
  const closing = run.closing ?? composeClosingAnswer(run.plan, taskLanguage(run));
  const open = { ...withdrawn(run), pause: null, pending_replan: null, replan_cause: null, closing, mismatches: 1 };
  const lines = run.closing === null ? [journalLine({ type: 'default', code: 'closing_composed', params: {} })] : [];
  return { run: withPhase(open, 'verifying', at), lines };
}

/** The task without its pending questions to the person: nothing waits for an answer once nothing runs. */
function withdrawn(run: Run): Run {
  const approvals = run.approvals.filter(({ decision }) => decision !== null);
  return { ...run, question: null, proposal: null, approvals };
}

/**
 * Pauses the task for a reason; `resume` is the phase in which it continues. If a limit was reached, a notice is added
 * to the journal that lists which steps are done, doubtful, failed and open.
 */
export function pauseTask(run: Run, reason: PauseReason, at: string, resume: Phase = run.phase): TaskChange {
  const paused: Run = {
    ...withPhase(run, 'paused', at),
    resume: resume === 'paused' ? run.resume : resume,
    pause: reason,
  };
  const lines = [journalLine({ type: 'pause', reason })];
  if (reason.code === 'limit')
    lines.push(journalLine({ type: 'notice', code: 'limit', params: { ...digest(run), limit: String(reason.limit) } }));
  if (reason.code === 'growth')
    lines.push(
      journalLine({ type: 'notice', code: 'growth', params: { ...digest(run), added: String(reason.added) } }),
    );
  if (reason.code === 'spending') {
    const params = { ...digest(run), limit: dollarText(reason.limit), spent: dollarText(reason.spent) };
    lines.push(journalLine({ type: 'notice', code: 'spending', params }));
  }
  return { run: paused, lines };
}

/** The most steps of one outcome that the journal names in a line. */
const mostNamed = 5;

/** Returns the descriptions of the first steps in a list as a parameter, and how many more there are as another one. */
export function stepDescriptionParams(name: string, steps: readonly Step[]): Record<string, string> {
  const more = steps.length - mostNamed;
  return {
    [name]: joinStepDescriptions(steps.slice(0, mostNamed)),
    ...(more > 0 && { [`${name}_more`]: String(more) }),
  };
}

/** A digest of the plan's steps by their outcome, as parameters for the ui's texts. */
function digest(run: Run): Record<string, string> {
  const { plan } = run;
  const figures = planStatistics(plan);
  return {
    done: String(figures.completed),
    total: String(figures.total),
    current: String(Math.min(currentStepIndex(plan) + 1, figures.total)),
    ...stepDescriptionParams('finished', plan.steps.filter(isReliablyDone)),
    ...stepDescriptionParams('doubtful', plan.steps.filter(isDoubtfullyDone)),
    ...stepDescriptionParams(
      'failed',
      plan.steps.filter((step) => step.status === 'failed'),
    ),
    ...stepDescriptionParams(
      'open',
      plan.steps.filter((step) => !hasEnded(step)),
    ),
  };
}

const marks = { completed: '✓', failed: '✗', skipped: '–', pending: '–', running: '–', blocked: '–' } as const;

/** The most characters of what steps wrote in full that a composed closing answer has, beside the last of them. */
const mostInFull = 4000;

/**
 * A closing answer composed from the steps' results, for a model that gives none: one line per step, with an empty line
 * after a result of several lines, so that no list or table in it goes on. Cairn's own sentences are in the goal's
 * language, quotations unchanged.
 */
export function composeClosingAnswer(
  { goal, steps }: Pick<Plan, 'goal' | 'steps'>,
  language = textLanguage(goal),
): string {
  const say = createMessageFormatter(language);
  const lastWithText = steps.findLast((step) => step.full_result !== undefined);
  let rest = mostInFull;
  return steps
    .map((step) => {
      const { reason, error, result, full_result: fullText = '' } = step;
      const isInFull = fullText !== '' && (fullText.length <= rest || step === lastWithText);
      if (isInFull) rest -= fullText.length;
      const done = isInFull ? fullText : result;
      const why = reason
        ? formatReasonSentence(say, withoutEnglishToolText(reasonWithoutQuote(reason), language, say))
        : '';
      const outcome = isReliablyDone(step) ? done : why || error || done;
      const text = shownStepResult((hasEnded(step) && outcome) || '', language, say);
      const line = text ? say('text.pair', { name: step.description, text }) : step.description;
      return `${isDoubtfullyDone(step) ? '?' : marks[step.status]} ${line}${line.includes('\n') ? '\n' : ''}`;
    })
    .join('\n')
    .trimEnd();
}
