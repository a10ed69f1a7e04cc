import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DevicesScenario, devicesScenario } from './devices-scenario.ts';
import type { Planted } from './devices-device.ts';
import { type Outcome, simulateDevices } from './devices-simulation.ts';

/** `SEED=7` replays one run, `SEEDS=20000` makes that many; CI's share is 500. */
const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.SEEDS ?? 500) }, (_, at) => at + 1);
const long = 4 * 3_600_000;

function scenarioOf(seed: number): DevicesScenario {
  const [scenario] = fc.sample(devicesScenario, { seed, numRuns: 1 });
  if (!scenario) throw new Error('no scenario');
  return scenario;
}

/** The simplest scenario found within half a minute that breaks a rule as this seed does. */
async function simplest(seed: number): Promise<string> {
  const property = fc.asyncProperty(
    devicesScenario,
    async (scenario) => (await simulateDevices(scenario)).fault === null,
  );
  const { counterexample } = (await fc.check(property, {
    seed,
    numRuns: 1,
    plugins: [fc.interruptAfterTimeLimit(30_000)],
  })) as { counterexample: unknown[] | null };
  return JSON.stringify(counterexample?.[0] ?? null);
}

function totals(outcomes: readonly Outcome[], seconds: number): string {
  const sum = (figure: 'lines' | 'takeovers' | 'branches' | 'moves' | 'deaths') =>
    outcomes.reduce((all, each) => all + each[figure], 0);
  return (
    `${outcomes.length} exchanges in ${seconds.toFixed(0)} s: ${sum('lines')} lines committed, ${sum('takeovers')} takeovers, ` +
    `${sum('branches')} side branches, ${sum('deaths')} deaths, ${sum('moves')} moves\n`
  );
}

test(
  'random exchanges keep the rules, whatever network, server, clocks and persons do',
  { timeout: long },
  async () => {
    const started = performance.now();
    const outcomes: Outcome[] = [];
    for (const seed of seeds) {
      const outcome = await simulateDevices(scenarioOf(seed));
      if (outcome.fault !== null)
        throw new Error(`SEED=${seed}: ${outcome.fault}\nThe simplest run found like it: ${await simplest(seed)}`);
      outcomes.push(outcome);
    }
    process.stdout.write(totals(outcomes, (performance.now() - started) / 1000));
    expect(outcomes).toHaveLength(seeds.length);
  },
);

test('the same seed gives the same exchange', { timeout: long }, async () => {
  for (const seed of [3, 8, 21])
    expect(await simulateDevices(scenarioOf(seed))).toEqual(await simulateDevices(scenarioOf(seed)));
});

const planted: [name: string, fault: Planted, named: RegExp][] = [
  ['a lease that does not fence', { unfenced: true }, /wrote in the turn of|follow/],
  ['a tombstone that is forgotten', { forgetsTombstones: true }, /came back|differs/],
  ['a clock that decides who has a session', { clockDecides: true }, /wrote in the turn of/],
  ['a lost reply that is taken for a failure', { lostIsFailed: true }, /each time|without end|nowhere|no rest|differs/],
  [
    'a segment that counts before its head',
    { countsEarly: true },
    /follows|is lost|not committed|not recorded|nowhere|no rest/,
  ],
];

test.each(planted)('the simulation finds %s', { timeout: long }, async (_, fault, named) => {
  let found: string | null = null;
  for (let seed = 1; seed <= 100 && found === null; seed += 1)
    found = (await simulateDevices(scenarioOf(seed), fault)).fault;
  expect(found).toMatch(named);
});
