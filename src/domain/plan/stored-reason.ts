import type { StepReason } from './step-reason.ts';

const tools = /^(?:fetch|search|look|read_artifact|todo|schedule|files|compute|chart|memory|[a-z\d]+(?:_[a-z\d]+)+)$/;

/** The reason behind a text that older versions stored in place of a sentence; null for a text that is one. */
export function storedReason(text: string): StepReason | null {
  if (text === 'act_refused') return { code: 'calls_failed', params: {} };
  if (/^\d{1,4}$/.test(text)) return { code: 'too_many_calls', params: { n: text } };
  return tools.test(text) ? { code: 'loop', params: {} } : null;
}
