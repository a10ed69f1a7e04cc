import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { ModelServer } from '../../../e2e/support/model-server.ts';
import { PageServer } from '../../../e2e/support/page-server.ts';
import type { Outcome } from '../../browser/support/outcome.ts';
import { AppServer } from './app-server.ts';
import { CairnVisitor } from './cairn-visitor.ts';
import type { Browser, EngineName, Start } from './engine.ts';
import { startEngine } from './engines.ts';

const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Opens one more tab of the browser that the test has. */
type Another = (address?: string) => Promise<CairnVisitor>;
interface Fixtures {
  size: Start['size'];
  /** Starts a browser of the test's own; what is left out is as in the usual one. */
  launch: (start?: Partial<Start>) => Promise<{ browser: Browser; open: Another }>;
  another: Another;
  /** Whether the test itself tries what the page's policy forbids. */
  triesPolicy: boolean;
  app: CairnVisitor;
  model: ModelServer;
  site: PageServer;
  folder: string;
}
/** A profile in which a model is connected, and what came of the plan when nothing befell it. */
interface Calm {
  profile: string;
  outcome: Outcome;
}
interface WorkerFixtures {
  engine: EngineName;
  /** Made once by the first test that asks for it. */
  calm: (make: (profile: string) => Promise<Outcome>) => Promise<Calm>;
  server: AppServer;
  modelServer: ModelServer;
  pageServer: PageServer;
}

/** Playwright's `test` with the app opened in one engine; the engine is the project's. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  size: [desktop, { option: true }],
  calm: [
    async ({}, use) => {
      const profile = await mkdtemp(join(tmpdir(), 'cairn-calm-'));
      let made: Promise<Calm> | null = null;
      await use((make) => (made ??= make(profile).then((outcome) => ({ profile, outcome }))));
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
    { scope: 'worker' },
  ],
  server: [
    async ({}, use) => {
      const server = await AppServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
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
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-engine-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  },
  triesPolicy: [false, { option: true }],
  launch: async ({ engine, size, folder, server, triesPolicy }, use, info) => {
    const started: Browser[] = [];
    const opened: CairnVisitor[] = [];
    await use(async (more = {}) => {
      const downloads = await mkdtemp(join(folder, 'downloads-'));
      const browser = await startEngine(engine, {
        profile: null,
        isPrivate: false,
        downloads,
        size,
        scheme: 'light',
        ...more,
      });
      started.push(browser);
      const open = async (address = server.address) => {
        const app = new CairnVisitor(await browser.open(), downloads);
        opened.push(app);
        await app.open(address);
        return app;
      };
      return { browser, open };
    });
    const wrong: string[] = [];
    for (const app of opened) wrong.push(...(await app.wrong().catch(() => [])));
    if (info.status !== info.expectedStatus)
      for (const [at, app] of opened.entries())
        await app.tab
          .screenshot()
          .then((picture) => writeFile(info.outputPath(`tab-${at + 1}.png`), picture))
          .catch(() => undefined);
    for (const browser of started) await browser.close().catch(() => undefined);
    expect(wrong.filter((each) => !triesPolicy || !each.startsWith('against the policy'))).toEqual([]);
  },
  another: async ({ launch }, use) => {
    const { open } = await launch();
    await use(open);
  },
  app: async ({ another }, use) => use(await another()),
});

export { expect };
