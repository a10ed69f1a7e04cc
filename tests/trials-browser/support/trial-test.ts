import { test as base } from '@playwright/test';
import { ModelServer } from '../../e2e/support/model-server.ts';

interface WorkerFixtures {
  modelServer: ModelServer;
  /** Where the app is served. */
  address: string;
}

/** Playwright's `test` with a model server for each worker. */
export const test = base.extend<object, WorkerFixtures>({
  modelServer: [
    async ({}, use) => {
      const server = await ModelServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  address: [async ({}, use, { project }) => use(project.use.baseURL ?? ''), { scope: 'worker' }],
});
