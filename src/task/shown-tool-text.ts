import { textWithoutRowIds, withTablesAsLists } from '../values/without-markdown.ts';
import { withKeysElided } from '../values/address-keys.ts';
import { describeCall } from './describe-call.ts';

type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** A pattern for the beginning of a tool's own sentence, the call it reports, and the message for what it adds. */
interface Sentence {
  said: RegExp;
  what: string;
  adds?: 'counted' | 'listed' | 'times' | 'none' | 'text' | 'sent' | 'was_done' | 'was_open';
}

/** What the head of a long part of a file says to the model. */
const partNotePattern = '(?: \\((?:[^().]*\\. )?Later steps [^)]*\\))?';
const quotedNamePattern = '“(?<name>.+?)”';
const begins = (pattern: string) => new RegExp(`^${pattern}`, 'u');
/** The lines of a fetched text's head that its notes and headers make. */
const note = '(?:Note: (?:It was unpacked\\. )?(?:(?:It does not say its|\\d+ of its) .*?\\. )?)?';
const lines =
  '(?<lines>(?:(?:Status|Location|Next page|Previous page|Retry-After|ETag): (?:\\w{3}, [^:]{1,20}:\\d\\d:\\d\\d GMT|\\S+) )*)';
const sentRequestPattern = (method: string) =>
  begins(
    `${method} (?:https?://)?(?<name>\\S+) was taken \\(status (?<status>\\d+)\\)(?:; the answer [^.]+)?\\.(?: Kept as: \\S+ ${note}${lines}(?<rest>.*)| This is not text but .*| .*)?$`,
  );

