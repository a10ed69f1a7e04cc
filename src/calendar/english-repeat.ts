import { simpleRepeatRule, type RepeatDay, type RepeatRule } from './repeat-rule.ts';

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const day = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?';
const list = `${day}(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)${day})*\\b`;
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
const nth = `\\d{1,2}(?:st|nd|rd|th)|${ordinals.slice(1).join('|')}|last`;
const ofMonth = '\\s+of\\s+(?:the|each|every)\\s+month';
const every = '(?:every|each)';
/** Excludes adjectives: “weekly review” is a name, not a repetition. */
const noAdjective = '(?=\\s*(?:$|[,;.:，]|(?:at|on|from|until|till|for|starting|in)\\b|\\d))';
const weekdays: RepeatDay[] = [1, 2, 3, 4, 5].map((number) => ({ nth: null, day: number }));
const weekend: RepeatDay[] = [6, 7].map((number) => ({ nth: null, day: number }));

type Reader = (parts: Record<string, string | undefined>) => RepeatRule;

const units: Record<string, RepeatRule['freq']> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' };
const adverbs: Record<string, RepeatRule> = {
  daily: simpleRepeatRule('DAILY'),
  weekly: simpleRepeatRule('WEEKLY'),
  biweekly: simpleRepeatRule('WEEKLY', 2),
  fortnightly: simpleRepeatRule('WEEKLY', 2),
  monthly: simpleRepeatRule('MONTHLY'),
  quarterly: simpleRepeatRule('MONTHLY', 3),
  yearly: simpleRepeatRule('YEARLY'),
  annually: simpleRepeatRule('YEARLY'),
};

/** The more specific a form is, the earlier it is listed. */
const forms: [string, Reader][] = [
  [
    `(?:${every}|the)\\s+(?<nth>${nth})\\s+(?<day>${day})\\b${ofMonth}|(?:monthly|${every}\\s+month)\\s+on\\s+the\\s+(?<nth2>${nth})\\s+(?<day2>${day})\\b|${every}\\s+(?<nth3>first|1st|last)\\s+(?<day3>${day})\\b`,
    (found) => ({
      ...simpleRepeatRule('MONTHLY'),
      byDay: [
        {
          nth: positionOf(found.nth ?? found.nth2 ?? found.nth3),
          day: daysIn(found.day ?? found.day2 ?? found.day3)[0]?.day ?? 1,
        },
      ],
    }),
  ],
  [
    `(?:(?:monthly|${every}\\s+month)\\s+on\\s+(?:the\\s+)?(?:day\\s+)?(?<date>${nth}|\\d{1,2})(?:\\s+day)?(?!\\s*[:.]\\d)|(?:${every}|on the|the)\\s+(?<date2>${nth})(?:\\s+day)?${ofMonth}|${every}\\s+(?<date3>\\d{1,2}(?:st|nd|rd|th)))\\b(?!\\s+(?:week|day|month|year|${day})s?\\b)`,
    (found) => ({ ...simpleRepeatRule('MONTHLY'), byMonthDay: [positionOf(found.date ?? found.date2 ?? found.date3)] }),
  ],
  [`(?:on\\s+)?(?:${every}\\s+(?:week|work(?:ing)?[\\s-]?)day|weekdays)\\b`, () => onDays(weekdays)],
  [`(?:on\\s+)?(?:${every}\\s+weekend|weekends)\\b`, () => onDays(weekend)],
  [
    `${every}\\s+(?:(?<each>other|${count}|second|third|2nd|3rd)\\s+)?(?<unit>day|week|month|year)s?\\b(?:\\s+on\\s+(?<days>${list}))?`,
    ({ each, unit = '', days }) => {
      const rule = simpleRepeatRule(units[unit.toLowerCase()] ?? 'DAILY', intervalOf(each));
      return rule.freq === 'WEEKLY' && days !== undefined ? { ...rule, byDay: daysIn(days) } : rule;
    },
  ],
  [
    `(?:on\\s+)?${every}\\s+(?:(?<each>other|${count}|second|third|2nd|3rd)\\s+)?(?<days>${list})`,
    ({ each, days }) => onDays(daysIn(days), intervalOf(each)),
  ],
  [
    `(?<word>${Object.keys(adverbs).join('|')})\\b(?:\\s+on\\s+(?<days>${list})|${noAdjective})`,
    ({ word = '', days }) => {
      const rule = adverbs[word.toLowerCase()] ?? simpleRepeatRule('DAILY');
      return rule.freq === 'WEEKLY' && days !== undefined ? { ...rule, byDay: daysIn(days) } : rule;
    },
  ],
  [
    `(?:on\\s+)?(?<days>(?:mon|tues|wednes|thurs|fri|satur|sun)days(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)(?:mon|tues|wednes|thurs|fri|satur|sun)days)*)\\b`,
    ({ days }) => onDays(daysIn(days)),
  ],
];

/** The repetition that an English text names, such as “every other Monday”, and its position; null if it names none. */
export function englishRepeat(text: string): { rule: RepeatRule; from: number; until: number } | null {
  for (const [pattern, read] of forms) {
    const found = new RegExp(`\\b(?:${pattern})`, 'i').exec(text);
    if (found) return { rule: read(found.groups ?? {}), from: found.index, until: found.index + found[0].length };
  }
  return null;
}

const onDays = (byDay: RepeatDay[], interval = 1): RepeatRule => ({ ...simpleRepeatRule('WEEKLY', interval), byDay });

function daysIn(text = ''): RepeatDay[] {
  const found = text.toLowerCase().match(new RegExp(dayNames.join('|'), 'g')) ?? [];
  const days = [...new Set(found.map((name) => dayNames.indexOf(name) + 1))].sort((a, b) => a - b);
  return days.map((number) => ({ nth: null, day: number }));
}

function intervalOf(word: string | undefined): number {
  if (word === undefined) return 1;
  const plain = word.toLowerCase();
  return plain === 'other' ? 2 : Math.max(1, positionOf(plain) || numbers.indexOf(plain));
}

function positionOf(word = ''): number {
  const plain = word.toLowerCase();
  if (plain === 'last') return -1;
  return Number.parseInt(plain, 10) || Math.max(0, ordinals.indexOf(plain));
}
