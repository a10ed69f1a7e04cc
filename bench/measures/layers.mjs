import { launch } from '../browser/launch.mjs';
import { carryOut, prepareCairn } from '../cairn/drive.mjs';
import { criticalPath } from '../critical-path.mjs';
import { langgraphSend } from '../peers/langgraph-send.mjs';
import { makeTask } from '../server/task.mjs';

const shapes = [
  { layers: 4, width: 5 },
  { layers: 5, width: 20 },
];
const units = { path: 'times the critical path', calls: 'calls' };

/**
 * Measures a layered graph at a latency of 200 ms, fixed and skewed: wall time relative to what the model's replies
 * alone take.
 */
export async function measureLayers({ endpoint, figures, repetitions, sizes, app }) {
  const small = makeTask(3);
  endpoint.play(small);
  await langgraphSend({ baseURL: endpoint.baseUrl, task: small });
  for (const { layers, width } of shapes.filter(({ layers: rows, width: columns }) => sizes.includes(rows * columns)))
    for (const skewed of [false, true]) {
      const task = makeTask(layers * width, width);
      const run = { n: task.n, shape: `${layers} x ${width}`, latency: skewed ? '200 ms, skewed' : '200 ms' };
      const play = () => endpoint.play(task, { latency: 200, skewed });
      const timed = async (work) => {
        play();
        const began = performance.now();
        await work();
        const wall = performance.now() - began;
        return { path: wall / criticalPath(task, endpoint.log), calls: endpoint.log.length };
      };
      const own = [];
      const peer = [];
      for (let nth = 0; nth < repetitions; nth += 1) {
        const browser = await launch();
        try {
          const { page } = browser;
          await prepareCairn(page, {
            address: app.address,
            endpoint,
            task,
            thoroughness: 'balanced',
          });
          own.push(await timed(() => carryOut(page, task)));
        } finally {
          await browser.close();
        }
        peer.push(await timed(() => langgraphSend({ baseURL: endpoint.baseUrl, task })));
      }
      figures.add({ who: 'Cairn balanced, every step thought about', ...run }, own, units);
      figures.add({ who: 'LangGraph Send', ...run }, peer, units);
    }
}
