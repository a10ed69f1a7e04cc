import fc from 'fast-check';
import type { Thoroughness } from '../../src/values/limits.ts';
import { allHabits } from './all-habits.ts';
import type { Language, Shape } from './errand.ts';
import { failedWhenDone, journey, reached, wroteTwice } from './journey.ts';
import { type Habit, mind } from './mind.ts';

/** Two habits of one model, and the variant of the task that it is given. */
export interface Pair {
  habits: readonly [Habit, Habit];
  shape: Shape;
  thoroughness: Thoroughness;
  language: Language;
}

const seed = 20261123;
const pair: fc.Arbitrary<Pair> = fc
  .record({
    first: fc.nat({ max: allHabits.length - 1 }),
    apart: fc.integer({ min: 1, max: allHabits.length - 1 }),
    shape: fc.constantFrom<Shape>('chain', 'fork'),
    thoroughness: fc.constantFrom<Thoroughness>('careful', 'balanced'),
    language: fc.constantFrom<Language>('en', 'zh'),
  })
  .map(({ first, apart, ...rest }) => ({
    habits: [allHabits[first]!, allHabits[(first + apart) % allHabits.length]!],
    ...rest,
  }));

/** Returns the first `count` pairs, always the same. */
export function pairsOf(count: number): Pair[] {
  return fc.sample(pair, { seed, numRuns: count });
}

/**
 * The names of the pairs that missed the goal, wrote twice, went on to the limit, were wrongly called failed, or needed
 * a replan.
 */
export interface Tally {
  short: string[];
  twice: string[];
  endless: string[];
  untrue: string[];
  recovered: string[];
}

/**
 * Plays the task with each pair: with native calls only if `stays`, otherwise in whatever protocol the engine changes
 * to.
 */
export async function tallyOf(pairs: readonly Pair[], stays: boolean): Promise<Tally> {
  const tally: Tally = { short: [], twice: [], endless: [], untrue: [], recovered: [] };
  for (const { habits, shape, thoroughness, language } of pairs) {
    const name = `${habits.map((habit) => habit.name).join(' + ')} (${thoroughness}, ${shape}, ${language})`;
    const came = await journey(mind(habits, shape), { thoroughness, language, stays });
    if (!reached(came, language)) tally.short.push(`${name}: ${came.phase} after ${came.calls} calls`);
    if (wroteTwice(came)) tally.twice.push(name);
    if (came.phase === 'paused') tally.endless.push(name);
    if (failedWhenDone(came)) tally.untrue.push(name);
    if (came.recoveries > 0) tally.recovered.push(name);
  }
  return tally;
}
