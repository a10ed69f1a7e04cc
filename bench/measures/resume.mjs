import { launch } from '../browser/launch.mjs';
import { carryOut, prepareCairn, through } from '../cairn/drive.mjs';
import { makeTask } from '../server/task.mjs';

const units = { repeated: 'calls', calls: 'calls' };

/** Reloads the page in the middle of a plan, and measures how many more requests it makes than an uninterrupted run. */
export async function measureResume({ endpoint, figures, repetitions, app }) {
  const task = makeTask(20);
  const taken = [];
  const calm = await callsOf({ endpoint, app, task }, null);
  for (let nth = 0; nth < repetitions; nth += 1) {
    const calls = await callsOf({ endpoint, app, task }, 8 + nth);
    taken.push({ calls, repeated: calls - calm });
  }
  const run = { who: 'Cairn balanced, every step thought about', n: task.n, shape: 'chain', latency: 'reloaded' };
  figures.add(run, taken, units);
  figures.add(run, [{ most: Math.max(...taken.map(({ repeated }) => repeated)) }], { most: 'calls repeated' });
}

/**
 * Returns the number of requests of a run whose page is reloaded once so many requests have arrived; null for never.
 */
async function callsOf({ endpoint, app, task }, reloadAt) {
  const browser = await launch();
  try {
    const { page } = browser;
    await prepareCairn(page, { address: app.address, endpoint, task, thoroughness: 'balanced' });
    endpoint.play(task, { latency: 50 });
    const working = carryOut(page, task);
    if (reloadAt !== null) {
      const cut = working.catch(() => undefined);
      while (endpoint.log.length < reloadAt) await new Promise((resolve) => setTimeout(resolve, 5));
      await page.reload();
      await cut;
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.locator('section[data-plan-status="running"]').waitFor({ state: 'attached' });
      await through(page, 60_000);
    } else await working;
    return endpoint.log.length;
  } finally {
    await browser.close();
  }
}
