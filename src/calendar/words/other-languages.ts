import type { FoundTime } from './found-time.ts';

const kanaOrHangul = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Signs of a time that Chinese or English has, and Japanese has not: “明天”, “周三”, “3号”, “tomorrow”. */
const notJapanese = /[天周星礼禮号號點点时后個个這这兩两a-z]|下週/i;
const wholeDate = /\d.*[-/.月年]\s*\d/u;
/** What follows a day in Japanese, where Chinese has no such word: “3日間”, “2日目”, “12月3日（木）”, “一日中”, “週三回”. */
const japaneseAfter = /^(?:[間曜]|目(?![标標的前录錄光测測击擊])|[中回](?=\s|$)|[（(][月火水木金土日]曜?日?[）)])/u;
const japaneseBefore = /[今来先毎]$/u;

/**
 * True if a time was read out of Japanese or Korean words, which are not read: a duration or an ordinal looks like a
 * day in them, and particles and hours stick to the date. A whole date that stands apart by spaces counts.
 */
export function isTimeFromUnsupportedLanguage(text: string, { date, spans }: FoundTime): boolean {
  const words = spans.map(({ from, until }) => text.slice(from, until).normalize('NFKC'));
  if (words.some((word) => notJapanese.test(word))) return false;
  if (!kanaOrHangul.test(text.replace(/《[^》]*》/gu, '')))
    return spans.some(
      ({ from, until }) =>
        japaneseAfter.test(text.slice(until)) ||
        (/^月/u.test(text.slice(from, until)) && japaneseBefore.test(text.slice(0, from))),
    );
  const isApart = spans.every(
    ({ from, until }) => /(?:^|\s)$/.test(text.slice(0, from)) && /\s/.test(`${text} `.slice(until - 1, until + 1)),
  );
  return date === null || !isApart || !words.some((word) => wholeDate.test(word));
}

/** The days of a week that begins on a Monday, and the first days of the months of a year. */
const days = Array.from({ length: 7 }, (_, at) => Date.UTC(2024, 0, 1 + at));
const months = Array.from({ length: 12 }, (_, at) => Date.UTC(2024, at, 1));

/**
 * True if a text names a day in one of the given languages other than English and Chinese: a weekday, a month, or a
 * word such as “morgen” or “la semaine prochaine”. Such words are not read; they only tell that a time of day has a
 * day.
 */
export function namesDayInOtherLanguage(text: string, languages: readonly string[]): boolean {
  const plain = asCompared(text);
  return languages.some((tag) => !/^(?:en|zh|yue)\b/i.test(tag) && dayWords(tag).some((word) => word.test(plain)));
}

/**
 * Returns the text with dates such as “3.12.2026” in a form that has one meaning, if the first of the languages writes
 * the day first, with points.
 */
export function normalizeDottedDates(text: string, [first]: readonly string[]): string {
  const shape = new Intl.DateTimeFormat(first ?? 'en', { timeZone: 'UTC' }).format(Date.UTC(2024, 10, 22));
  if (!/^22\.\s?11\.\s?2024/.test(shape)) return text;
  return text.replace(
    /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?![\d.])/g,
    (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
}

function dayWords(tag: string): RegExp[] {
  const dayNames = (form: Intl.DateTimeFormatOptions, of: readonly number[]) => {
    const shape = new Intl.DateTimeFormat(tag, { ...form, timeZone: 'UTC' });
    return of.map((day) => asCompared(shape.format(day)));
  };
  const away = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const near = [-1, 0, 1, 2].map((n) => away.format(n, 'day'));
  const later = [away.format(0, 'week'), away.format(1, 'week'), away.format(0, 'month'), away.format(1, 'month')];
  const weekdays = dayNames({ weekday: 'long' }, days).map((name) => name.replace(/-feira$/, ''));
  const whole = [...weekdays, ...dayNames({ month: 'long' }, months), ...[...near, ...later].map(asCompared)];
  const short = dayNames({ weekday: 'short' }, days).map((name) => name.replace(/\.$/, ''));
  const isUnspaced = /^(?:ja|ko|th|lo|km|my)\b/i.test(tag);
  return [
    ...whole.map((word) => new RegExp(isUnspaced ? word : `(?<!\\p{L})${inflected(word)}(?!\\p{L})`, 'u')),
    ...short.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}\\.?,?\\s+\\d`, 'u')),
  ];
}

const asCompared = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll("'", '’');

/** The pattern of a word whose end may differ by its case: “среда”, “в среду”. */
const inflected = (word: string) => (/^\p{L}{5,}$/u.test(word) ? `${word.slice(0, -1)}\\p{L}{0,2}` : word);
