import { expectEachOnce, moments, ways } from './support/reloaded-task.ts';
import { test } from './support/test.ts';

/** Each moment with one of the ways in turn; each with all of them is a trial. */
moments.forEach((moment, at) => {
  const way = Object.keys(ways)[at % Object.keys(ways).length] ?? '';
  test(`R8.2, R8.3, R12.1 a reload ${moment.name}, then ${way}: the plan completes and nothing is done or asked twice`, async ({
    app,
    model,
    site,
  }) => {
    await expectEachOnce(moment, way, { app, model, site });
  });
});
