import { test as base } from '../../../e2e/support/test.ts';

/** The browser tests' `test`, also told where the app is served. */
export const test = base.extend<object, { address: string }>({
  address: [async ({}, use, { project }) => use(project.use.baseURL ?? ''), { scope: 'worker' }],
});
