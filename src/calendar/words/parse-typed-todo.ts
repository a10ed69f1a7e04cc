import type { Todo } from '../../records/todo.ts';
import { dateAt } from '../../values/calendar-date.ts';
import { nextOccurrence } from '../next-occurrence.ts';
import { wallTime } from '../times.ts';
import type { TimeError } from './found-time.ts';
import { parseRecurringTimeText } from './read-repeating-when.ts';
import { parseTimeText, type ParsedTimeText } from './read-when.ts';
import { simplified } from '../../values/simplified-chinese.ts';

const longestTitle = 500;

/** The parts of a typed to-do. `repeats` is true if the text names a repetition, of which only the first day is due. */
type TypedTodo = Pick<Todo, 'title' | 'due' | 'priority' | 'tags'> & { repeats: boolean };

/**
 * Returns the parts of a to-do typed as “Buy bread tomorrow !high #shopping”, or the error if it names a time that
 * cannot be used; `languages` are those whose words for days are known, as `parseTimeTextOrError` has it. The title is
 * empty if the text has nothing else. It keeps the words of a repetition, without which it could say something else,
 * and those of a priority that belong to a sentence.
 */
export function parseTypedTodo(
  text: string,
  now: string,
  zone: string,
  languages: readonly string[] = [],
): TypedTodo | TimeError {
  const { priority: marked, tags, rest } = parsePriorityAndTags(text);
  const when = parseRecurringTimeText(rest, now, zone, undefined, languages);
  if (typeof when === 'string') return when;
  const repeat = when?.repeat ?? null;
  const textWithoutTime = (when ? when.rest : rest).trim();
  const priorityReading = priorityIn(textWithoutTime);
  const ranked = marked === null ? priorityReading : { priority: marked, rest: textWithoutTime };
  const title = (repeat === null || textWithoutTime === '' ? ranked.rest : rest.trim()).slice(0, longestTitle);
  const first = when && repeat !== null ? firstDue(when, zone, repeat) : null;
  const due = repeat === null ? when && dueOf(when) : first;
  return { title, due, priority: ranked.priority, tags, repeats: first !== null };
}

/** Returns the first time of a repetition, as a date if it is all-day; null if there is none. */
function firstDue({ start, all_day }: ParsedTimeText, zone: string, repeat: string): string | null {
  const first = wallTime.write(wallTime.of(start, { all_day, zone }));
  const next = nextOccurrence({ first, zone, repeat }, -Infinity);
  return next !== null && all_day ? dateAt(Date.parse(next), zone) : next;
}

/** Returns when a cell of a table says that something is due; null if it says anything else. */
export function parseDueCell(text: string, now: string, zone: string): string | null {
  const when = parseTimeText(text, now, zone);
  return when?.rest === '' ? dueOf(when) : null;
}

/** Returns the due time: the last day of an all-day time, else the start. */
const dueOf = ({ start, end, all_day }: ParsedTimeText) => (all_day ? (end ?? start) : start);

const [low, high] = [
  /(?:low[ -]priority|not (?:so |that |very )?(?:urgent|important)|不(?:着)?急|不(?:紧急|重要)|低优先级?|优先级低)/,
  /(?:urgent(?:ly)?|(?:very )?important|asap|(?:high|top)[ -]priority|(?:非常|很|特别)?(?:紧急|重要|要紧)|加急|急|高优先级?|优先级高)/,
].map(
  ({ source }) =>
    new RegExp(
      `^${source}(?=\\s*[:：,，!！]|(?<=\\p{Script=Han})\\s|$)|(?:[\\s,，;；:：(（–—-])${source}[)）.!！。]*$`,
      'iu',
    ),
);

/** The end of a sentence that a word of priority completes, as in “the rent is important”. */
const open =
  /(?:\b(?:is|are|was|were|be|not|and|or|but|more|most|less|so|too|how|what|as|the|an?)|['’]s|是|不|很|最|更|和)$/iu;

/**
 * Returns the priority that words such as “urgent” give at the beginning or the end of a text, set apart from the rest
 * by punctuation or, at the end, by a space; and the text without these words. The text keeps them if they complete its
 * sentence, or if nothing else is left.
 */
function priorityIn(text: string): { priority: Todo['priority']; rest: string } {
  const plain = simplified(text);
  const [isLow, isHigh] = [low?.exec(plain), high?.exec(plain)];
  const priority = isLow ? 'low' : isHigh ? 'high' : 'normal';
  const found = isLow ?? isHigh;
  const rest = found
    ? (text.slice(0, found.index) + text.slice(found.index + found[0].length)).replace(
        /^[\s:：,，!！]+|[\s,，;；:：(（–—-]+$/gu,
        '',
      )
    : text;
  return { priority, rest: rest === '' || open.test(rest) ? text : rest };
}

const mark = /(^|\s)(?:[#＃]((?![\d#＃]+(?:\s|$))[^\s#＃]+)|[!！](high|low|normal|高|低|普通|h|l|1|2|3))(?=\s|$)/giu;
const levels: Readonly<Record<string, Todo['priority']>> = {
  high: 'high',
  h: 'high',
  高: 'high',
  '1': 'high',
  normal: 'normal',
  普通: 'normal',
  '2': 'normal',
  low: 'low',
  l: 'low',
  低: 'low',
  '3': 'low',
};

/**
 * Parses the priority (`!high`) and the tags (`#shopping`) of a typed to-do; `rest` is the text without them. A text
 * that consists only of them is returned unchanged as `rest`.
 */
export function parsePriorityAndTags(
  text: string,
): Pick<Todo, 'tags'> & { priority: Todo['priority'] | null; rest: string } {
  const tags = new Set<string>();
  let priority: Todo['priority'] | null = null;
  const rest = text.replace(mark, (_, space: string, tag?: string, level?: string) => {
    if (tag !== undefined) tags.add(tag);
    priority = levels[level?.toLowerCase() ?? ''] ?? priority;
    return space;
  });
  const remainingText = rest.replace(/\s+/g, ' ').trim();
  return remainingText === ''
    ? { priority: null, tags: [], rest: text }
    : { priority, tags: [...tags], rest: remainingText };
}
