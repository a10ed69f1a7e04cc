import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import {
  withExamChange,
  ModelExamSettingsChange,
  type ModelExamTaskOutcome,
  type ModelExamSettings,
  type ModelExamTaskName,
} from '../records/exam-report.ts';
import type { ModelExamOutcome, ModelExamProgress } from '../records/exam-progress.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import { maxExamReplies, maxRepliesPerExamTask } from './estimate-exam.ts';
import { examTasks } from './exam-tasks.ts';
import type { ModelExamTask } from './exam-task.ts';
import { type ModelExamTaskResult, runModelExamTask } from './run-exam-task.ts';

/** Counts a model's calls, their time and their cost. */
class Meter {
  replies = 0;
  /** The number of calls that succeeded. */
  answered = 0;
  input = 0;
  output = 0;
  /** The cost in US dollars; null once a reply has not stated its cost. */
  cost: number | null = 0;
  readonly #times: number[] = [];

  /** Returns the model, with each of its calls counted. */
  over(model: LanguageModel, clock: Clock): LanguageModel {
    return {
      reply: async (request, options) => {
        this.replies += 1;
        const replyStartMs = Date.parse(clock.now());
        const outcome = await model.reply(request, options);
        this.#times.push(Date.parse(clock.now()) - replyStartMs);
        if (!outcome.ok) return outcome;
        this.answered += 1;
        const { usage } = outcome.reply;
        this.input += usage?.input ?? 0;
        this.output += usage?.output ?? 0;
        this.cost = this.cost === null || usage?.cost === undefined ? null : this.cost + usage.cost;
        return outcome;
      },
    };
  }

  /** The median time of a reply, in milliseconds. */
  get reply_ms(): number {
    const sortedReplyTimes = this.#times.toSorted((a, b) => a - b);
    return sortedReplyTimes[Math.floor(sortedReplyTimes.length / 2)] ?? 0;
  }
}

export interface ModelExamParts {
  /** The name of the model, for the report. */
  name: string;
  model: LanguageModel;
  settings: ModelExamSettings;
  clock: Clock;
  connectivity: Connectivity;
  signal: AbortSignal;
  onProgress: (progress: ModelExamProgress) => void;
}

/**
 * Gives a model all tasks under the same settings, and the failed ones again under each change that may help. Stores
 * nothing.
 */
export async function runModelExam(parts: ModelExamParts): Promise<ModelExamOutcome> {
  const { clock, onProgress } = parts;
  const meter = new Meter();
  const model = meter.over(parts.model, clock);
  const examStartMs = Date.parse(clock.now());
  let baseline = parts.settings;
  const outcomes: Partial<Record<ModelExamTaskName, ModelExamTaskOutcome>> = {};

  const runWith = async (task: ModelExamTask, change: ModelExamSettingsChange | null): Promise<ModelExamTaskResult> => {
    onProgress({
      task: task.name,
      change,
      outcomes: { ...outcomes },
      replies: meter.replies,
      tokens: meter.input + meter.output,
    });
    const taskResult = await runModelExamTask({
      ...parts,
      examTask: task,
      model,
      settings: change ? withExamChange(change, baseline) : baseline,
      most_replies: Math.min(maxRepliesPerExamTask, maxExamReplies - meter.replies),
      onFallBack: (protocol) => {
        if (change === null) baseline = { ...baseline, protocol };
      },
    });
    const isOwnFault = taskResult.kind === 'fault' && taskResult.error.code === 'bad_request' && meter.answered > 0;
    return isOwnFault ? { kind: 'graded', passed: false } : taskResult;
  };

  for (const task of examTasks) {
    const plainRunResult = await runWith(task, null);
    if (plainRunResult.kind !== 'graded') return plainRunResult;
    outcomes[task.name] = plainRunResult.passed ? 'passed' : 'lost';
  }
  for (const change of ModelExamSettingsChange.options) {
    /** If a change of protocol has helped with no task, smaller changes are not tried. */
    if (change !== 'protocol' && Object.values(outcomes).every((outcome) => outcome === 'lost')) break;
    for (const task of examTasks) {
      const isLost = outcomes[task.name] === 'lost';
      if (!isLost || !task.mends.includes(change) || isVain(change, baseline) || meter.replies >= maxExamReplies)
        continue;
      const changedTaskResult = await runWith(task, change);
      if (changedTaskResult.kind !== 'graded') return changedTaskResult;
      if (changedTaskResult.passed) outcomes[task.name] = change;
    }
  }
  const at = clock.now();
  return {
    kind: 'done',
    report: {
      version: 1,
      model: parts.name,
      at,
      held: baseline,
      outcomes,
      recommended: ModelExamSettingsChange.options
        .filter((change) => Object.values(outcomes).includes(change))
        .reduce((settings, change) => withExamChange(change, settings), baseline),
      replies: meter.replies,
      tokens: { input: meter.input, output: meter.output },
      cost: meter.cost,
      took_ms: Date.parse(at) - examStartMs,
      reply_ms: meter.reply_ms,
    },
  };
}

/** True if a change leaves the settings unchanged. */
function isVain(change: ModelExamSettingsChange, settings: ModelExamSettings): boolean {
  return JSON.stringify(withExamChange(change, settings)) === JSON.stringify(settings);
}
