import { dollars, type UsageTotals } from '../../domain/record/usage.ts';
import type { Words } from '../app/words.svelte.ts';

/** The usage of model calls in one line (R5.5); without the cost where no price is known. */
export function usageText(totals: UsageTotals, words: Words): string {
  const { calls, input, output, estimated, cost, unpriced } = totals;
  const { t, number } = words;
  if (calls === 0) return t('usage.none');
  if (input + output === 0) return t('usage.unknown', { calls });
  const tokens = t(estimated ? 'usage.tokens_estimated' : 'usage.tokens', {
    calls,
    input: number(input),
    output: number(output),
  });
  if (unpriced === calls) return tokens;
  return t(unpriced > 0 ? 'usage.with_cost_at_least' : 'usage.with_cost', { tokens, cost: dollars(cost) });
}
