import { launch } from '../browser/launch.mjs';
import { carryOut, prepareCairn } from '../cairn/drive.mjs';
import { storedBytes } from '../cairn/stored-bytes.mjs';
import { storageSeen } from '../cairn/watch-storage.mjs';
import { makeTask } from '../server/task.mjs';

const ways = [
  { who: 'Cairn balanced', script: { direct: true } },
  { who: 'Cairn balanced, every step thought about', script: {} },
];
const units = { transactions: 'a step', written: 'bytes a step', stored: 'bytes a step' };

/** Measures what a step costs the storage: write transactions, bytes written, and growth of what is stored. */
export async function measureStorage({ endpoint, figures, sizes, app }) {
  for (const n of sizes) {
    const task = makeTask(n);
    const run = { n, shape: 'chain', latency: '0 ms' };
    for (const { who, script } of ways) {
      const browser = await launch();
      try {
        const { page } = browser;
        const of = { address: app.address, endpoint, task, thoroughness: 'balanced' };
        await prepareCairn(page, of);
        endpoint.play(task, script);
        const [before, stored] = [await storageSeen(page), await storedBytes(page)];
        await carryOut(page, task);
        const [after, grown] = [await storageSeen(page), await storedBytes(page)];
        const taken = {
          transactions: (after.transactions - before.transactions) / n,
          written: (after.bytes - before.bytes) / n,
          stored: (grown - stored) / n,
        };
        figures.add({ who, ...run }, [taken], units);
      } finally {
        await browser.close();
      }
    }
    const peer = await ofSqlite(endpoint, task);
    if (peer) figures.add({ who: 'LangGraph plan-and-execute, sqlite', ...run }, [peer], units);
  }
}

/** Measures LangGraph's own sqlite checkpointer in Node; returns null if sqlite could not be installed. */
async function ofSqlite(endpoint, task) {
  const { sqliteRun } = await import('../peers/langgraph-sqlite.mjs').catch(() => ({ sqliteRun: null }));
  if (!sqliteRun) return null;
  endpoint.play(task);
  return sqliteRun({ baseURL: endpoint.baseUrl, task });
}
