import type { TokensUsed } from '../../state/tokens-used.ts';
import type { Words } from '../../state/words.svelte.ts';

/** What the model calls of a session have cost, in one line. Calls whose tokens nobody told make the sum an estimate. */
export function totalText({ calls, known, input, output, estimated }: TokensUsed, { t, number }: Words): string {
  if (calls === 0) return t('history.total_none');
  if (known === 0) return t('history.total_unknown', { calls });
  const exact = !estimated && known === calls;
  return t(exact ? 'history.total' : 'history.total_estimated', {
    calls,
    input: number(input),
    output: number(output),
  });
}
