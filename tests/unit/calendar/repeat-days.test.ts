import { expect, test } from 'vitest';
import { readRepeat } from '../../../src/calendar/rrule.ts';
import { repetitionDays } from '../../../src/calendar/repeat-times.ts';

const whole = { from: 0, until: Infinity };

test.each(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])(
  'R9.6 from what is no day there is no search for ever: %s',
  (freq) => {
    for (const more of ['', ';BYMONTH=1', ';COUNT=3;BYMONTH=1']) {
      const read = readRepeat(`FREQ=${freq}${more}`);
      if (!read.ok) throw new Error(read.error);
      expect([...repetitionDays(read.value, NaN, whole)]).toEqual([]);
      expect([...repetitionDays(read.value, Infinity, whole)]).toEqual([]);
      if (!more.includes('COUNT')) expect([...repetitionDays(read.value, 0, { ...whole, from: NaN })]).toEqual([]);
    }
  },
);
