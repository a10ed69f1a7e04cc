import { expect, test } from 'vitest';
import { parseRecurringTimeText } from '../../../src/calendar/words/read-repeating-when.ts';

/** A Monday, 10:00 in Berlin, an hour ahead of UTC. */
const now = '2026-11-30T09:00:00.000Z';
const zone = 'Europe/Berlin';

const shown = (time: string) =>
  time.includes('T') ? new Date(Date.parse(time) + 3_600_000).toISOString().slice(0, 16) : time;

function read(text: string): string {
  const when = parseRecurringTimeText(text, now, zone);
  if (when === null || typeof when === 'string') return when ?? 'none';
  return `${shown(when.start)}${when.end === null ? '' : ` to ${shown(when.end)}`} | ${when.rest}`;
}

test.each([
  ['tomorrow 7am Wake time', '2026-12-01T07:00 | Wake time'],
  ['Dec 20 at 3pm Christmas time concert', '2026-12-20T15:00 | Christmas time concert'],
  ['Saturday 6pm Reunion time with class of 96', '2026-12-05T18:00 | Reunion time with class of 96'],
  ['Dec 4 10am Easter time brunch', '2026-12-04T10:00 | Easter time brunch'],
  ['tomorrow 4pm Casey time', '2026-12-01T16:00 | Casey time'],
  ['tomorrow 5pm Tea time', '2026-12-01T17:00 | Tea time'],
  ['19:30 Story time', '2026-11-30T19:30 | Story time'],
  ['3pm Family time', '2026-11-30T15:00 | Family time'],
  ['Daily at 8pm Bed time', '2026-11-30T20:00 | Bed time'],
  ['tomorrow 9am Part time work interview', '2026-12-01T09:00 | Part time work interview'],
  ['tomorrow 9:00 Screen time review', '2026-12-01T09:00 | Screen time review'],
  ['Saturday 10am Mountain time trial', '2026-12-05T10:00 | Mountain time trial'],
  ['Read Chapter 5 Reading time log tomorrow', '2026-12-01 | Read Chapter 5 Reading time log'],
  ['Buy 10 Full time passes tomorrow', '2026-12-01 | Buy 10 Full time passes'],
  ['Buy 10 London time passes tomorrow', '2026-12-01 | Buy 10 London time passes'],
])('R10.1 “%s” names no time zone: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['Call at 3pm EST time tomorrow', '2026-12-01T21:00 | Call time'],
  ['Call at 3pm GMT time tomorrow', '2026-12-01T16:00 | Call time'],
  ['Call at 3pm UTC time tomorrow', '2026-12-01T16:00 | Call time'],
  ['Call at 3pm CET time tomorrow', '2026-12-01T15:00 | Call time'],
  ['Call at 3pm ET time tomorrow', '2026-12-01T21:00 | Call time'],
  ['tomorrow 3pm Eastern time call', '2026-12-01T21:00 | call'],
  ['tomorrow 3pm (New York time) call', '2026-12-01T21:00 | call'],
  ['tomorrow at 3 Tokyo time call', '2026-12-01T07:00 | call'],
  ['tomorrow 14:00 Asia/Tokyo call', '2026-12-01T06:00 | call'],
])('R10.1 “%s” names a time zone: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['Saturday 2nd coat of paint', '2026-12-05 | 2nd coat of paint'],
  ['Friday 1st draft due', '2026-12-04 | 1st draft due'],
  ['Monday 2nd interview at 3pm', '2026-11-30T15:00 | 2nd interview'],
  ['Tuesday 3rd floor inspection 10:00', '2026-12-01T10:00 | 3rd floor inspection'],
  ['Saturday 50th birthday party 7pm', '2026-12-05T19:00 | 50th birthday party'],
  ['Saturday 1st aid course 9am', '2026-12-05T09:00 | 1st aid course'],
  ['Friday 5th Avenue lunch', '2026-12-04 | 5th Avenue lunch'],
  ['Wednesday 4th grade recital 6pm', '2026-12-02T18:00 | 4th grade recital'],
  ['Sunday 1st communion', '2026-12-06 | 1st communion'],
  ['Saturday 18th birthday of Tom', '2026-12-05 | 18th birthday of Tom'],
  ['Sunday 20th century art show', '2026-12-06 | 20th century art show'],
  ['dentist Friday 5th', '2026-12-04 | dentist 5th'],
  ['dentist Friday 11th', '2026-12-11 | dentist'],
  ['Friday 11th 3pm dentist', '2026-12-11T15:00 | dentist'],
  ['Friday 11th at 3 dentist', '2026-12-11T15:00 | dentist'],
  ['Friday 11th of December dentist', '2026-12-11 | dentist'],
  ['Friday, 11th dentist', '2026-12-11 | dentist'],
  ['Friday the 11th dentist', '2026-12-11 | dentist'],
  ['Friday the 12th dentist', 'date'],
  ['Friday 12th December dentist', 'date'],
])('R10.1 the number after the day in “%s” is its date only where it surely is: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ["finish last week's report by Friday", "2026-12-04 | finish last week's report"],
  ["send yesterday's minutes on Friday", "2026-12-04 | send yesterday's minutes"],
  ["review last month's budget on Friday", "2026-12-04 | review last month's budget"],
  ["8am-noon Friday's game tomorrow", "2026-12-01T08:00 to 2026-12-01T12:00 | Friday's game"],
  ["5pm to midnight Saturday's party shift tomorrow", "2026-12-01T17:00 to 2026-12-02T00:00 | Saturday's party shift"],
  ["prepare Dec 9's review tomorrow", "2026-12-01 | prepare Dec 9's review"],
  ["tomorrow's shoot at 3pm", '2026-12-01T15:00 | shoot'],
])('R10.1 “%s” takes place on the day that owns nothing: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['tomorrow 5pm to midnight party', '2026-12-01T17:00 to 2026-12-02T00:00 | party'],
  ['tomorrow 20:00-midnight party', '2026-12-01T20:00 to 2026-12-02T00:00 | party'],
])('R10.1 the midnight of “%s” ends it: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ['last working day of the month', 'none'],
  ['last business day of the month', 'none'],
  ['last payment of the month', 'none'],
  ['last working day of the month report tomorrow', '2026-12-01 | last working day of the month report'],
  ['last day of the month report', '2026-11-30 | report'],
  ['first Saturday in the new flat', '2026-12-05 | first in the new flat'],
  ['last Friday in the office drinks 5pm', '2026-11-27T17:00 | in the office drinks'],
  ['first Monday in Berlin', '2026-11-30 | first in Berlin'],
  ['the first Sunday of Advent', '2026-12-06 | the first of Advent'],
  ['last Friday of the year party', 'date'],
  ['last Friday of 2027 party', 'date'],
  ['first Monday of next quarter review', 'date'],
  ['fifth Friday of June', 'date'],
])('R10.1 “%s” is a place in a month only where it names one: %s', (text, expected) => {
  expect(read(text)).toBe(expected);
});
