import { test as base } from '@playwright/test';
import { Cairn } from './cairn.ts';
import { ModelServer } from './model-server.ts';
import { PageServer } from './page-server.ts';

interface Fixtures {
  app: Cairn;
  model: ModelServer;
  site: PageServer;
}
interface WorkerFixtures {
  modelServer: ModelServer;
  pageServer: PageServer;
}

const thisMachine = /^(127\.0\.0\.1|(.+\.)?localhost)\.?$/;

/** Playwright's `test` with the app opened, a model and a web site at hand, and watched for errors and strangers. */
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
  app: async ({ page, locale }, use) => {
    const wrong: string[] = [];
    page.on('pageerror', (error) => wrong.push(`uncaught: ${error.message}`));
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && !thisMachine.test(hostname)) wrong.push(`asked a stranger: ${request.url()}`);
    });
    const app = new Cairn(page, locale?.startsWith('zh') ? 'zh' : 'en');
    await app.open();
    await use(app);
    base.expect(wrong).toEqual([]);
  },
});

export const expect = base.expect;
