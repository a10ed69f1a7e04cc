import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Phase } from '../../src/task/run.ts';
import { type Scenario, scenarioArbitrary } from './scenario.ts';
import type { Planted } from './sim-world.ts';
import { type Outcome, simulate } from './simulation.ts';

/** `SEED=7` replays one run, `SEEDS=10000` makes that many; the gate's share is 200. */
const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.SEEDS ?? 200) }, (_, at) => at + 1);
/** `recovering` only routes: nobody ever sees a task in it. */
const passing = ['recovering'];
const long = 4 * 3_600_000;

beforeEach(() => {
  // XState tells of messages to loops that died with their tab.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

function scenarioOf(seed: number): Scenario {
  const [scenario] = fc.sample(scenarioArbitrary, { seed, numRuns: 1 });
  if (!scenario) throw new Error('no scenario');
  return scenario;
}

/** The simplest scenario found within half a minute that breaks a rule as this seed does. */
async function simplest(seed: number): Promise<string> {
  const property = fc.asyncProperty(scenarioArbitrary, async (scenario) => (await simulate(scenario)).fault === null);
  const { counterexample } = (await fc.check(property, {
    seed,
    numRuns: 1,
    plugins: [fc.interruptAfterTimeLimit(30_000)],
  })) as { counterexample: unknown[] | null };
  return JSON.stringify(counterexample?.[0] ?? null);
}

function totals(outcomes: readonly Outcome[], seconds: number): string {
  const sum = (figure: 'calls' | 'steps' | 'deaths' | 'points') =>
    outcomes.reduce((all, each) => all + each[figure], 0);
  const ends = new Map<string, number>();
  for (const { phase } of outcomes) ends.set(phase, (ends.get(phase) ?? 0) + 1);
  const phases = [...ends].map(([phase, count]) => `${count} ${phase}`).join(', ');
  return (
    `${outcomes.length} runs in ${seconds.toFixed(0)} s: ${phases}; ${sum('steps')} steps, ${sum('calls')} model calls, ` +
    `${sum('deaths')} deaths of the tab, ${sum('points')} moments at which it could have died\n`
  );
}

test(
  'R2.3, R3.9, R5.2, R7.2, R8, R12.1 random runs keep the rules, whatever model, tools, person and tab do',
  { timeout: long },
  async () => {
    const started = performance.now();
    const outcomes: Outcome[] = [];
    for (const seed of seeds) {
      const outcome = await simulate(scenarioOf(seed));
      if (outcome.fault !== null)
        throw new Error(`SEED=${seed}: ${outcome.fault}\nThe simplest run found like it: ${await simplest(seed)}`);
      outcomes.push(outcome);
    }
    process.stdout.write(totals(outcomes, (performance.now() - started) / 1000));
    expect(outcomes).toHaveLength(seeds.length);
    if (seeds.length < 1000) return;
    const seen = new Set(outcomes.flatMap(({ phases }) => phases));
    expect(Phase.options.filter((phase) => !seen.has(phase))).toEqual(passing);
  },
);

test(
  'R8, R12.1 the same holds where the endpoint keeps its replies, and none whose place is stored is asked for again',
  { timeout: long },
  async () => {
    const outcomes: Outcome[] = [];
    for (const seed of seeds.slice(0, Math.ceil(seeds.length / 4))) {
      const outcome = await simulate(scenarioOf(seed), {}, true);
      expect(outcome.fault, `SEED=${seed}`).toBeNull();
      outcomes.push(outcome);
    }
    process.stdout.write(`with replies that are kept: ${totals(outcomes, 0)}`);
  },
);

test('the same seed gives the same run', { timeout: long }, async () => {
  for (const seed of [3, 8, 21]) expect(await simulate(scenarioOf(seed))).toEqual(await simulate(scenarioOf(seed)));
});

test(
  'R8.3, R12.1 wherever the tab dies, the run ends as it would have ended otherwise',
  { timeout: long },
  async () => {
    let deaths = 0;
    const calmSeeds = seeds.length < 1000 ? [5] : [5, 12, 29, 40];
    for (const seed of calmSeeds) {
      const calm: Scenario = { ...scenarioOf(seed), planning: 'auto', model: [], tools: [], person: [], deaths: [] };
      const { todos, statuses, phase, points, calls } = await simulate(calm);
      for (let point = 0; point < points; point += 1) {
        const struck = await simulate({ ...calm, deaths: [point] });
        deaths += struck.deaths;
        expect(struck, `seed ${seed}, death at ${point}`).toMatchObject({ fault: null, todos, statuses, phase });
        expect(struck.calls - calls, `seed ${seed}, calls made again after a death at ${point}`).toBeLessThanOrEqual(
          calm.limits.max_parallel_steps + 1,
        );
      }
    }
    process.stdout.write(`${deaths} deaths, one at every moment of ${calmSeeds.length} runs\n`);
    expect(deaths).toBeGreaterThan(25 * calmSeeds.length);
  },
);

const planted: [name: string, fault: Planted, named: RegExp][] = [
  ['a local effect that takes place twice', { doubles: true }, /took place|are there/],
  ['a reply that is never stored, though the work goes on from it', { losesReply: 5 }, /what led to it|not recorded/],
  ['a reply that is asked for again though the endpoint keeps it', { asksAgain: true }, /was asked again/],
  ['a journal that loses a record', { forgets: 5 }, /not recorded|lost|took place|are there|on record/],
];

test.each(planted)('the simulation finds %s', { timeout: long }, async (_, fault, named) => {
  let found: string | null = null;
  for (let seed = 1; seed <= 50 && found === null; seed += 1)
    found = (await simulate(scenarioOf(seed), fault, fault.asksAgain)).fault;
  expect(found).toMatch(named);
});
