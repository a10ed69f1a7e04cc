import { test } from 'vitest';
import { seeMonths } from './month.ts';

test('R9.6 on a phone each day of a month shows what fits and the number of the others, after paging, too', async () => {
  await seeMonths();
});
