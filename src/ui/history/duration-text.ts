import type { Words } from '../../state/words.svelte.ts';

/** A length of time as people read it, such as `40 ms`, `1.4 s` or `2 min 5 s`. */
export function durationText(milliseconds: number, { t, number }: Words): string {
  const seconds = Math.round(milliseconds / 1000);
  if (milliseconds < 950) return t('history.milliseconds', { n: Math.round(milliseconds) });
  if (milliseconds < 9950) return t('history.seconds', { n: number(Math.round(milliseconds / 100) / 10) });
  if (seconds < 60) return t('history.seconds', { n: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return t('history.hours_minutes', { h: number(Math.floor(minutes / 60)), m: minutes % 60 });
  const rest = seconds % 60;
  return rest === 0 ? t('history.minutes', { n: minutes }) : t('history.minutes_seconds', { m: minutes, s: rest });
}
