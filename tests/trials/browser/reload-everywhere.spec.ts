import { expect } from '@playwright/test';
import { engineInPage } from '../../e2e/support/engine-in-page.ts';
import { errands } from './support/errands.ts';
import { test } from './support/trial-test.ts';
import { reloadAt, type ReloadPoint, type ReloadWindow } from './support/reload-at.ts';
import { SessionPlay, type Ending } from './support/session-play.ts';
import { through } from './support/through.ts';

/** What is lost or done twice once is a defect, even if the next try goes well. */
test.describe.configure({ retries: 0 });

const parts = 6;
const plan = errands(Array(10).fill(1), 'sparse');
/**
 * Of the writes of one transaction none is kept without the others: the first one stands for all, unless `WRITES=all`.
 */
const each = process.env.WRITES === 'all';
/** CI reloads before one transaction and after the next; `RELOADS=all` and `WRITES=all` on both sides of each. */
const both = each || process.env.RELOADS === 'all';

for (let part = 0; part < parts; part += 1)
  test(`R8.3, R12.1 a reload before or after any write of the journal: the plan completes as it would have, part ${part + 1} of ${parts}`, async ({
    page,
    address,
    modelServer,
  }, info) => {
    info.setTimeout(900_000);
    await engineInPage(page);
    await page.addInitScript(reloadAt);
    const session = await SessionPlay.open(page, address, modelServer, plan);
    await page.evaluate(() => (window as unknown as ReloadWindow).countWrites(null));
    const calm = await session.play(null);
    const { status, todos, entries, files, steps } = calm.essence;
    expect(calm).toMatchObject({ faults: [], struck: false });
    expect(status).toBe('completed');
    expect([steps, todos, entries, files].map(({ length }) => length)).toEqual([10, 5, 5, 2]);

    const writes = await page.evaluate(() => (window as unknown as ReloadWindow).journalWrites);
    const missed: ReloadPoint[] = [];
    for (const point of pointsOf(writes).filter((_, at) => at % parts === part))
      await test.step(`${point.side} write ${point.write}`, async () => {
        const { faults, essence } = await session.play(reload(point, () => missed.push(point)));
        expect(faults, JSON.stringify(point)).toEqual([]);
        expect(essence, JSON.stringify(point)).toEqual(calm.essence);
      });
    expect(missed.length, `never came to ${JSON.stringify(missed)}`).toBeLessThanOrEqual(1);
  });

/** For each write of the journal, named by the number of its transaction, the points before and after it. */
function pointsOf(transactions: readonly number[]): ReloadPoint[] {
  const firsts = transactions.flatMap((transaction, at) =>
    each || transactions.indexOf(transaction) === at ? [at + 1] : [],
  );
  return firsts.flatMap((write, nth) =>
    (['before', 'after'] as const).flatMap((side, turn) => (both || nth % 2 === turn ? [{ write, side }] : [])),
  );
}

function reload(point: ReloadPoint, miss: () => void): Ending {
  return {
    life: 'new',
    strike: async (page, begin) => {
      await page.evaluate((at) => (window as unknown as ReloadWindow).countWrites(at), point);
      const gone = page.waitForEvent('load', { timeout: 90_000 }).then(() => true);
      const begun = begin().catch(() => undefined);
      const missed = begun.then(() => through(page)).then(() => false);
      if (!(await Promise.race([gone, missed]))) miss();
      return page;
    },
  };
}
