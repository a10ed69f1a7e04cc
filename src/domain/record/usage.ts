import * as z from 'zod/mini';
import type { Usage } from '../model/model-reply.ts';

/** The total usage of model calls (R5.5). */
export const UsageTotals = z.object({
  calls: z.int(),
  input: z.number(),
  output: z.number(),
  /** Whether some of the tokens are estimates. */
  estimated: z.boolean(),
  /** US dollars, for the calls with a known price. */
  cost: z.number(),
  /** The number of calls without a known price. */
  unpriced: z.int(),
  /** The tokens of `input` that came from caches; absent where none did. */
  cached: z.optional(z.number()),
  /** The tokens of `output` that were thinking; absent where none were. */
  reasoning: z.optional(z.number()),
  /** The US dollars that caches saved; absent where none are known. */
  saved: z.optional(z.number()),
});
export type UsageTotals = z.infer<typeof UsageTotals>;

export const nothingUsed: UsageTotals = { calls: 0, input: 0, output: 0, estimated: false, cost: 0, unpriced: 0 };

/** The totals with one call added; null where its tokens are unknown. */
export function withCall(totals: UsageTotals, usage: Usage | null): UsageTotals {
  return withTotals(totals, {
    calls: 1,
    input: usage?.input ?? 0,
    output: usage?.output ?? 0,
    estimated: usage?.estimated ?? false,
    cost: usage?.cost ?? 0,
    unpriced: usage?.cost === undefined ? 1 : 0,
    ...partsOf(usage ?? {}, {}),
  });
}

export function withTotals(one: UsageTotals, other: UsageTotals): UsageTotals {
  return {
    calls: one.calls + other.calls,
    input: one.input + other.input,
    output: one.output + other.output,
    estimated: one.estimated || other.estimated,
    cost: one.cost + other.cost,
    unpriced: one.unpriced + other.unpriced,
    ...partsOf(one, other),
  };
}

type Parts = { [Part in 'cached' | 'reasoning' | 'saved']?: number | undefined };

/** The sums of what is there in either. */
function partsOf(one: Parts, other: Parts): Parts {
  const sum = (part: keyof Parts) => (one[part] ?? 0) + (other[part] ?? 0);
  const [cached, reasoning, saved] = [sum('cached'), sum('reasoning'), sum('saved')];
  return { ...(cached && { cached }), ...(reasoning && { reasoning }), ...(saved && { saved }) };
}

/** A sum as text: `$1.20`, and small sums with two significant digits: `$0.0042`. */
export function dollars(sum: number): string {
  if (sum === 0 || sum >= 0.1) return `$${sum.toFixed(2)}`;
  return `$${sum.toFixed(Math.min(6, 1 - Math.floor(Math.log10(sum))))}`;
}
