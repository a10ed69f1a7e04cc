import { expectEachOnce, moments, ways } from '../../e2e/support/reloaded-task.ts';
import { test } from '../../e2e/support/test.ts';

/** What is lost or done twice once is a defect, even if the next try goes well. */
test.describe.configure({ retries: 0 });

for (const moment of moments)
  for (const way of Object.keys(ways))
    test(`R8.2, R8.3, R12.1 a reload ${moment.name}, then ${way}: the plan completes and nothing is done or asked twice`, async ({
      app,
      model,
      site,
    }) => {
      await expectEachOnce(moment, way, { app, model, site });
    });
