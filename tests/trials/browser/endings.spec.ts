import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { engineInPage } from '../../e2e/support/engine-in-page.ts';
import type { ModelServer } from '../../e2e/support/model-server.ts';
import { chance } from './support/chance.ts';
import { errands } from './support/errands.ts';
import { test as base } from './support/trial-test.ts';
import { drawMoment, reached, type Moment } from './support/moment.ts';
import { OwnBrowser } from './support/own-browser.ts';
import { SessionPlay, type Ending } from './support/session-play.ts';
import { through } from './support/through.ts';

/** What is lost or done twice once is a defect, even if the next try goes well. */
base.describe.configure({ retries: 0 });

/** With a browser that has not got the settings of a test runner, which keep pages in focus and out of its memory. */
const test = base.extend<{ own: OwnBrowser }>({
  own: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'cairn-trials-'));
    const browser = await OwnBrowser.start(profile, 'LevelDB');
    await use(browser);
    await browser.kill();
    await rm(profile, { recursive: true, force: true });
  },
});

/** How often each ending is brought about, each time at another moment. */
const rounds = Number(process.env.ENDINGS ?? 2);
/** A minute in the full count. */
const outage = process.env.ENDINGS ? 60_000 : 3000;
const plan = errands([1, 3, 3, 1], 'sparse');
const elsewhere = '/plan.schema.json';
const eightHours = '08:00:00';

/** Has the task begin, and resolves at the moment at which it is to be struck, or when it is through before that. */
type Until = (page: Page, begin: () => Promise<void>) => Promise<void>;
type MakeEnding = (until: Until, model: ModelServer) => Ending;

const endings: Record<string, MakeEnding> = {
  'a crash of the renderer, and the page opened again': (until) => ({
    life: 'new',
    strike: async (page, begin) => {
      await until(page, begin);
      const crashed = page.waitForEvent('crash');
      const session = await page.context().newCDPSession(page);
      session.send('Page.crash').catch(() => undefined);
      await crashed;
      return reopened(page);
    },
  }),
  'a tab that is closed and opened again': (until) => ({
    life: 'new',
    strike: async (page, begin) => {
      await until(page, begin);
      return reopened(page);
    },
  }),
  'a visit elsewhere and the way back': (until) => ({
    life: 'new',
    strike: async (page, begin) => {
      await until(page, begin);
      await page.goto(elsewhere);
      await page.goBack();
      return page;
    },
  }),
  'a while without a network': (until) => ({
    life: 'same',
    breaksCalls: true,
    strike: async (page, begin) => {
      await until(page, begin);
      await page.context().setOffline(true);
      await new Promise((resolve) => setTimeout(resolve, outage));
      await page.context().setOffline(false);
      return page;
    },
  }),
};

/** Simulated by a clock that jumps. */
const sleeps: Record<string, MakeEnding> = {
  'a sleep of eight hours': (until) => ({
    life: 'same',
    breaksCalls: true,
    strike: async (page, begin) => {
      await until(page, begin);
      await page.clock.fastForward(eightHours);
      return page;
    },
  }),
  'a sleep of eight hours while a reply is awaited': (_, model) => ({
    life: 'same',
    breaksCalls: true,
    strike: async (page, begin) => {
      const thinking = model.hold((topic) => topic === 'Errand 3 | after 0 calls');
      await begin();
      await thinking.arrived;
      await page.clock.fastForward(eightHours);
      thinking.open();
      return page;
    },
  }),
  'a sleep of eight hours while it rests after a fault of the endpoint': (_, model) => ({
    life: 'same',
    breaksCalls: true,
    strike: async (page, begin) => {
      const failed = model.fail((topic) => topic === 'Errand 3 | after 0 calls');
      await begin();
      await failed;
      await page.clock.fastForward(eightHours);
      return page;
    },
  }),
};

for (const [name, make] of Object.entries({ ...endings, ...sleeps }))
  test(`R8.3, R12.1 ${name}: the plan goes on and completes as it would have`, async ({
    page,
    address,
    modelServer,
  }, info) => {
    info.setTimeout(3_600_000);
    if (name in sleeps) {
      await engineInPage(page);
      await page.clock.install();
    }
    await tryAll(await SessionPlay.open(page, address, modelServer, plan), make);
  });

test('R8.3, R12.1 a visit elsewhere and the way back to a page that the browser has kept in memory: the plan goes on and completes as it would have', async ({
  own,
  address,
  modelServer,
}, info) => {
  info.setTimeout(3_600_000);
  let kept = 0;
  await tryAll(await SessionPlay.open(own.page, address, modelServer, plan), (until) => ({
    life: 'either',
    strike: async (page, begin) => {
      await until(page, begin);
      await page.evaluate(() => {
        window.addEventListener('pageshow', ({ persisted }) => {
          document.title = persisted ? 'kept' : document.title;
        });
      });
      await page.goto(address + elsewhere);
      await page.evaluate(() => history.back());
      const back = await own.reconnect();
      await back.waitForURL(/#/);
      if ((await back.title()) === 'kept') kept += 1;
      return back;
    },
  }));
  expect(kept).toBeGreaterThan(0);
});

test('R8.3, R12.1 two seconds in which the tab is frozen: the plan goes on and completes as it would have', async ({
  own,
  address,
  modelServer,
}, info) => {
  info.setTimeout(3_600_000);
  const play = await SessionPlay.open(own.page, address, modelServer, plan);
  /* Chromium may never answer a request that was being made as the page froze: it is made again when patience ends. */
  await play.app.setPatience(20);
  await tryAll(play, (until, model) => ({
    life: 'same',
    breaksCalls: true,
    strike: async (page, begin) => {
      await until(page, begin);
      const unfocused = await own.reconnect('stranger');
      const session = await unfocused.context().newCDPSession(unfocused);
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      await new Promise((resolve) => setTimeout(resolve, 200));
      const asked = model.topics.length;
      await new Promise((resolve) => setTimeout(resolve, 1800));
      expect(model.topics.length, 'requests of a frozen tab').toBe(asked);
      await session.send('Page.setWebLifecycleState', { state: 'active' });
      return own.reconnect();
    },
  }));
});

/**
 * Plays the plan undisturbed, and then with the ending at one moment after the other; one that came too late is drawn
 * anew.
 */
async function tryAll(session: SessionPlay, make: MakeEnding): Promise<void> {
  const draw = chance(1);
  const delay = () => 5 + 35 * draw();
  const began = performance.now();
  const calm = await session.play(null, delay);
  expect(calm.faults).toEqual([]);
  const length = { duration: performance.now() - began, requests: session.model.topics.length };
  let struck = 0;
  for (let round = 0; struck < rounds && round < 3 * rounds; round += 1) {
    const moment = drawMoment(draw, length);
    await test.step(JSON.stringify(moment), async () => {
      const start = performance.now();
      const outcome = await session.play(make(untilReached(moment, session.model), session.model), delay);
      if (outcome.struck) struck += 1;
      else length.duration = Math.min(length.duration, performance.now() - start);
      expect(outcome.faults, JSON.stringify(moment)).toEqual([]);
      expect(outcome.essence, JSON.stringify(moment)).toEqual(calm.essence);
    });
  }
  expect(struck, 'times that the plan was not through before').toBe(rounds);
}

function untilReached(moment: Moment, model: ModelServer): Until {
  return async (page, begin) => {
    const come = reached(moment, model);
    await Promise.race([come, begin().then(() => through(page))]);
  };
}

/** The same address in another tab; this one is gone. */
async function reopened(page: Page): Promise<Page> {
  const address = page.url();
  const context = page.context();
  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  return next;
}
