import { expect, test } from 'vitest';
import { pairsOf, tallyOf } from './pairs.ts';

const share = 40;

/** tests/trials/minds.test.ts tries all three hundred. */
test(`R4.6, R6.7 of the first ${share} pairs of habits nearly all reach the goal; none writes twice, goes on for ever or spends a recovery`, async () => {
  for (const stays of [true, false]) {
    const { short, ...never } = await tallyOf(pairsOf(share), stays);
    expect(never).toEqual({ twice: [], endless: [], untrue: [], recovered: [] });
    expect(short.length, short.join('\n')).toBeLessThanOrEqual(share * 0.05);
  }
});
