import type { Bar } from '../../domain/step-bars.ts';
import type { Words } from '../../state/words.svelte.ts';
import { usageText } from '../../state/usage-text.ts';
import { clockText } from '../kit/clock-text.ts';
import { durationText } from './duration-text.ts';

const reasons = ['person', 'retry', 'rest'] as const;

/** What there is to say of a bar: what came of it, when it was, how long it took and waited, and what it used. */
export function barFacts({ from, to, status, waits, used }: Bar, zone: string, words: Words): string[] {
  const clock = (time: number) => clockText(new Date(time).toISOString(), zone, words, true);
  const when =
    status === 'running'
      ? words.t('bars.since', { from: clock(from) })
      : words.t('bars.from_to', { from: clock(from), to: clock(to) });
  const waited = reasons.map((why) => {
    const time = waits.filter((wait) => wait.why === why).reduce((sum, wait) => sum + wait.to - wait.from, 0);
    return time > 0 ? words.t(`bars.waited.${why}`, { time: durationText(time, words) }) : '';
  });
  return [
    `${words.t(`bars.status.${status}`)}, ${durationText(to - from, words)}`,
    when,
    ...waited,
    used.calls > 0 ? usageText(used, words) : '',
  ].filter(Boolean);
}
