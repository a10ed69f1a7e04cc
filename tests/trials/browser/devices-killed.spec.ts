import { expect } from '@playwright/test';
import type { Recorded } from '../../e2e/support/stored-tables.ts';
import { chance } from './support/chance.ts';
import { DevicePair, settled } from './support/device-pair.ts';
import { journalFaults } from './support/journal-faults.ts';
import { reached } from './support/moment.ts';
import { repeatFaults } from './support/repeat-faults.ts';
import { through } from './support/through.ts';
import { test as base } from './support/trial-test.ts';

/** What is lost or done twice once is a defect, even if the next try goes well. */
base.describe.configure({ retries: 0 });

const test = base.extend<object, { pair: DevicePair }>({
  pair: [
    async ({ address }, use) => {
      const pair = await DevicePair.open(address);
      await use(pair);
      await pair.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** `TAKEOVERS=40` makes that many kills, and half as many presses at once; `SEED=7` replays one of each. */
const kills = Number(process.env.TAKEOVERS ?? 3);
const seedsOf = (count: number) =>
  process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: count }, (_, at) => at + 1);
/** Requests that the model of an undisturbed run sees. */
const requests = 30;

for (const seed of seedsOf(kills))
  test(`trial ${seed}: a plan whose device is killed is finished on the other, and both have every row once and one journal`, async ({
    pair,
  }) => {
    const { laptop, phone } = pair;
    const draw = chance(seed);
    const moment = { request: 2 + Math.floor((requests - 2) * draw()), after: Math.round(70 * draw()) };
    pair.play(draw);
    const middle = reached(moment, laptop.model);
    const session = await pair.begin();
    await Promise.race([middle, through(laptop.app.page)]);
    await laptop.kill();

    /** The task had not left the laptop yet: it does so when it is opened again. */
    if (!(await phone.learns(session))) {
      await laptop.open(`#/s/${session}`);
      expect(await phone.learns(session)).toBe(true);
      await laptop.kill();
    }
    await phone.open(`#/s/${session}`);
    const asked = phone.model.topics.length;
    const pressed = new Date().toISOString();
    await phone.app.button('Continue here').first().click();
    await through(phone.app.page);

    await laptop.open(`#/s/${session}`);
    const journal = await wholeOnBoth(pair, session);
    const before = journal.filter(({ at }) => String(at) < pressed);
    const life = { asked: phone.model.topics.slice(asked), before, after: journal, cutShort: false };
    expect(repeatFaults(life), JSON.stringify(moment)).toEqual([]);
  });

for (const seed of seedsOf(Math.ceil(kills / 2)))
  test(`race ${seed}: where both devices press Continue at once, one wins, and both have every row once and one journal`, async ({
    pair,
  }, info) => {
    const { laptop, phone } = pair;
    const draw = chance(1000 + seed);
    pair.play(draw);
    const middle = reached(
      { request: 3 + Math.floor((requests / 2) * draw()), after: Math.round(70 * draw()) },
      laptop.model,
    );
    const session = await pair.begin();
    await middle;
    await laptop.kill();
    await laptop.open(`#/s/${session}`);
    expect(await phone.learns(session)).toBe(true);
    await phone.open(`#/s/${session}`);
    const [own, there] = [laptop.app.button('Continue'), phone.app.button('Continue here').first()];
    await Promise.all([own.waitFor(), there.waitFor()]);
    await Promise.all([own.click(), there.click()]);

    const lost = phone.app.page.getByText('Another device of yours was faster.');
    const winner = await Promise.race([
      lost.waitFor({ timeout: 90_000 }).then(() => 'laptop'),
      there.waitFor({ state: 'detached', timeout: 90_000 }).then(() => 'phone'),
    ]);
    info.annotations.push({ type: 'winner', description: winner });
    const journal = await wholeOnBoth(pair, session);
    const resumed = journal.filter(({ body }) => body.type === 'resume').length;
    /** The phone takes a plan at work over without such a line, also after the laptop's press is recorded. */
    expect(winner === 'phone' ? [0, 1, 2] : [1]).toContain(resumed);
  });

/**
 * The journal of a completed plan, once both devices have it, each row of it once, and nothing went wrong in either.
 */
async function wholeOnBoth({ laptop, phone, calls }: DevicePair, session: string): Promise<Recorded[]> {
  const devices = [laptop, phone];
  for (const { app } of devices) await through(app.page);
  const { journal } = await settled(laptop, phone, session);
  expect([...journalFaults(journal, calls), ...devices.flatMap(({ wrong }) => wrong)]).toEqual([]);
  for (const device of devices) {
    const { status, todos, entries, files } = await device.essence(session);
    const counted = { status, todos: todos.length, entries: entries.length, files: files.length };
    expect(counted).toEqual({ status: 'completed', todos: 10, entries: 5, files: 5 });
  }
  return journal;
}
