import { joinItems } from './join-items.ts';
import type { ApprovalDecision, CallAccess, CallDescription } from '../../task/approval.ts';
import type { ToolResult } from '../../task/tool-result.ts';
import { describeCallFromInput, callDescriptionWithRowDetails } from '../../task/call-details.ts';
import { describeCall } from '../../task/describe-call.ts';
import { isMarkedInteger, stringifyExactJson } from '../../values/exact-json.ts';
import { isRecord } from '../../values/json.ts';
import { dateAt } from '../../values/calendar-date.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { escapeInvisibleCharacters, escapeInvisibleInCode, serverToolDisplayNames } from './shown-text.ts';
import { withBidiIsolatedQuotes } from './isolated-text.ts';
import { sizeText } from './size-text.ts';
import { clockText, dayText } from './time-text.ts';
import { recurrenceText } from '../schedule/repeat-text.ts';
import { shortenedText } from '../../values/truncate-text.ts';

/** The present time: with it, near days are named (“tomorrow”); without it, each day is given by its date. */
interface Present {
  now: string;
  zone: string;
}

/** Returns what a call does, in one phrase such as “Delete the to-do “Buy bread”, due today”. */
export function callText(about: CallDescription, words: Translator, present?: Present): string {
  const { at, bytes } = about;
  const repeat = about.repeat === undefined ? undefined : recurrenceText(about.repeat, words);
  const when = at === undefined ? undefined : whenText(at, words, present);
  const size = bytes === undefined ? undefined : sizeInWords(bytes, words);
  return withBidiIsolatedQuotes(escapeInvisibleCharacters(describeCall(words.tDynamic, about, { when, size, repeat })));
}

/**
 * Returns a recorded call in one phrase, from its tool, its input as the model wrote it, and its result if there is
 * one.
 */
export function recordedCallText(
  tool: string,
  input: unknown,
  words: Translator,
  {
    output,
    server_tool: server = serverToolDisplayNames(tool, words),
  }: Pick<ToolResult, 'output' | 'server_tool'> = {},
): string {
  const { about, row } = describeCallFromInput(tool, input, server);
  const text = callText(row && isRecord(output) ? callDescriptionWithRowDetails(about, output) : about, words);
  if (about.what === 'files.write' && isRecord(output) && typeof output.before === 'number')
    return words.t('said.shorter', { call: text, before: sizeText(output.before, words) });
  return about.what === 'other' || about.what === 'server'
    ? words.t('text.pair', { name: text, text: inputSummary(input) })
    : text;
}

/** Returns the kind of a person's decision; on a call that may have been made before, the words for it differ. */
export function decisionKind({
  decision,
  access,
}: {
  decision: ApprovalDecision;
  access: CallAccess;
}): ApprovalDecision | 'again' | 'left' {
  if (access.rule !== 'in_doubt' || decision === 'done') return decision;
  return decision === 'deny' ? 'left' : 'again';
}

const longest = 120;

/** Returns the input of a call in one short line: its only or most informative text, else compact JSON. */
function inputSummary(input: unknown): string {
  const texts = isRecord(input) ? Object.entries(input).filter(([, value]) => typeof value === 'string') : [];
  const telling = texts.find(([key]) => ['url', 'query', 'title', 'name'].includes(key)) ?? texts.at(-1);
  const text = typeof input === 'string' ? input : telling ? plainText(telling[1]) : stringifyExactJson(input ?? null);
  const line = escapeInvisibleCharacters(text.replace(/\s+/g, ' ').trim());
  return shortenedText(line, longest);
}

/** A field of a call's input; `isCode`: its spaces and line ends count. */
interface CallField {
  name: string;
  value: string;
  isCode: boolean;
}

/** The values that a call sets, each with its name. */
export function valuesSetByCall(
  { sets = [] }: CallDescription,
  words: Translator,
  present?: Present,
): { name: string; value: string }[] {
  return sets.map(({ field, value }) => fieldText(field, value, words, present));
}

/** The fields of Cairn's tools that hold a program or a text with its line ends. */
const textFields = ['code', 'content', 'body'];

/**
 * Returns the fields of a call's input as the model wrote them, with their names in the reader's language, for display.
 * An input that is not an object becomes one field with an empty name; empty values are left out.
 */
export function callFields(input: unknown, words: Translator): CallField[] {
  const values = isRecord(input) ? Object.entries(input) : [['', input] as const];
  return values
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([field, value]) => {
      const inputField = fieldText(field, writtenValue(value, words), words);
      const name = words.tDynamic(`call.input.${field}`);
      return {
        ...inputField,
        ...(!name.startsWith('call.') && { name }),
        isCode: textFields.includes(field) && typeof value === 'string',
      };
    });
}

/** Returns a value as text: a list of plain values as such, anything else with parts as compact JSON. */
function writtenValue(value: unknown, words: Translator): string {
  if (!Array.isArray(value)) return plainText(value);
  const isPlain = value.every((part) => typeof part !== 'object');
  return isPlain ? joinItems(value.map(plainText), words) : stringifyExactJson(value);
}

/** Returns text as it is, and any other value, such as a large number, as JSON. */
const plainText = (value: unknown): string =>
  typeof value === 'string' && !isMarkedInteger(value) ? value : stringifyExactJson(value);

function fieldText(
  field: string,
  value: string,
  words: Translator,
  present?: Present,
): { name: string; value: string } {
  const name = words.tDynamic(`call.field.${field}`);
  const valueLabel = words.tDynamic(`call.value.${value.toLowerCase()}`);
  const isTime = ['due', 'start', 'end', 'until', 'occurrence'].includes(field);
  const isRule = field === 'repeat' && /\bfreq\s*=/i.test(value);
  const escape = textFields.includes(field) ? escapeInvisibleInCode : escapeInvisibleCharacters;
  return {
    name: name.startsWith('call.') ? escapeInvisibleCharacters(field) : name,
    value: valueLabel.startsWith('call.')
      ? escape(isTime ? whenText(value, words, present) : isRule ? recurrenceText(value, words) : value)
      : valueLabel,
  };
}

function sizeInWords(bytes: number, words: Translator): string {
  return bytes < 1000 ? words.t('call.bytes') : sizeText(bytes, words);
}

const localTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?)?$/;

/** Returns a day or a time for use within a sentence; any other text unchanged. */
function whenText(dayOrTime: string, words: Translator, present?: Present): string {
  const zone = present?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = present ? dateAt(Date.parse(present.now), zone) : '';
  const form = present ? 'within' : 'date';
  const [, date, clock] = localTime.exec(dayOrTime.trim()) ?? [];
  if (date !== undefined) return [dayText(date, today, words, form), clock].filter(Boolean).join(' ');
  const ms = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i.test(dayOrTime.trim()) ? Date.parse(dayOrTime) : NaN;
  if (Number.isNaN(ms)) return dayOrTime;
  return `${dayText(dateAt(ms, zone), today, words, form)} ${clockText(dayOrTime, zone, words)}`;
}

/**
 * Returns, in the reader's language, what the person is or was asked to allow for a call: the description of the call;
 * for older records without one, only the object that it accesses, or if there is none, a general description of the
 * tool's calls.
 */
export function requestedAccessText(
  tool: string,
  { about, subject }: CallAccess,
  words: Translator,
  present?: Present,
): string {
  if (about) return callText(about, words, present);
  const object = escapeInvisibleCharacters(subject.replace(/\s*\b(?:todo|entry|note|file)_[\da-z]{8,}\b/g, '').trim());
  return object || callText(describeCallFromInput(tool, undefined, serverToolDisplayNames(tool, words)).about, words);
}
