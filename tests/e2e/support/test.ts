import { type BrowserContext, type CDPSession, expect, test as base } from '@playwright/test';
import { Cairn } from './cairn.ts';
import { ModelServer } from './model-server.ts';
import { ModelSite } from './model-site.ts';
import { PageServer } from './page-server.ts';
import { Strangers } from './strangers.ts';

interface Fixtures {
  app: Cairn;
  model: ModelServer;
  site: PageServer;
  /** A site from which model files are loaded. */
  models: ModelSite;
  strangers: Strangers;
  /** Whether the test itself tries what the page's policy forbids. */
  triesPolicy: boolean;
}
interface WorkerFixtures {
  modelServer: ModelServer;
  pageServer: PageServer;
}

/** How many times slower pages are than the machine: `SLOWDOWN=6` plays a slow one. */
const slowdown = Number(process.env.SLOWDOWN ?? 1);

const policy = /Content Security Policy|require-trusted-types|requires 'Trusted/i;

/**
 * Playwright's `test` with the app opened, a model and a web site at hand, watched for errors and for what breaks its
 * policy; no test asks a stranger.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  modelServer: [
    async ({}, use) => {
      const server = await ModelServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  pageServer: [
    async ({}, use) => {
      const server = await PageServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  strangers: [
    async ({ browser }, use) => {
      const strangers = new Strangers();
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        strangers.watch(context);
        return context;
      };
      await use(strangers);
      browser.newContext = newContext;
      expect(strangers.asked, 'strangers that were asked').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, strangers }, use) => {
    strangers.watch(context);
    if (slowdown > 1) slowDown(context);
    await use(context);
  },
  model: async ({ modelServer }, use) => {
    modelServer.reset();
    await use(modelServer);
    modelServer.reset();
  },
  site: async ({ pageServer }, use) => {
    pageServer.reset();
    await use(pageServer);
    pageServer.reset();
  },
  models: async ({}, use) => {
    const site = await ModelSite.start();
    await use(site);
    await site.stop();
  },
  triesPolicy: [false, { option: true }],
  app: async ({ page, locale, triesPolicy }, use) => {
    const wrong: string[] = [];
    page.on('console', (message) => {
      if (!triesPolicy && policy.test(message.text())) wrong.push(`against the policy: ${message.text()}`);
    });
    page.on('pageerror', (error) => wrong.push(`uncaught: ${error.message}`));
    const app = new Cairn(page, locale?.startsWith('zh') ? 'zh' : 'en');
    await app.open();
    await use(app);
    expect(wrong).toEqual([]);
  },
});

/** Slows each page of the context down; a page with a second session is offline only where both sessions say so. */
function slowDown(context: BrowserContext): void {
  const sessions: CDPSession[] = [];
  context.on('page', (page) => {
    const begin = async () => {
      const session = await context.newCDPSession(page);
      sessions.push(session);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await session.send('Network.enable');
    };
    void begin().catch(() => undefined);
  });
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    await setOffline(offline);
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    for (const session of sessions) await session.send('Network.emulateNetworkConditions', conditions);
  };
}

export { expect };
