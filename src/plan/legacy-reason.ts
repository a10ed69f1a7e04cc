import { textLanguage } from '../values/text-language.ts';
import type { StepReason } from './step-reason.ts';
import type { Step } from './step.ts';

const tools = /^(?:fetch|search|look|read_artifact|todo|schedule|files|compute|chart|memory|mcp(?:_[a-z\d]+)+)$/;

/** Returns the reason for a code that older versions stored instead of a sentence; null for any other text. */
export function legacyReason(text: string): StepReason | null {
  if (text === 'act_refused') return { code: 'calls_failed', params: {} };
  if (/^(?:[2-9]|[1-9]\d|100)$/.test(text)) return { code: 'too_many_calls', params: { n: text } };
  return tools.test(text) ? { code: 'loop', params: {} } : null;
}

/**
 * The sentences for the reasons that `legacyReason` returns, in the language of the plan's goal. They do not depend on
 * the language of the page.
 */
const sentences: Record<'en' | 'zh', (reason: StepReason) => string> = {
  en: ({ code, params }) =>
    code === 'calls_failed'
      ? 'Too many calls failed in a row, and nothing was done'
      : code === 'loop'
        ? 'The same call was made four times with the same result'
        : `${params.n} calls were made without an end`,
  zh: ({ code, params }) =>
    code === 'calls_failed'
      ? '连续失败的调用太多，什么也没有做'
      : code === 'loop'
        ? '同样的调用做了四次，结果都相同'
        : `做了 ${params.n} 次调用，仍没有结束`,
};

/**
 * Returns a step's stored failure text as a sentence: a code that an older version stored is replaced by its sentence
 * in the language of `goal`; any other text is returned unchanged.
 */
export function storedFailureText(text: string, goal: string): string {
  const reason = legacyReason(text);
  return reason ? sentences[textLanguage(goal)](reason) : text;
}

/** The steps with a sentence and its reason in place of each code that an older version stored. */
export function upgradeStoredReasons(steps: readonly Step[], goal: string): Step[] {
  return steps.map((step) => {
    const plan = step.plan && { ...step.plan, steps: upgradeStoredReasons(step.plan.steps, goal) };
    const reason = step.reason === undefined && step.error !== null ? legacyReason(step.error) : null;
    if (!reason) return plan ? { ...step, plan } : step;
    return { ...step, reason, error: storedFailureText(step.error ?? '', goal), ...(plan && { plan }) };
  });
}
