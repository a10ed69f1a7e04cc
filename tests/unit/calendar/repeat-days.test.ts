import { expect, test } from 'vitest';
import { parseRrule } from '../../../src/calendar/rrule.ts';
import { recurrenceDays } from '../../../src/calendar/repeat-times.ts';

const whole = { from: 0, until: Infinity };

test.each(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])(
  'R9.6 from what is no day there is no search for ever: %s',
  (freq) => {
    for (const more of ['', ';BYMONTH=1', ';COUNT=3;BYMONTH=1']) {
      const read = parseRrule(`FREQ=${freq}${more}`);
      if (!read.ok) throw new Error(read.error);
      expect([...recurrenceDays(read.value, NaN, whole)]).toEqual([]);
      expect([...recurrenceDays(read.value, Infinity, whole)]).toEqual([]);
      if (!more.includes('COUNT')) expect([...recurrenceDays(read.value, 0, { ...whole, from: NaN })]).toEqual([]);
    }
  },
);
