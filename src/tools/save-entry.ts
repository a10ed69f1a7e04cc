import { clashesOf } from '../calendar/clashes-of.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { contentHash } from '../domain/content-hash.ts';
import { toolSuccess, type ToolResult } from '../domain/tool-result.ts';
import type { LocalContext } from '../ports/toolbox.ts';
import { entryLine, entryWhen } from './entry-line.ts';
import { shownRepeat } from './shown-repeat.ts';

const mostNamed = 5;

/**
 * Saves what a call changed, the entry it is about first, and says so: when it is, and which of `others` it overlaps
 * (R9.6), of a repeating one within three months.
 */
export async function saveEntry(
  done: string,
  [changed, ...more]: [CalendarEntry, ...CalendarEntry[]],
  others: readonly CalendarEntry[],
  { stores, now, tainted }: LocalContext,
): Promise<ToolResult> {
  const entry = { ...changed, ...(tainted && { foreign: true }), updated_at: now };
  const rows = [entry, ...more.map((row) => ({ ...row, updated_at: now }))];
  for (const row of rows) await stores.entries.put(row);
  const repeats = entry.repeat === null ? '' : `, repeats ${shownRepeat(entry.repeat)}`;
  const clashes = entry.deleted_at === null ? clashesOf(entry, others) : [];
  const warning = clashes.length === 0 ? '' : ` It overlaps: ${clashes.slice(0, mostNamed).map(entryLine).join('; ')}.`;
  return toolSuccess(
    `${done} calendar entry “${entry.title}” (id ${entry.id}), ${entryWhen(entry)}${repeats}.${warning}`,
    {
      output: entry,
      foreign: clashes.some(({ foreign }) => foreign === true),
      written: rows.map((row) => ({
        store: 'entries' as const,
        id: row.id,
        change: row.deleted_at === null ? ('put' as const) : ('deleted' as const),
        hash: contentHash(row),
      })),
    },
  );
}
