import { makeTask, observation } from '../server/task.mjs';
import { putRows, readRows } from './stored-rows.mjs';

const ready = 30_000;

/**
 * Opens the app, connects it to the scripted endpoint and puts the task's files into a session. Runs a small task
 * first, so that all code is loaded, as it is in a peer that has been imported.
 */
export async function prepareCairn(page, { address, endpoint, task, thoroughness }) {
  await page.goto(address);
  await enterKey(page, endpoint.baseUrl);
  await settle(page, { thoroughness, limits: limitsFor(task) });
  const first = makeTask(3);
  await holdFiles(page, first);
  endpoint.play(first);
  await carryOut(page, first);
  await holdFiles(page, task);
}

const limitsFor = ({ n, width }) => ({
  ...{ max_plan_steps: n, max_steps: 10 * n + 10, max_step_tool_calls: 8, max_replans: 3 },
  ...{ max_consecutive_failures: 3, max_parallel_steps: Math.min(16, width), planning_retries: 2 },
});

async function settle(page, change) {
  const [settings = {}] = await readRows(page, 'settings');
  await putRows(page, 'settings', [{ ...settings, ...change }], ['settings']);
  await page.reload();
}

async function holdFiles(page, { items }) {
  const before = page.url();
  await page.getByRole('button', { name: 'New session', exact: true }).click();
  await page.waitForURL((url) => url.href !== before && url.hash.startsWith('#/s/'));
  const session = new URL(page.url()).hash.split('/')[2];
  const at = new Date().toISOString();
  const heads = items.map((item) => ({
    ...{ id: String(item), session_id: session, name: `${item}.txt`, mime: 'text/plain', size: 500 },
    ...{ kind: 'file', source: null, created_at: at, deleted_at: null },
  }));
  await putRows(page, 'files', heads);
  const contents = items.map((item) => ({ id: String(item), content: observation(item) }));
  await putRows(page, 'contents', contents);
  await page.locator('section[data-plan-status="none"]').waitFor({ state: 'attached' });
}

/** Sends the goal; resolves once the plan has ended. */
export async function carryOut(page, task) {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill(task.goal);
  await message.press('Enter');
  await through(page, 60_000 + task.n * 3000);
}

/** Waits with one observer in the page itself: polling from outside would use the page's own time. */
export async function through(page, timeout) {
  const status = await page.evaluate(
    (limit) =>
      new Promise((resolve, reject) => {
        const plan = document.querySelector('section[data-plan-status]');
        const ended = ['completed', 'failed', 'paused', 'blocked', 'cancelled'];
        const look = () => {
          const reached = plan.getAttribute('data-plan-status');
          if (ended.includes(reached)) resolve(reached);
        };
        new MutationObserver(look).observe(plan, { attributeFilter: ['data-plan-status'] });
        setTimeout(() => reject(new Error('The plan has not ended in time.')), limit);
        look();
      }),
    timeout,
  );
  if (status !== 'completed')
    throw new Error(`Cairn's plan has ended ${status}: ${await page.getByRole('log').innerText()}`);
}

async function enterKey(page, baseURL) {
  const provider = page.getByRole('combobox', { name: 'Provider' });
  await provider.waitFor({ timeout: ready });
  await provider.selectOption(await provider.locator('option', { hasText: /custom/i }).getAttribute('value'));
  await page.getByRole('textbox', { name: 'Base URL' }).fill(baseURL);
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-bench');
  await page.getByLabel('Model', { exact: true }).fill('scripted');
  await page.getByRole('radio', { name: 'On this device', exact: true }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor({ timeout: ready });
}
