import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { scenarioArbitrary } from './scenario.ts';
import { simulate } from './simulation.ts';
import type { Planted } from './sim-world.ts';

/** CI runs 1,000 seeds; `SEEDS=10000` is the release volume, and `SEED=17 SEEDS=1` plays one of them again. */
const first = Number(process.env.SEED ?? 1);
const count = Number(process.env.SEEDS ?? 1000);

/** A loop that ends in the moment its plan is paused is reported by xstate; the plan has stopped it, and that is right. */
beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

async function faults(seeds: number[], planted: Planted = {}): Promise<string[]> {
  const found: string[] = [];
  for (const seed of seeds) {
    const [scenario] = fc.sample(scenarioArbitrary, { seed, numRuns: 1 });
    if (!scenario) throw new Error('no scenario');
    const { fault } = await simulate(scenario, planted);
    if (fault) found.push(`SEED=${seed}: ${fault}`);
  }
  return found;
}

const seeds = (from: number, many: number) => Array.from({ length: many }, (_, at) => from + at);

test(
  `R2.3, R3–R8, R12.1 ${count} random runs with crashes, pauses and edits keep every rule`,
  { timeout: 3_600_000 },
  async () => {
    expect(await faults(seeds(first, count))).toEqual([]);
  },
);

test('a planted double effect is found', { timeout: 120_000 }, async () => {
  expect((await faults(seeds(1, 30), { doubles: true })).length).toBeGreaterThan(0);
});

test('a planted loss of records is found', { timeout: 120_000 }, async () => {
  expect((await faults(seeds(1, 30), { forgets: 3 })).length).toBeGreaterThan(0);
});
