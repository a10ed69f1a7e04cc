import { launch } from '../browser/launch.mjs';
import { carryOut, prepareCairn, through } from '../cairn/drive.mjs';
import { makeTask } from '../server/task.mjs';

const units = { repeated: 'calls', calls: 'calls' };

/** Reloads the page in the middle of a plan, and measures how many more requests it makes than an uninterrupted run. */
export async function measureResume({ endpoint, figures, repetitions, app }) {
  const task = makeTask(20);
  const taken = [];
  for (let nth = 0; nth < repetitions; nth += 1) {
    const browser = await launch();
    try {
      const { page } = browser;
      await prepareCairn(page, { address: app.address, endpoint, task, thoroughness: 'balanced' });
      endpoint.play(task, { latency: 50 });
      const working = carryOut(page, task).catch(() => undefined);
      while (endpoint.log.length < 15 + nth) await new Promise((resolve) => setTimeout(resolve, 5));
      await page.reload();
      await working;
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await through(page, 60_000);
      const calls = endpoint.log.length;
      taken.push({ calls, repeated: calls - (2 * task.n + 2) });
    } finally {
      await browser.close();
    }
  }
  const run = { who: 'Cairn balanced, every step thought about', n: task.n, shape: 'chain', latency: 'reloaded' };
  figures.add(run, taken, units);
  figures.add(run, [{ most: Math.max(...taken.map(({ repeated }) => repeated)) }], { most: 'calls repeated' });
}
