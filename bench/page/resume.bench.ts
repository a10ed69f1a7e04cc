import { mergeTests, type Page } from '@playwright/test';
import { sessionRoute } from '../../src/ui/app/page-address.ts';
import { diligentModel } from '../../tests/e2e/support/diligent-model.ts';
import { test as durableTest } from '../../tests/e2e/support/durable-test.ts';
import type { ModelServer } from '../../tests/e2e/support/model-server.ts';
import { expect } from '../../tests/e2e/support/test.ts';
import { fillDatabase } from '../../tests/trials/browser/support/fill-database.ts';
import { importLargePlan } from '../../tests/trials/browser/support/import-large-plan.ts';
import { median } from '../median.mjs';
import { test as benchTest } from './bench-test.ts';
import { repetitions } from './repetitions.ts';

const test = mergeTests(benchTest, durableTest);
const count = 1000;

/** Presses Continue as soon as the page offers it. */
const continueAtOnce = () => {
  const look = () => {
    const buttons = document.querySelectorAll<HTMLElement>('[data-plan-status="paused"] button');
    const offered = [...buttons].find(({ textContent }) => textContent.trim() === 'Continue');
    if (offered) offered.click();
    else requestAnimationFrame(look);
  };
  look();
};

/**
 * Returns the milliseconds from each reload to the arrival of the first request at the model, which is left unanswered.
 * An additional first reload warms up and is not counted.
 */
async function resumptions(page: Page, model: ModelServer, arrivals: number[]): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth <= repetitions; nth += 1) {
    model.hold(() => true);
    const before = arrivals.length;
    await page.reload();
    await expect.poll(() => arrivals.length, { timeout: 60_000 }).toBeGreaterThan(before);
    times.push(Number(arrivals[before]) - (await page.evaluate(() => performance.timeOrigin)));
  }
  return times.slice(1);
}

test('a plan of 1,000 steps goes on after a reload, beside little and beside much', async ({
  app,
  page,
  model,
  figure,
}) => {
  const arrivals: number[] = [];
  const mind = diligentModel(
    Array.from({ length: count }, (_, at) => ({
      description: `Task ${at + 1}: look at the figures and note what stands out`,
    })),
    'Done.',
  );
  model.play({
    ...mind,
    topic: (ask) => {
      arrivals.push(Date.now());
      return mind.topic(ask);
    },
  });
  await app.enterKey(model);
  await importLargePlan(app, count);
  const held = model.hold((topic) => topic.startsWith('Task 3:'));
  await app.button('Continue').click();
  await held.arrived;

  await page.addInitScript(continueAtOnce);
  const alone = median(await resumptions(page, model, arrivals));
  const big = sessionRoute.read(new URL(page.url()).hash)?.session ?? '';
  await fillDatabase(page, { big, sessions: 1000, lines: 100_000, after: 1000 });
  const beside = median(await resumptions(page, model, arrivals));
  figure('reload to resumed action, empty profile', alone, 'ms', count);
  figure('reload to resumed action, full profile', beside, 'ms', count);
});
