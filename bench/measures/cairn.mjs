import { mainThreadTime } from '../browser/main-thread.mjs';
import { launch } from '../browser/launch.mjs';
import { carryOut, prepareCairn } from '../cairn/drive.mjs';
import { makeTask } from '../server/task.mjs';
import { costUnits } from './cost.mjs';

/** The settings of Cairn that are compared, each with the matching script of the model. */
const ways = [
  { who: 'Cairn economy', thoroughness: 'economy', script: { direct: true } },
  { who: 'Cairn balanced', thoroughness: 'balanced', script: { direct: true } },
  { who: 'Cairn balanced, every step thought about', thoroughness: 'balanced', script: {} },
  { who: 'Cairn balanced, call and end in one reply', thoroughness: 'balanced', script: { together: true } },
  { who: 'Cairn careful', thoroughness: 'careful', script: {} },
];
const units = { ...costUnits, main: 'ms a step', longest: 'ms', second: 'ms' };

/**
 * Measures Cairn's built page on a chain, each time in a new browser, and LangGraph's page in the same browser right
 * after it.
 */
export async function measureCairn({ endpoint, figures, repetitions, sizes, latencies, app, peerPage }) {
  for (const n of sizes)
    for (const ms of latencies)
      for (const way of ways) {
        const task = makeTask(n);
        const own = [];
        const peer = [];
        for (let nth = 0; nth < (ms > 0 ? 1 : repetitions); nth += 1) {
          const browser = await launch();
          try {
            own.push(await ofCairn(browser.page, { endpoint, app, task, ms, way }));
            if (way.thoroughness === 'careful') peer.push(await ofPeer(browser.page, { endpoint, peerPage, task, ms }));
          } finally {
            await browser.close();
          }
        }
        const run = { n, shape: 'chain', latency: `${ms} ms` };
        figures.add({ who: way.who, ...run }, own, units);
        const inBrowser = { main: units.main, longest: units.longest, second: units.second };
        figures.add({ who: 'LangGraph plan-and-execute', ...run }, peer, inBrowser);
      }
}

async function ofCairn(page, { endpoint, app, task, ms, way }) {
  await prepareCairn(page, {
    address: app.address,
    endpoint,
    task,
    thoroughness: way.thoroughness,
  });
  endpoint.play(task, { ...way.script, latency: ms });
  const began = performance.now();
  const time = await mainThreadTime(page, () => carryOut(page, task));
  const wall = performance.now() - began;
  const waits = endpoint.log.reduce((sum, { wait }) => sum + wait, 0);
  return { ...endpoint.figures, beyond: (wall - waits) / task.n, ...ofThread(time, task) };
}

async function ofPeer(page, { endpoint, peerPage, task, ms }) {
  await page.goto(`${peerPage.address}/plan-and-execute.html`);
  await page.waitForFunction(() => window.carryOut !== undefined);
  const work = ([baseURL, n]) => window.carryOut(baseURL, n);
  endpoint.play(makeTask(3));
  await page.evaluate(work, [endpoint.baseUrl, 3]);
  endpoint.play(task, { latency: ms });
  return ofThread(await mainThreadTime(page, () => page.evaluate(work, [endpoint.baseUrl, task.n])), task);
}

/** Returns `second`, the second-longest task, as well, since a garbage collection may have caused the longest. */
function ofThread({ total, tasks: [longest, second] }, { n }) {
  return { main: total / n, longest, second };
}
