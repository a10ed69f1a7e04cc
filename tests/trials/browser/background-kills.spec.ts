import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Cairn } from '../../e2e/support/cairn.ts';
import type { Recorded } from '../../e2e/support/stored-tables.ts';
import { BackgroundEndpoint } from './support/background-endpoint.ts';
import { chance } from './support/chance.ts';
import { errands } from './support/errands.ts';
import { essence } from './support/essence.ts';
import { forgetfulModel } from './support/forgetful-model.ts';
import { journalFaults } from './support/journal-faults.ts';
import { drawMoment } from './support/moment.ts';
import { OwnBrowser } from './support/own-browser.ts';
import { sitting, type Sitting } from './support/sitting.ts';
import { test } from './support/trial-test.ts';

test.describe.configure({ retries: 0 });

/** `BACKGROUND_KILLS=200` kills as often, twice in each run of the plan. */
const kills = Number(process.env.BACKGROUND_KILLS ?? 6);
const killsInRun = 2;
const plan = errands([1, 3, 3, 3, 1], 'dense');
const calls = plan.flatMap(({ thoughts }) => thoughts.flat()).length;
const script = forgetfulModel(plan, 'All errands are run.');

test(`R12.1 with replies in background mode ${kills} kills lead to no second request once a reply's id is stored`, async ({
  address,
}, info) => {
  test.setTimeout(120_000 + kills * 60_000);
  const folder = await mkdtemp(join(tmpdir(), 'cairn-background-'));
  const endpoint = await BackgroundEndpoint.start(script);
  try {
    const prepared = join(folder, 'prepared');
    await prepare(prepared, address, endpoint);
    const play = async (seed: number, moments: number, length: { duration: number; requests: number }) => {
      const profile = join(folder, String(seed));
      await cp(prepared, profile, { recursive: true });
      const draw = chance(seed);
      endpoint.play(script, () => 20 + 60 * draw());
      const scene = { profile, engine: 'LevelDB', address, model: endpoint, goal: 'Run all errands' } as const;
      const sittings: Sitting[] = [];
      for (let at = 0; at < moments; at += 1) sittings.push(await sitting(scene, drawMoment(draw, length)));
      sittings.push(await sitting(scene, null));
      await rm(profile, { recursive: true, force: true });
      return sittings;
    };

    const [calm] = await play(0, 0, { duration: 0, requests: 0 });
    if (!calm?.end) throw new Error('The undisturbed run has no end.');
    expect(endpoint.pickedUp).toBe(0);
    const expected = essence(calm.end.plan, calm.end.tables);
    const length = { duration: calm.duration, requests: calm.asked.length };
    const totals = { kills: 0, posts: 0, replies: 0, pickedUp: 0, again: 0 };
    for (let seed = 1; totals.kills < kills; seed += 1) {
      const sittings = await play(seed, killsInRun, length);
      const last = sittings.at(-1)?.end;
      if (!last) throw new Error('The plan was not played to its end.');
      const { journal } = last.tables;
      const doubled = idsOf(journal).filter(([, ids]) => ids.size > 1);
      expect(doubled, `seed ${seed}`).toEqual([]);
      expect(journalFaults(journal, calls), `seed ${seed}`).toEqual([]);
      expect(essence(last.plan, last.tables), `seed ${seed}`).toEqual(expected);
      const replies = journal.filter(({ body }) => body.type === 'model_reply').length;
      totals.kills += killsInRun;
      totals.posts += endpoint.topics.length;
      totals.replies += replies;
      totals.pickedUp += endpoint.pickedUp;
      totals.again += endpoint.topics.length - replies;
    }
    info.annotations.push({ type: 'background', description: JSON.stringify(totals) });
    process.stdout.write(`${JSON.stringify(totals)}\n`);
    expect(totals.pickedUp).toBeGreaterThan(0);
    expect(totals.posts / totals.replies, JSON.stringify(totals)).toBeLessThanOrEqual(kills < 50 ? 1.05 : 1.02);
  } finally {
    await endpoint.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** A profile in which the endpoint is connected over Responses, with background mode switched on. */
async function prepare(profile: string, address: string, endpoint: BackgroundEndpoint): Promise<void> {
  const browser = await OwnBrowser.start(profile, 'LevelDB');
  const app = new Cairn(browser.page);
  await browser.page.goto(address);
  await app.enterKey(endpoint, 'On this device');
  const settings = await app.settings('Model connection');
  await settings.getByLabel('API', { exact: true }).selectOption('OpenAI Responses');
  await settings.getByRole('checkbox', { name: /^Pick up a reply after a cut/ }).check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText('The connection is saved.').first().waitFor();
  await browser.quit();
}

/** The ids under which replies were kept, by the call that asked for them. */
function idsOf(journal: readonly Recorded[]): [string, Set<string>][] {
  const ids = new Map<string, Set<string>>();
  for (const { intent = '', body } of journal) {
    if (body.type !== 'reply_pending' || !body.pending) continue;
    ids.set(intent, (ids.get(intent) ?? new Set()).add((body.pending as { id: string }).id));
  }
  return [...ids];
}
