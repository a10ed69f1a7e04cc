import * as z from 'zod';
import { isTimeZone } from '../../values/zoned-time.ts';
import { parseRecurrence } from '../../calendar/find-repeat.ts';
import { isAllTimes } from '../../task/call-details.ts';
import { momentForTimeFormatCheck, parseTime, timeParseErrorText, acceptedTimeForm } from '../parse-time.ts';

/** Which fields apply depends on `action`. */
export const scheduleInput = z
  .object({
    action: z.enum(['add', 'list', 'update', 'delete', 'find_conflicts', 'find_free']),
    id: z.string().optional().describe('as list shows it'),
    title: z.string().trim().max(500, 'must be 500 characters at most').optional().describe('for delete give it, too'),
    start: z.string().optional().describe('2026-01-31 or 2026-01-31T15:00; for list, where to begin'),
    end: z.string().optional().describe('an hour later if left out'),
    all_day: z.boolean().optional(),
    zone: z.string().optional().describe('Europe/Berlin, if not local'),
    repeat: z.string().optional().describe('daily, every 2 weeks on tuesday, monthly or an RRULE; none ends it'),
    until: z.string().optional().describe('last day'),
    occurrence: z.string().optional().describe('when it repeats: start of the one time, or all'),
    place: z.string().max(500, 'must be 500 characters at most').optional(),
    notes: z.string().max(20_000, 'must be 20,000 characters at most').optional(),
    reminder: z
      .number()
      .min(-1)
      .max(40_320, 'must be 40320 (four weeks) at most')
      .optional()
      .describe('minutes before; -1 removes it'),
    minutes: z.number().min(1, 'must be 1 or more').optional().describe('for find_free'),
    day_start: z.string().optional().describe('for find_free: 09:00'),
    day_end: z.string().optional(),
  })
  .superRefine((input, context) => {
    const wrong = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
    const { action } = input;
    if (action === 'add' && !input.title) wrong('add needs a “title”', 'title');
    if (action === 'add' && !input.start) wrong(`add needs a “start” (${acceptedTimeForm})`, 'start');
    if (action === 'update' && !input.id) wrong('update needs the “id” of the entry; list shows the ids', 'id');
    if (action === 'delete' && !input.id && !input.title)
      wrong('delete needs the “id” of the entry; list shows the ids', 'id');
    const { title, start, end, all_day, zone, place, notes, reminder, repeat, until } = input;
    const changes = [title, start, end, all_day, zone, place, notes, reminder, repeat, until];
    if (action === 'update' && changes.every((change) => change === undefined))
      wrong('update needs what to change: title, start, end, all_day, zone, repeat, place, notes or reminder');
    for (const name of ['start', 'end', 'until', 'occurrence'] as const) {
      const text = input[name];
      const isRead = text === undefined || (name === 'occurrence' && isAllTimes(text));
      if (!isRead && !parseTime(text, 'UTC', momentForTimeFormatCheck))
        wrong(timeParseErrorText(name, text, name === 'occurrence' ? ', or all' : ''), name);
    }
    for (const name of ['day_start', 'day_end'] as const) {
      const text = input[name];
      if (text !== undefined && !/^([01]?\d|2[0-3]):[0-5]\d$/.test(text))
        wrong(`“${name}” must be a time of day such as 09:00`, name);
    }
    const recurrenceResult = repeat === undefined || meansNoRecurrence(repeat) ? null : parseRecurrence(repeat);
    if (recurrenceResult?.ok === false) wrong(recurrenceResult.error, 'repeat');
    if (occurrenceNamedByCall(input) !== undefined && (repeat !== undefined || until !== undefined))
      wrong(
        'one occurrence cannot repeat: leave out “occurrence” to change the whole entry, or leave out “repeat”',
        'occurrence',
      );
    if (input.zone !== undefined && !isTimeZone(input.zone))
      wrong(`“zone” must be a time zone such as Europe/Berlin, not “${input.zone}”`, 'zone');
  });
export type ScheduleInput = z.output<typeof scheduleInput>;

/** Returns the one time of a repeating entry that a call names; undefined if it names all times, or none. */
export const occurrenceNamedByCall = ({ occurrence }: Pick<ScheduleInput, 'occurrence'>): string | undefined =>
  occurrence !== undefined && isAllTimes(occurrence) ? undefined : occurrence;

/** True if a text means that an entry does not repeat, such as `none` or `never`. */
export const meansNoRecurrence = (text: string) => /^(none|null|no|never|once|off|-|不重复|无)$/i.test(text.trim());
