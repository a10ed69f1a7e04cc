import { dateAt } from '../../domain/calendar-date.ts';
import type { Words } from '../../state/words.svelte.ts';
import { clockText } from './clock-text.ts';
import { dayText } from './day-text.ts';

/** Day and clock of an instant within a sentence, such as `tomorrow 09:00`; `now` is an instant, too. */
export function momentText(instant: string, now: string, zone: string, words: Words): string {
  const [day, today] = [instant, now].map((each) => dateAt(Date.parse(each), zone));
  return `${dayText(day ?? '', today ?? '', words, 'within')} ${clockText(instant, zone, words)}`;
}
