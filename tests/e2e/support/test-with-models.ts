import { ModelSite } from './model-site.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/** With a site from which model files are loaded. */
export const test = base.extend<{ models: ModelSite }>({
  models: async ({}, use) => {
    const site = await ModelSite.start();
    await use(site);
    await site.stop();
  },
});
