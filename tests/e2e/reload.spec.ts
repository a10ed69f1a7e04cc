import { expectEachOnce, moments, ways } from './support/reloaded-task.ts';
import { test } from './support/test.ts';

/**
 * Each moment with one of the ways in turn; each with all of them is a trial. The gate has the three that lost most.
 */
const inGate = ['between thought and tool', "right after a tool's effect", 'while waiting for an answer'];

moments.forEach((moment, at) => {
  const way = Object.keys(ways)[at % Object.keys(ways).length] ?? '';
  test(`R8.2, R8.3, R12.1 a reload ${moment.name}, then ${way}: the plan completes and nothing is done or asked twice${inGate.includes(moment.name) ? ' @gate' : ''}`, async ({
    app,
    model,
    site,
  }) => {
    await expectEachOnce(moment, way, { app, model, site });
  });
});
