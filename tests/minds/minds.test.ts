import { describe, expect, test } from 'vitest';
import type { Thoroughness } from '../../src/values/limits.ts';
import { allHabits } from './all-habits.ts';
import { errands } from './errand.ts';
import { failedWhenDone, journey, reached, wroteTwice } from './journey.ts';
import { type Habit, mind } from './mind.ts';

const levels: readonly Thoroughness[] = ['careful', 'balanced'];
/** The number of calls of the diligent model; all others may make twice as many. */
const usual: Record<Thoroughness, number> = { careful: 14, balanced: 7, economy: 7 };
const nobody: Habit = { name: 'diligent' };

test.each(levels)('R3.10 a diligent mind reaches the goal, %s', async (thoroughness) => {
  for (const language of ['en', 'zh'] as const) {
    const came = await journey(mind([nobody], 'chain'), { thoroughness, language });
    expect(came).toMatchObject({ phase: 'completed', calls: usual[thoroughness], recoveries: 0 });
    expect(reached(came, language)).toBe(true);
  }
});

test('there are at least sixty habits, each under a name of its own', () => {
  expect(new Set(allHabits.map(({ name }) => name)).size).toBe(allHabits.length);
  expect(allHabits.length).toBeGreaterThanOrEqual(60);
});

describe.each(levels)('R4.3, R4.6, R6.7 a mind reaches the goal and writes each thing once, %s:', (thoroughness) => {
  test.each(allHabits.map((habit) => [habit.name, habit] as const))('it %s', async (_, habit) => {
    const language = habit.language ?? 'en';
    /** A change to the JSON protocol would hide the habit, so the protocol stays with native calls. */
    const came = await journey(mind([habit], 'chain'), { thoroughness, language, stays: true });
    const { phase, recoveries, calls } = came;
    expect({ phase, recoveries, twice: wroteTwice(came), untrue: failedWhenDone(came) }).toEqual({
      phase: 'completed',
      recoveries: 0,
      twice: false,
      untrue: false,
    });
    expect(reached(came, language)).toBe(true);
    const { closing } = errands[language];
    if (JSON.stringify(came.replies.at(-1)).includes(closing)) expect(came.closing).toContain(closing);
    expect(came.statuses.filter((status) => status === 'completed').length).toBeLessThanOrEqual(habit.rewords ? 6 : 4);
    expect(calls).toBeLessThanOrEqual(2 * usual[thoroughness]);
    if (thoroughness === 'careful' && !habit.dear) expect(calls).toBeLessThanOrEqual(usual.careful + 1);
  });
});
