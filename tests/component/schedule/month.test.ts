import { test } from 'vitest';
import { seeMonths, seeWeeks } from './month.ts';

test('R9.6 each day of a month shows what fits and the number of the others, after paging and changes, too', async () => {
  await seeMonths();
});

test('R9.6 all-day entries of a week lie below one another, after paging, too', async () => {
  await seeWeeks();
});
