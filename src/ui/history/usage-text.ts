import { dollarText, type UsageTotals } from '../../task/usage.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** Savings below this, in US dollars, are not mentioned. */
const leastSaved = 0.0001;

/** Returns the usage of model calls in one line; without the cost if no price is known. */
export function usageText(totals: UsageTotals, words: Translator): string {
  const { calls, input, output, estimated, cost, unpriced } = totals;
  const { t, number } = words;
  if (calls === 0) return t('usage.none');
  if (input + output === 0) return t('usage.unknown', { calls });
  const { saved = 0 } = totals;
  /** A part counts no more than its whole, whatever the endpoint says. */
  const [cached, reasoning] = [Math.min(totals.cached ?? 0, input), Math.min(totals.reasoning ?? 0, output)];
  const tokenCountText = t(estimated ? 'usage.tokens_estimated' : 'usage.tokens', {
    calls,
    input: number(input),
    output: number(output),
  });
  const tokens = [
    tokenCountText,
    ...(reasoning > 0 ? [t('usage.thinking', { tokens: number(reasoning) })] : []),
    ...(cached > 0 ? [t('usage.cached', { tokens: number(cached) })] : []),
  ].join(' · ');
  if (unpriced === calls) return tokens;
  const priced = t(unpriced > 0 ? 'usage.with_cost_at_least' : 'usage.with_cost', { tokens, cost: dollarText(cost) });
  return saved >= leastSaved ? `${priced} · ${t('usage.saved', { cost: dollarText(saved) })}` : priced;
}

/** Returns the sentence that the prices of some or all calls are unknown; empty if every price is known. */
export function unknownPricesSentence({ calls, unpriced }: UsageTotals, { t }: Translator): string {
  if (unpriced === 0) return '';
  return t(unpriced === calls ? 'usage.unpriced_all' : 'usage.unpriced', { n: unpriced });
}
