import { readRepeat } from '../calendar/read-repeat.ts';
import { plainRepeat, type RepeatRule } from '../calendar/repeat-rule.ts';
import { writeRepeat } from '../calendar/write-repeat.ts';
import { isCalendarDate, weekdayOf, type CalendarDate } from '../domain/calendar-date.ts';

/** A repetition as the form of an entry holds it. */
export interface RepeatDraft {
  /** `kept`: of a kind that the form does not know; it stays as it is. */
  kind: 'never' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'kept';
  interval: string;
  /** Of the week, 1 is Monday. */
  days: readonly number[];
  ends: 'never' | 'date' | 'times';
  until: string;
  times: string;
  /** What is stored. */
  kept: string | null;
}

export type RepeatFault = 'interval' | 'days' | 'until' | 'times';

const frequencies = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' } as const;
const kinds = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const;

export const repeatDraft = {
  /** Of an entry that starts on `start`. */
  of(repeat: string | null, start: CalendarDate): RepeatDraft {
    const days = [isCalendarDate(start) ? weekdayOf(start) : 1];
    const blank = { kind: 'never', interval: '1', days, ends: 'never', until: '', times: '10', kept: repeat } as const;
    const read = repeat === null ? null : readRepeat(repeat);
    if (!read) return blank;
    if (!read.ok || !isPlain(read.rule, start)) return { ...blank, kind: 'kept' };
    const { freq, interval, byDay, count, until } = read.rule;
    const named = byDay.length > 0 ? byDay.map(({ day }) => day) : days;
    const last = until === null ? '' : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
    const ends = count !== null ? 'times' : until !== null ? 'date' : 'never';
    const times = count === null ? blank.times : String(count);
    return { ...blank, kind: kinds[freq], interval: String(interval), days: named, ends, until: last, times };
  },

  /** What the form says, for an entry that starts on `start`, or what is wrong with it. */
  read(
    draft: RepeatDraft,
    start: CalendarDate,
  ): { ok: true; repeat: string | null } | { ok: false; fault: RepeatFault } {
    if (draft.kind === 'never') return { ok: true, repeat: null };
    if (draft.kind === 'kept') return { ok: true, repeat: draft.kept };
    const interval = whole(draft.interval, 1000);
    if (interval === null) return { ok: false, fault: 'interval' };
    if (draft.kind === 'weekly' && draft.days.length === 0) return { ok: false, fault: 'days' };
    const times = draft.ends === 'times' ? whole(draft.times, 10_000) : null;
    if (draft.ends === 'times' && times === null) return { ok: false, fault: 'times' };
    const until = draft.ends === 'date' ? draft.until : null;
    if (until !== null && (!isCalendarDate(until) || until < start)) return { ok: false, fault: 'until' };
    const byDay = draft.kind === 'weekly' ? [...draft.days].sort().map((day) => ({ nth: null, day })) : [];
    const rule = { ...plainRepeat(frequencies[draft.kind], interval), byDay, count: times };
    return { ok: true, repeat: writeRepeat({ ...rule, until: until?.replaceAll('-', '') ?? null }) };
  },
};

/** Whether the form can show it whole. */
function isPlain(rule: RepeatRule, start: CalendarDate): boolean {
  const { freq, byDay, byMonth, byMonthDay, byWeekNo, byYearDay, bySetPos, weekStart } = rule;
  if (byWeekNo.length + byYearDay.length + bySetPos.length > 0 || weekStart !== 1) return false;
  if (freq === 'WEEKLY') return byMonth.length + byMonthDay.length === 0;
  const [month, date] = [Number(start.slice(5, 7)), Number(start.slice(8, 10))];
  const onDate = byMonthDay.length === 0 || (byMonthDay.length === 1 && byMonthDay[0] === date);
  const inMonth = byMonth.length === 0 || (freq === 'YEARLY' && byMonth.length === 1 && byMonth[0] === month);
  return byDay.length === 0 && inMonth && (freq === 'DAILY' ? byMonthDay.length === 0 : onDate);
}

function whole(text: string, most: number): number | null {
  const number = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}
