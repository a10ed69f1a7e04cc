import type { JournalEntry } from '../domain/journal.ts';

/** What the model calls of a journal have cost. `known` calls are those whose tokens are recorded. */
export interface TokensUsed {
  calls: number;
  known: number;
  input: number;
  output: number;
  estimated: boolean;
}

export function tokensUsed(
  entries: readonly JournalEntry[],
  before: TokensUsed = { calls: 0, known: 0, input: 0, output: 0, estimated: false },
): TokensUsed {
  const used = { ...before };
  for (const { body } of entries) {
    if (body.type !== 'model_reply') continue;
    used.calls += 1;
    const { usage } = body.reply;
    if (!usage) continue;
    used.known += 1;
    used.input += usage.input;
    used.output += usage.output;
    used.estimated ||= usage.estimated;
  }
  return used;
}
