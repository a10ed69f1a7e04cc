import { expect, test } from 'vitest';
import { shiftRecurrenceDays } from '../../../src/calendar/changed-series.ts';
import { wallTime } from '../../../src/calendar/times.ts';

test.each([
  ['FREQ=WEEKLY;BYDAY=MO', '2026-01-05', '2026-01-06', 'FREQ=WEEKLY;BYDAY=TU'],
  ['FREQ=WEEKLY;BYDAY=MO,SU', '2026-01-05', '2026-01-06', 'FREQ=WEEKLY;BYDAY=MO,TU'],
  ['FREQ=WEEKLY', '2026-01-05', '2026-01-06', 'FREQ=WEEKLY'],
  ['FREQ=DAILY', '2026-01-05', '2026-01-06', 'FREQ=DAILY'],
  ['FREQ=MONTHLY;BYMONTHDAY=5', '2026-01-05', '2026-01-20', 'FREQ=MONTHLY;BYMONTHDAY=20'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', '2026-01-31', '2026-01-30', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['FREQ=MONTHLY;BYDAY=1MO', '2026-01-05', '2026-01-13', 'FREQ=MONTHLY;BYDAY=2TU'],
  ['FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30', '2026-01-29', 'FREQ=MONTHLY;BYDAY=-1TH'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3', '2026-03-03', '2026-04-04', 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=4'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', '2026-01-05', '2026-01-06', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1'],
])('R9.6 %s moved from %s to %s is %s', (repeat, from, to, expected) => {
  expect(shiftRecurrenceDays(repeat, wallTime.read(from), wallTime.read(to))).toBe(expected);
});
