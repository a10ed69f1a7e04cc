import { englishMonthNumber, englishMonthPattern as month } from './english-month.ts';
import { weekdaysInRanges, recurrenceAtPositions, workingDays, type RecurrencePeriod } from './positions-in-period.ts';
import { simpleRecurrenceRule, type RecurrenceDay, type RecurrenceRule } from './repeat-rule.ts';
import type { TimeError } from './words/found-time.ts';

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const day = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?';
const and = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)';
const to = '(?:\\s+(?:to|through|thru)\\s+|\\s*[-–]\\s*)';
const list = `${day}(?:(?:${and}|${to})${day})*\\b`;
const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const ordinals = ['zeroth', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const count = `\\d{1,3}|${numbers.slice(1).join('|')}`;
const fromEnd = [
  'last',
  '(?:second|2nd|next)[\\s-]+(?:to[\\s-]+)?last|penultimate',
  '(?:third|3rd)[\\s-]+(?:to[\\s-]+)?last',
];
const nth = `(?:${fromEnd.toReversed().join('|')}|\\d{1,2}(?:st|nd|rd|th)|${ordinals.slice(1).join('|')})`;
const nths = `${nth}(?:${and}(?:the\\s+)?${nth})*`;
const every = '(?:every|each)';
const period = '(?<period>month|quarter|year)';
const target = `(?:(?<working>(?:work(?:ing)?|business|week)[\\s-]?days?)|(?<any>days?)|(?<day>${day}))\\b`;
/** Excludes adjectives: “weekly review” is a name, not a repetition. */
const noAdjective = '(?=\\s*(?:$|[,;.:，]|(?:at|on|from|until|till|for|starting|in)\\b|\\d))';
const weekend = weekdaysInRanges([[6, 7]]);

type Groups = Record<string, string | undefined>;
type Reader = (parts: Groups) => RecurrenceRule | TimeError;

const units: Record<string, [RecurrenceRule['freq'], number]> = {
  ...{ day: ['DAILY', 1], week: ['WEEKLY', 1], month: ['MONTHLY', 1], year: ['YEARLY', 1] },
  ...{ fortnight: ['WEEKLY', 2], quarter: ['MONTHLY', 3], halfyear: ['MONTHLY', 6] },
};
const adverbs: Record<string, RecurrenceRule> = {
  daily: simpleRecurrenceRule('DAILY'),
  weekly: simpleRecurrenceRule('WEEKLY'),
  biweekly: simpleRecurrenceRule('WEEKLY', 2),
  fortnightly: simpleRecurrenceRule('WEEKLY', 2),
  monthly: simpleRecurrenceRule('MONTHLY'),
  quarterly: simpleRecurrenceRule('MONTHLY', 3),
  yearly: simpleRecurrenceRule('YEARLY'),
  annually: simpleRecurrenceRule('YEARLY'),
};

/** The more specific a form is, the earlier it is listed. */
const forms: [string, Reader][] = [
  [
    `hourly${noAdjective}|${every}\\s+(?:(?:other|half|half an|${count})\\s+)?(?:hour|minute)s?\\b|(?:twice|\\d+ times|(?:two|three|four|five|six|several) times)\\s+(?:a|an|per|each|every)\\s+(?:day|week|month|quarter|year)|semi-?(?:weekly|monthly)|bi-?monthly`,
    () => 'repeat',
  ],
  [`(?:on\\s+)?(?:(?:${every}|the)\\s+)?(?<nths>${nths})\\s+${target}\\s+of\\s+${every}\\s+${period}`, positionsOf],
  [`(?:on\\s+)?${every}\\s+(?<nths>${nths})\\s+${target}\\s+of\\s+(?:the|a)\\s+${period}`, positionsOf],
  [
    `(?:(?<adverb>monthly|quarterly|yearly|annually)|${every}\\s+${period})\\s+on\\s+the\\s+(?<nths>${nths})\\s+${target}(?!\\s+(?:of|in)\\b)`,
    positionsOf,
  ],
  [`(?:on\\s+)?${every}\\s+(?<nths>(?:first|1st|${fromEnd.toReversed().join('|')}))\\s+${target}`, positionsOf],
  [
    `(?:on\\s+)?${every}\\s+(?:(?<date>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<month>${month})|(?<month2>${month})\\s+(?:the\\s+)?(?<date2>\\d{1,2})(?:st|nd|rd|th)?)\\b(?![:.]\\d|\\s*[ap]m\\b)`,
    ({ date, date2, month: name, month2 }) =>
      recurrenceAtPositions(
        { kind: 'month_of_year', month: englishMonthNumber(name ?? month2 ?? '') },
        [Number(date ?? date2)],
        'day',
      ),
  ],
  [
    `${every}\\s+(?:year\\s+in\\s+)?${month}(?:${and}|${to})${month}\\b|${every}\\s+year\\s+in\\s+${month}\\b`,
    () => 'repeat',
  ],
  [`(?<days>${day}${to}${day})\\b,?\\s+${every}\\s+(?:day|week)\\b`, ({ days }) => onDays(daysIn(days))],
  [
    `(?:(?:monthly|${every}\\s+month)\\s+on\\s+(?:the\\s+)?(?:days?\\s+)?(?<nths>(?:${nth}|\\d{1,2})(?:${and}(?:the\\s+)?(?:${nth}|\\d{1,2}))*)(?!\\s*[:.]\\d)|(?:on\\s+)?(?:the\\s+)?(?<nths2>${nths})\\s+of\\s+${every}\\s+month|(?:on\\s+)?${every}\\s+(?:(?<nths3>${nths})\\s+of\\s+the\\s+month|(?<nths4>\\d{1,2}(?:st|nd|rd|th)(?:${and}(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th))*)))\\b(?!\\s+(?:week|day|month|year|quarter|${day})s?\\b)`,
    (repeatGroups) =>
      positionsOf({ nths: repeatGroups.nths ?? repeatGroups.nths2 ?? repeatGroups.nths3 ?? repeatGroups.nths4 }),
  ],
  [`(?:on\\s+)?(?:${every}\\s+(?:week|(?:work(?:ing)?|business)[\\s-]?)day|weekdays)\\b`, () => onDays(workingDays)],
  [`(?:on\\s+)?(?:${every}\\s+weekend|weekends)\\b`, () => onDays(weekend)],
  [
    `(?:(?:once\\s+)?${every}|once\\s+(?:a|per))\\s+(?:(?<each>other|${count}|second|third|fourth|2nd|3rd|4th)\\s+)?(?<unit>day|week|fortnight|month|quarter|half[\\s-]?year|year)s?\\b(?:\\s+on\\s+(?<days>${list}))?`,
    ({ each, unit = '', days }) => {
      const [freq, length] = units[unit.toLowerCase().replace(/[\s-]/, '')] ?? ['DAILY', 1];
      const rule = simpleRecurrenceRule(freq, length * intervalOf(each));
      return rule.freq === 'WEEKLY' && days !== undefined ? { ...rule, byDay: daysIn(days) } : rule;
    },
  ],
  [
    `(?:on\\s+)?${every}\\s+(?:(?<each>other|${count}|second|third|2nd|3rd)\\s+)?(?<days>${list})`,
    ({ each, days }) => onDays(daysIn(days), intervalOf(each)),
  ],
  [
    `(?<word>${Object.keys(adverbs).join('|')})\\b(?:\\s+(?:on\\s+)?(?<days>${list})|${noAdjective})`,
    ({ word = '', days }) => {
      const rule = adverbs[word.toLowerCase()] ?? simpleRecurrenceRule('DAILY');
      return rule.freq === 'WEEKLY' && days !== undefined ? { ...rule, byDay: daysIn(days) } : rule;
    },
  ],
  [
    `(?:on\\s+)?(?<days>(?:mon|tues|wednes|thurs|fri|satur|sun)days(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)(?:mon|tues|wednes|thurs|fri|satur|sun)days)*)\\b`,
    ({ days }) => onDays(daysIn(days)),
  ],
];

const exception = /^,?\s*\b(?:except|but not|excluding|other than|apart from)\b/i;

/** Matches words that extend the repetition before them in a way that is not supported. */
const more = new RegExp(
  `^(?:${and}(?:the\\s+|on\\s+|every\\s+|each\\s+)*(?:${nth}|${day})\\b|\\s+on\\s+the\\s+(?:${nth})\\s+(?!of\\b)|\\s+on\\s+(?:the\\s+)?(?:${nth})${and}|\\s+of\\s+(?:the|each|every)\\b|${and}(?:on\\s+)?(?!(?:may|mar|march)\\b(?!\\s+\\d))${month}\\b)`,
  'i',
);

/**
 * Returns the repetition that an English text names, such as “every other Monday”, and its position; its error if it
 * cannot be used, null if it names none.
 */
export function findEnglishRecurrence(
  text: string,
): { rule: RecurrenceRule; from: number; until: number } | TimeError | null {
  for (const [pattern, parseRule] of forms) {
    const repeatMatch = new RegExp(`\\b(?:${pattern})`, 'i').exec(text);
    if (!repeatMatch) continue;
    const rule = parseRule(repeatMatch.groups ?? {});
    if (typeof rule === 'string') return rule;
    const until = repeatMatch.index + repeatMatch[0].length;
    if (exception.test(text.slice(until))) return 'except';
    return more.test(text.slice(until)) ? 'repeat' : { rule, from: repeatMatch.index, until };
  }
  return null;
}

function positionsOf({
  nths: named = '',
  working,
  day: name,
  period: unit,
  adverb,
}: Groups): RecurrenceRule | TimeError {
  const positions = named.split(new RegExp(`${and}(?:the\\s+)?`, 'i')).map(positionOf);
  const word = (unit ?? adverb ?? 'month').toLowerCase();
  const span: RecurrencePeriod = word.startsWith('month')
    ? { kind: 'month', interval: 1 }
    : { kind: word.startsWith('quarter') ? 'quarter' : 'year' };
  const of = working !== undefined ? 'working_day' : name === undefined ? 'day' : (daysIn(name)[0]?.day ?? 1);
  return recurrenceAtPositions(span, positions, of);
}

const onDays = (byDay: readonly RecurrenceDay[], interval = 1): RecurrenceRule => ({
  ...simpleRecurrenceRule('WEEKLY', interval),
  byDay,
});

function daysIn(text = ''): RecurrenceDay[] {
  const ranges = text.toLowerCase().matchAll(new RegExp(`(${day})(?:${to}(${day}))?`, 'g'));
  return weekdaysInRanges(Array.from(ranges, ([, from = '', until = from]) => [numberOfDay(from), numberOfDay(until)]));
}

const numberOfDay = (name: string) => dayNames.indexOf(name.slice(0, 3)) + 1;

function intervalOf(word: string | undefined): number {
  if (word === undefined) return 1;
  const plain = word.toLowerCase();
  return plain === 'other' ? 2 : Math.max(1, positionOf(plain) || numbers.indexOf(plain));
}

function positionOf(word = ''): number {
  const plain = word.toLowerCase();
  const back = fromEnd.findIndex((pattern) => new RegExp(`^(?:${pattern})$`).test(plain));
  if (back >= 0) return -(back + 1);
  return Number.parseInt(plain, 10) || Math.max(0, ordinals.indexOf(plain));
}