const sentences: readonly Sentence[] = [
  { said: begins(`Added to-do ${quotedNamePattern}\\.`), what: 'todo.add' },
  { said: begins(`Completed to-do ${quotedNamePattern}\\.`), what: 'todo.complete' },
  { said: begins(`The to-do ${quotedNamePattern} was complete already\\.`), what: 'todo.complete', adds: 'was_done' },
  { said: begins(`Reopened to-do ${quotedNamePattern}\\.`), what: 'todo.reopen' },
  { said: begins(`The to-do ${quotedNamePattern} was open already\\.`), what: 'todo.reopen', adds: 'was_open' },
  { said: begins(`Deleted to-do ${quotedNamePattern}\\.`), what: 'todo.delete' },
  { said: begins(`Moved to-do ${quotedNamePattern} to place`), what: 'todo.move' },
  { said: begins(`Changed to-do: \\[.\\] ${quotedNamePattern}`), what: 'todo.update' },
  { said: begins('There are no (?:open |done )?to-dos\\.'), what: 'todo.list', adds: 'none' },
  { said: begins('(?<n>\\d+) (?:open |done )?to-dos?: (?<rest>.*)'), what: 'todo.list', adds: 'listed' },
  { said: begins(`Added calendar entry ${quotedNamePattern},`), what: 'schedule.add' },
  { said: begins(`Changed calendar entry ${quotedNamePattern},`), what: 'schedule.update' },
  { said: begins(`Deleted calendar entry ${quotedNamePattern},`), what: 'schedule.delete' },
  {
    said: begins(`Changed all times of the repeating calendar entry ${quotedNamePattern},`),
    what: 'schedule.update_all',
  },
  {
    said: begins(`Deleted all times of the repeating calendar entry ${quotedNamePattern},`),
    what: 'schedule.delete_all',
  },
  { said: begins(`Changed one time of a repeating calendar entry ${quotedNamePattern},`), what: 'schedule.update_one' },
  { said: begins(`Deleted one time of a repeating calendar entry ${quotedNamePattern},`), what: 'schedule.delete_one' },
  { said: begins('There are no calendar entries from '), what: 'schedule.list', adds: 'none' },
  { said: begins('(?<n>\\d+) calendar entr(?:y|ies) from .+?: (?<rest>.*)'), what: 'schedule.list', adds: 'listed' },
  { said: begins('No entries overlap each other from '), what: 'schedule.find_conflicts', adds: 'none' },
  { said: begins('(?<n>\\d+) overlapping from .+?: (?<rest>.*)'), what: 'schedule.find_conflicts', adds: 'listed' },
  { said: begins('No free time of \\d+ minutes '), what: 'schedule.find_free', adds: 'none' },
  {
    said: begins('Free for \\d+ minutes or more between .+? from .+? to \\S+ \\S+ \\S+: (?<rest>.*)'),
    what: 'schedule.find_free',
    adds: 'times',
  },
  {
    said: begins(`Wrote the new file ${quotedNamePattern} .*The person sees it in the conversation`),
    what: 'chart.draw',
  },
  { said: begins(`Wrote the new file ${quotedNamePattern} \\(`), what: 'files.write' },
  { said: begins(`Replaced the content of ${quotedNamePattern} \\(`), what: 'files.write' },
  { said: begins(`Added to ${quotedNamePattern} \\(now `), what: 'files.append' },
  { said: begins(`Deleted ${quotedNamePattern}\\.`), what: 'files.delete' },
  { said: begins('There are no files '), what: 'files.list', adds: 'none' },
  {
    said: begins('(?<n>\\d+) files? (?:here|in all|kept from tools): (?<rest>.*)'),
    what: 'files.list',
    adds: 'listed',
  },
  { said: begins(`${quotedNamePattern}, whole${partNotePattern}: (?<rest>.*)`), what: 'files.read', adds: 'text' },
  {
    said: begins(
      `${quotedNamePattern}, (?:characters|lines) \\d+ to \\d+ of \\d+\\.(?: More from (?:line )?\\d+ on\\.| This is the end\\.)${partNotePattern} (?<rest>.*)`,
    ),
    what: 'files.read',
    adds: 'text',
  },
  { said: begins(`Remembered ${quotedNamePattern}\\.`), what: 'memory.remember' },
  { said: begins('This was remembered already'), what: 'memory.remember', adds: 'was_done' },
  { said: begins(`Changed the note ${quotedNamePattern}\\.`), what: 'memory.update' },
  { said: begins(`Forgot the note ${quotedNamePattern}\\.`), what: 'memory.forget' },
  { said: begins(`No note is about ${quotedNamePattern}\\.`), what: 'memory.recall', adds: 'none' },
  {
    said: begins(`(?<n>\\d+) notes? about ${quotedNamePattern}[^:]*: (?<rest>.*)`),
    what: 'memory.recall',
    adds: 'listed',
  },
  { said: begins('No notes are kept'), what: 'memory.list', adds: 'none' },
  { said: begins('(?<n>\\d+) notes?(?:, the latest first)?: (?<rest>.*)'), what: 'memory.list', adds: 'listed' },
  { said: begins(`(?<host>\\S+) found nothing for ${quotedNamePattern}\\.`), what: 'search.for', adds: 'none' },
  {
    said: begins(`(?<host>\\S+) found \\d+ pages? for ${quotedNamePattern}: (?<rest>.*)`),
    what: 'search.for',
    adds: 'text',
  },
  { said: begins('Result \\(a list of (?<n>\\d+)\\): (?<rest>.*)'), what: 'compute.run', adds: 'counted' },
  { said: begins('Result: (?<rest>.*)'), what: 'compute.run', adds: 'text' },
  {
    said: begins(
      '(?:Title: .*? )?Address: (?:https?://)?(?<name>\\S+) This is not text but a file of type \\S+ with [\\d,]+ bytes\\. It was kept',
    ),
    what: 'fetch.get',
  },
  {
    said: begins(`(?:Title: .*? )?Address: (?:https?://)?(?<name>\\S+) Kept as: \\S+ ${note}${lines}(?<rest>.*)`),
    what: 'fetch.get',
    adds: 'text',
  },
  { said: sentRequestPattern('POST'), what: 'fetch.post', adds: 'sent' },
  { said: sentRequestPattern('PUT'), what: 'fetch.put', adds: 'sent' },
  { said: sentRequestPattern('PATCH'), what: 'fetch.patch', adds: 'sent' },
  { said: sentRequestPattern('DELETE'), what: 'fetch.delete', adds: 'sent' },
  { said: begins(`${quotedNamePattern}: you see `), what: 'look.at' },
];

/** Matches the result of a call with unknown outcome that the person reported as carried out. */
export const doneByPersonPattern =
  'This call was made before, and no answer said whether it was carried out. The person has looked: it was. Do not make it again.';

