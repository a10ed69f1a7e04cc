import { billedUsage } from '../../domain/billed-usage.ts';
import { dollars } from '../../domain/dollars.ts';
import type { Usage } from '../../domain/model-reply.ts';
import type { HistoryLine } from '../../state/history-lines.ts';
import type { Words } from '../../state/words.svelte.ts';
import { durationText } from './duration-text.ts';

/** What stands behind a line of the timeline: its step, how long it took, and what a model call used. */
export function entryFacts({ body, step, took }: HistoryLine, words: Words): string[] {
  const usage = billedUsage(body);
  return [
    step === null || body.type === 'plan_step_start' ? '' : words.t('history.in_step', { n: step }),
    took === null ? '' : words.t('history.took', { time: durationText(took, words) }),
    usage ? tokens(usage, words) : '',
  ].filter(Boolean);
}

function tokens(usage: Usage, words: Words): string {
  const figures = { input: words.number(usage.input), output: words.number(usage.output) };
  const tokens = words.t(usage.estimated ? 'history.tokens_estimated' : 'history.tokens', figures);
  return usage.cost === undefined ? tokens : words.t('history.cost', { tokens, cost: dollars(usage.cost) });
}
