import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { chance } from './support/chance.ts';
import { KillBench } from './support/kill-bench.ts';
import { killAnnotation, type KillFigures } from './support/kill-figures.ts';
import { drawMoment } from './support/moment.ts';
import { engines, type Engine } from './support/own-browser.ts';
import { inDoubt } from './support/repeat-faults.ts';
import { test as base } from './support/trial-test.ts';

/** What is lost or done twice once is a defect, even if the next try goes well. */
base.describe.configure({ retries: 0 });

const test = base.extend<object, { bench: KillBench }>({
  bench: [
    async ({ modelServer, address }, use) => {
      const bench = await KillBench.open(address, modelServer);
      await use(bench);
      await bench.close();
    },
    { scope: 'worker' },
  ],
});

/** `SEED=7` replays one trial, `KILLS=300` makes that many; CI's share is 10. */
const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.KILLS ?? 10) }, (_, at) => at + 1);
const names = Object.keys(engines) as Engine[];
const engineOf = (seed: number) => names[seed % names.length]!;

for (const engine of names)
  test(`the undisturbed run over ${engine} leaves what the plan says, in a database of that kind`, async ({
    bench,
  }) => {
    const { profile, outcome } = await bench.undisturbed(engine);
    expect(outcome.faults).toEqual([]);
    expect(outcome.essence).toMatchObject({ status: 'completed' });
    const { todos, entries, files, steps } = outcome.essence;
    expect([steps, todos, entries, files].map(({ length }) => length)).toEqual([20, 20, 10, 10]);
    expect(steps.filter((step) => (step as { status: string }).status === 'completed')).toHaveLength(20);
    expect(todos.filter((todo) => (todo as { title: string }).title === 'Pack the bag')).toHaveLength(2);
    expect(await databaseKind(profile)).toBe(engine);
  });

for (const seed of seeds)
  test(`R8.3, R12.1 trial ${seed}: after a kill of the whole browser over ${engineOf(seed)} the plan completes, and nothing is lost, done or asked twice`, async ({
    bench,
  }, info) => {
    const engine = engineOf(seed);
    const { profile, outcome: calm } = await bench.undisturbed(engine);
    const draw = chance(seed);
    const length = { duration: calm.duration, requests: calm.lives.flatMap(({ asked }) => asked).length };
    const moments = Array.from({ length: draw() < 0.25 ? 2 : 1 }, () => drawMoment(draw, length));
    const replay = `SEED=${seed} npm run trials -- kills: ${JSON.stringify(moments)}`;

    const { essence, faults, ready, lives } = await bench.play(profile, engine, seed, moments);
    const figures: KillFigures = { engine, ready, inDoubt: lives.slice(0, -1).map((life) => inDoubt(life)) };
    info.annotations.push({ type: killAnnotation, description: JSON.stringify(figures) });
    expect(faults, replay).toEqual([]);
    expect(essence, replay).toEqual(calm.essence);
  });

/** What kind of files a profile keeps its databases in. */
async function databaseKind(profile: string): Promise<Engine | null> {
  const folder = join(profile, 'Default', 'IndexedDB');
  const files = await readdir(folder, { recursive: true });
  if (files.some((name) => name.endsWith('CURRENT'))) return 'LevelDB';
  for (const name of files) {
    const start = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    if (start.toString('latin1', 0, 15) === 'SQLite format 3') return 'SQLite';
  }
  return null;
}
