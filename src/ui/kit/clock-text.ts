import type { Words } from '../../state/words.svelte.ts';

/** What a clock in `zone` shows at an instant, such as `14:05` or `14:05:09`. */
export function clockText(instant: string, zone: string, words: Words, seconds = false): string {
  return new Intl.DateTimeFormat(words.locale, {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
  }).format(Date.parse(instant));
}
