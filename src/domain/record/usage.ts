import * as z from 'zod/mini';
import type { Usage } from '../model/model-reply.ts';

/** What model calls have used (R5.5). */
export const UsageTotals = z.object({
  calls: z.int(),
  input: z.number(),
  output: z.number(),
  /** Some of the tokens were counted by rule of thumb. */
  estimated: z.boolean(),
  /** US dollars, for the calls whose price is known. */
  cost: z.number(),
  /** Calls whose price is not known. */
  unpriced: z.int(),
});
export type UsageTotals = z.infer<typeof UsageTotals>;

export const nothingUsed: UsageTotals = { calls: 0, input: 0, output: 0, estimated: false, cost: 0, unpriced: 0 };

/** One call more; null where nothing is known of its tokens. */
export function withCall(totals: UsageTotals, usage: Usage | null): UsageTotals {
  return withTotals(totals, {
    calls: 1,
    input: usage?.input ?? 0,
    output: usage?.output ?? 0,
    estimated: usage?.estimated ?? false,
    cost: usage?.cost ?? 0,
    unpriced: usage?.cost === undefined ? 1 : 0,
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
  };
}

/** `$1.20`, and small sums to two figures that say something: `$0.0042`. */
export function dollars(sum: number): string {
  if (sum === 0 || sum >= 0.1) return `$${sum.toFixed(2)}`;
  return `$${sum.toFixed(Math.min(6, 1 - Math.floor(Math.log10(sum))))}`;
}
