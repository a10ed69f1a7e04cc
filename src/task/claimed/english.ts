import { negationPattern } from '../unknown-files.ts';
import type { ChangeKind } from './change-kind.ts';

// Who did it.

const adverbs = String.raw`(?:\s+(?:also|then|now|just|successfully|have))*`;
const author = String.raw`\bI(?:['’]ve)?`;
/** No things that are described, as in “I compared the tickets and booked rooms”. */
const notDescribing = String.raw`(?!\w+\s+[\w-]+s\b)`;
/** The author as the subject of a verb, also of a later one: “I compared the offers and booked a room”. */
const subject = String.raw`(?:${author}${adverbs}\s+|(?:,|\band)(?<=${author}\s[^.;!?]*)${adverbs}\s+${notDescribing})`;

// What it was done to.

/** Things that can contain a list or a note: “I’ve added a to-do list to the report” changes no to-do. */
const holders = 'files?|documents?|reports?|tables?|plans?|pages?|sections?|templates?|drafts?';
const collections = 'lists?|examples?';
/** Up to so many words before an object, none of them among the words in `not`. */
const upTo = (words: number, not = `${holders}|${collections}`): string =>
  String.raw`(?:(?!(?:${not})\b)[^\s;]+\s+){0,${words}}?`;
/** No noun that the object only qualifies: “I have set the reminder text in the invitation”. */
const whole = String.raw`(?![\s-]+(?:${holders}|${collections}|apps?|texts?|wording|questions?|ideas|details|information|options|prices?|costs?|figures?|amounts?|numbers?)\b)`;
/** No to-do, time or text, no list or text as the place, and nothing that may speak of one of before. */
const alarm = String.raw`(?![\s-]+(?:to-?dos?|tasks?|items?|dates?|times?|systems?|notes?|e-?mails?|messages?)\b)(?!\s+in(?:to)?\b(?!\s+(?:your|the)\s+calendar\b))(?!.*\b(?:to-?dos?|lists?|before|earlier|last|already|previous(?:ly)?|yesterday|ago|still)\b)`;
/** No holder as the place: “I created 12 to-dos in the plan document”. */
const outside = String.raw`(?!\s+(?:in|to|into|on|for|at)\b[^.,;]*\b(?:${holders})\b)`;

const money = String.raw`[$€£¥]|\d[\d,.]*\s*(?:dollars?|euros?|pounds?|yuan|rmb|cny|usd|eur)\b|(?:bills?|rent|invoices?|deposit|money|funds)\b${whole}`;
const bookable =
  'tickets?|flights?|hotels?|rooms?|tables?|trains?|seats?|cars?|taxis?|trips?|tours?|restaurants?|appointments?|venues?';

// What an answer may say.

/** A place of the person's, and what is written there: “I’ve added the meeting to your calendar”. */
const places: readonly (readonly [ChangeKind, string])[] = [
  ['todos', 'to-?do list|to-?dos|task list'],
  ['entries', 'calendar'],
  ['notes', 'notes|memory'],
];
const puttingVerbs = 'added|put|saved|entered';
/** “Your meeting has been added to your calendar”, but no quotation: “Notice of the shop: your booking has been …”. */
const passive = String.raw`\b(?:has|have)\s+been(?<!:.*)\s+(?:${puttingVerbs})\s+`;

/** Verbs with the author as their subject, and the objects with which they say that a change was made. */
const deeds: readonly (readonly [ChangeKind, verbs: string, objects: string])[] = [
  ...places.map(
    ([kind, names]) =>
      [kind, puttingVerbs, String.raw`${upTo(14, holders)}(?:in|on)?to\s+your\s+(?:${names})\b`] as const,
  ),
  // I created 3 to-dos.
  ['todos', 'added|created', String.raw`${upTo(5)}to-?dos?\b${whole}${outside}`],
  // I added two calendar entries.
  ['entries', 'added|created', String.raw`${upTo(4)}calendar\s+(?:entry|entries|events?)\b${whole}${outside}`],
  // I set a reminder for 9 am. But “the reminder” may be one of before, and a reminder in a list is a to-do.
  ['reminders', 'set', String.raw`(?:up\s+)?(?:an?|two|three|\d+)\s+(?:\w+\s+)?reminders?\b${whole}${alarm}`],
  // I saved your preference as a note.
  ['notes', 'saved', String.raw`${upTo(10, holders)}(?:to|in|as)\s+(?:an?\s+|my\s+)?(?:notes?|memory)\b${outside}`],
  // I have sent Li a text.
  ['messages', 'sent', String.raw`${upTo(6)}(?:messages?|e-?mails?|a\s+text|sms|invitations?|invites?)\b${whole}`],
  // I emailed the venue.
  ['messages', 'e-?mailed|texted|phoned|telephoned', String.raw`\S`],
  // I have transferred 3,500 yuan to Li. But not: I paid attention to the rent.
  ['payments', String.raw`paid(?!\s+attention)|transferred|wired`, `${upTo(4)}(?:${money})${outside}`],
  // I booked tickets to Lyon.
  ['payments', 'purchased|bought|booked', String.raw`${upTo(5)}(?:${bookable})\b${whole}`],
];

const claims: readonly (readonly [ChangeKind, RegExp])[] = [
  ...deeds.map(([kind, verbs, objects]) => [kind, String.raw`${subject}(?:${verbs})\s+${objects}`] as const),
  ...places.map(([kind, names]) => [kind, String.raw`${passive}(?:in|on)?to\s+your\s+(?:${names})\b`] as const),
].map(([kind, pattern]) => [kind, new RegExp(pattern, 'iu')]);

/** Words before a claim that negate it or attribute it to somebody else. */
const noClaim =
  /\b(?:no|none|nobody|nothing|neither|nor|without|says?|said|states?|shows?|reads|reports?|according)\b/iu;

/** Returns the kinds of changes that an English sentence says its author has made. */
export function claimedChangesInEnglish(sentence: string): ChangeKind[] {
  return claims.flatMap(([kind, pattern]) => {
    const claimMatch = pattern.exec(sentence);
    const before = claimMatch ? sentence.slice(0, claimMatch.index + claimMatch[0].length) : '';
    return claimMatch && !negationPattern.test(before) && !noClaim.test(before) ? [kind] : [];
  });
}
