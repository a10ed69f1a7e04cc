import type { ProtocolName } from '../domain/protocol-name.ts';
import type { Thoroughness } from '../domain/settings.ts';
import type { ExamResult, ExamTask } from './exam-result.ts';

/** Settings that fit what an exam found. */
export interface Recommendation {
  protocol: ProtocolName;
  thoroughness: Thoroughness;
  max_plan_steps: number;
}

const form: readonly ExamTask[] = ['plan', 'nested', 'two_calls'];
const checks: readonly ExamTask[] = ['keep', 'end_task'];
const length: readonly ExamTask[] = ['plan', 'long'];

/** How many steps a plan may have where longer ones were lost. */
const shortPlan = 6;

/**
 * The settings that avoid what the model lost: json where calls came out wrong, fewer checks of the plan where those went
 * wrong, shorter plans where long matter did. What was passed or not reached changes nothing.
 */
export function recommend(result: ExamResult): Recommendation {
  const lost = (tasks: readonly ExamTask[]) => tasks.some((task) => result.passed[task] === false);
  return {
    protocol: result.protocol === 'tools' && lost(form) ? 'json' : result.protocol,
    thoroughness: result.thoroughness === 'careful' && lost(checks) ? 'balanced' : result.thoroughness,
    max_plan_steps: lost(length) ? Math.min(shortPlan, result.max_plan_steps) : result.max_plan_steps,
  };
}
