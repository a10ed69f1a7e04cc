import type { Step } from './step.ts';

const judging =
  /\b(?:analy[sz]e|analysis|assess|judge|compare|comparison|check|evaluate|review|verify)\b|分析|判断|比较|对比|检查|评估|核对/i;

/** Steps whose result the model itself judges when thoroughness is *careful* (R6.2). */
export function asksForJudgement(step: Pick<Step, 'description' | 'expected_output'>): boolean {
  return step.expected_output !== undefined || judging.test(step.description);
}
