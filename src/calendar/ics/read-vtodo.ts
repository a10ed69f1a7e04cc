import { truncateText } from '../../values/truncate-text.ts';
import type { Todo } from '../../records/todo.ts';
import type { IcsComponent, SkippedIcsLines } from './ics-components.ts';
import { parseIcsTimes, type IcsTimeContext } from './ics-times.ts';
import { icsPropertyText } from './property-text.ts';

/** A task of a calendar file, as a to-do. */
export type IcsTask = Pick<Todo, 'title' | 'notes' | 'due' | 'priority' | 'tags' | 'done'>;

const longestTitle = 500;
const longestNotes = 20_000;

/** Returns a task (VTODO) of a calendar file; null if it was cancelled. An unreadable line is added to `leftOut`. */
export function readVtodo(
  { lines }: IcsComponent,
  around: IcsTimeContext & { leftOut: SkippedIcsLines; cancelled: boolean },
  untitled: string,
): IcsTask | null {
  const all = (name: string) => lines.filter((line) => line.name === name);
  const text = (name: string) => all(name).slice(0, 1).map(icsPropertyText).join('').trim();
  const status = text('STATUS').toUpperCase();
  if (around.cancelled || status === 'CANCELLED') return null;
  const [dueLine] = [...all('DUE'), ...all('DTSTART')];
  const dueTime = dueLine && parseIcsTimes(dueLine, around).times[0];
  if (dueLine && !dueTime) around.leftOut.add(dueLine);
  const urgency = Number(text('PRIORITY'));
  const priority = urgency >= 1 && urgency <= 4 ? 'high' : urgency >= 6 && urgency <= 9 ? 'low' : 'normal';
  const tags = all('CATEGORIES').flatMap((line) => icsPropertyText(line).split(','));
  return {
    title: truncateText(text('SUMMARY').replace(/\s+/g, ' '), longestTitle) || untitled,
    notes: truncateText(text('DESCRIPTION'), longestNotes),
    due: dueTime?.value ?? null,
    priority,
    tags: [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))],
    done: status === 'COMPLETED' || all('COMPLETED').length > 0 || text('PERCENT-COMPLETE') === '100',
  };
}