const already = /^Already done in (?:this step|step (?<step>\d+)), not done a second time: (?<rest>.*)/u;
const overlapping = /\. It overlaps: (?<rest>.*)/u;
/** Matches the note after a text that is shown in part, which tells the model how to read on. */
const pointer = /\[Shown: the first \d+ of \d+ characters\.[^\]]{0,300}\]/u;
/** Matches the note in a result about fields that the tool does not have. */
const leftOut = /\n\[Left out, since \w+ has no such field: [^\n]*\]$/u;
/** Matches the note on how an added text was joined to what was there. */
const jointNote =
  / (?:What was there ends “….*?”; (?:nothing|a line break|a blank line) was put between|Put between: (?:nothing|a line break|a blank line))\.$/su;
/** The words that ask the model to look whether it has left something out. */
const shorterNote = ' It is much shorter than before: if parts are left out, write them, too.';
const mostNamed = 5;

const repeatedHere = /^Already done in this step, not done a second time: /u;

/** Returns the text of a step's result as shown to a person: what was done in it, whatever was asked for again. */
export function shownStepResult(text: string, language: string, say: Say): string {
  return shownToolText(text.replace(repeatedHere, ''), language, say);
}

/**
 * Returns the text of a tool result as shown to a person: a text of one of Cairn's own tools is worded in the language
 * of `say` (in English it is kept if it is a sentence already); any other text only loses its row ids.
 */
export function shownToolText(text: string, language: string, say: Say): string {
  const parts = textWithoutRowIds(text)
    .replace(leftOut, '')
    .replace(jointNote, '')
    .replace(shorterNote, '')
    .split(pointer);
  const plain = [...parts.slice(0, -1).map((part) => part.trimEnd()), parts.at(-1)].join('…');
  const line = plain.replace(/\s+/g, ' ').trim();
  const before = already.exec(line)?.groups;
  if (before) {
    const { step, rest = '' } = before;
    const result = shownToolText(rest, language, say);
    return step === undefined ? say('said.already', { result }) : say('said.already_in', { step, result });
  }
  if (line === doneByPersonPattern) return say('said.seen');
  for (const { said, what, adds } of sentences) {
    const match = language === 'en' && isSentence(what, adds) ? null : said.exec(line);
    if (!match) continue;
    const { name, host, n = '', rest = '', status = '', lines: head = '' } = match.groups ?? {};
    const names = namesIn(rest, say);
    if (adds === 'listed' && names === '') continue;
    const about = {
      what,
      ...(name !== undefined && { name: withKeysElided(name) }),
      ...(host !== undefined && { host }),
    };
    const described = describeCall(say, about);
    const call = head.includes('Next page: ') ? say('said.more', { call: described }) : described;
    if (adds === 'sent') {
      const sentCallText = say('said.sent', { call, status });
      return rest === '' ? sentCallText : say('said.text', { call: sentCallText, rest: withTablesAsLists(rest) });
    }
    if (adds === 'times') return say('said.text', { call, rest: timesIn(rest, say) });
    if (adds) return say(`said.${adds}`, { call, n, rest: withTablesAsLists(rest), names });
    const overlaps = overlapping.exec(line)?.groups?.rest;
    return overlaps === undefined ? call : say('said.overlaps', { call, names: namesIn(overlaps, say) });
  }
  return plain;
}

/**
 * True if the text of a tool is an English sentence. Other texts are lists, or content that was read and stands between
 * marks.
 */
function isSentence(what: string, adds: Sentence['adds']): boolean {
  const isRead = what === 'fetch.get' || adds === 'sent' || adds === 'listed' || adds === 'times' || adds === 'text';
  return !isRead || what === 'compute.run';
}

/** The quoted names in a list, joined; at most `mostNamed`. */
function namesIn(list: string, say: Say): string {
  return joined(
    [...list.matchAll(/“(.+?)”/gu)].map(([quotedName]) => quotedName),
    say,
  );
}

/** The time spans in a list, joined; the end date is omitted if it is the same day. */
function timesIn(list: string, say: Say): string {
  const spans = [...list.matchAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) to \w+ (\d{4}-\d\d-\d\d) (\d\d:\d\d)/g)];
  return joined(
    spans.map(([, day, from, last, until]) => `${day} ${from}–${day === last ? '' : `${last} `}${until}`),
    say,
  );
}

function joined(parts: readonly string[], say: Say): string {
  const all = parts
    .slice(0, mostNamed)
    .reduce((first, then) => (first ? say('written.and', { first, then }) : then), '');
  return parts.length > mostNamed ? `${all}…` : all;
}
