import * as z from 'zod/mini';
import type { JournalEntryBody } from './journal.ts';
import type { Usage } from './model-reply.ts';

/** The total usage of model calls. */
export const UsageTotals = z.object({
  calls: z.int(),
  input: z.number(),
  output: z.number(),
  /** True if some of the tokens are estimates. */
  estimated: z.boolean(),
  /** US dollars, for the calls with a known price. */
  cost: z.number(),
  /** The number of calls without a known price. */
  unpriced: z.int(),
  /** The tokens of `input` that came from caches; absent if none did. */
  cached: z.optional(z.number()),
  /** The tokens of `output` that were reasoning; absent if none were. */
  reasoning: z.optional(z.number()),
  /** The US dollars that caches saved; absent if unknown. */
  saved: z.optional(z.number()),
});
export type UsageTotals = z.infer<typeof UsageTotals>;

export const zeroUsageTotals: UsageTotals = { calls: 0, input: 0, output: 0, estimated: false, cost: 0, unpriced: 0 };

/** The totals with one call added; `usage` is null if its tokens are unknown. */
export function withCallUsage(totals: UsageTotals, usage: Usage | null): UsageTotals {
  return addUsageTotals(totals, { ...usage, calls: 1, unpriced: usage?.cost === undefined ? 1 : 0 });
}

const summed = ['calls', 'input', 'output', 'cost', 'unpriced', 'cached', 'reasoning', 'saved'] as const;

type Parts = { [Part in keyof UsageTotals]?: UsageTotals[Part] | undefined };

/** Returns the sum of two usages, field by field; it counts as estimated if either of them is. */
export function addUsageTotals(one: UsageTotals, other: Parts): UsageTotals {
  const totals = { ...one, estimated: one.estimated || other.estimated === true };
  for (const part of summed) if (other[part]) totals[part] = (one[part] ?? 0) + other[part];
  return totals;
}

/** A sum as text: `$1.20`, and small sums with two significant digits: `$0.0042`. */
export function dollarText(sum: number): string {
  if (sum === 0 || sum >= 0.1) return `$${sum.toFixed(2)}`;
  return `$${sum.toFixed(Math.min(6, 1 - Math.floor(Math.log10(sum))))}`;
}

/**
 * The usage that a journal entry adds to the model calls' total: of a reply, or of an unusable one that was billed.
 * Null if the reply does not state it; undefined if nothing was billed.
 */
export function billedUsage(body: JournalEntryBody): Usage | null | undefined {
  if (body.type === 'model_reply') return body.reply.usage;
  return body.type === 'model_error' ? body.error.usage : undefined;
}
