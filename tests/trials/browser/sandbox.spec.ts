import type { SandboxLimits } from '../../../src/ports/sandbox.ts';
import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { PageSandbox } from '../../e2e/support/page-sandbox.ts';
import { expect, test } from '../../e2e/support/test.ts';
import { escapeAttempts } from '../../fixtures/escape-attempts.ts';

const limits: SandboxLimits = { time_ms: 600, memory_bytes: 64_000_000, value_chars: 1_000_000, log_chars: 8000 };
/** What a person does not notice. */
const longestTask = 200;

test('R9.8 every way out of the sandbox is closed, and the page stays responsive', async ({ app, model }) => {
  const { page } = app;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const worker = new Promise<string>((resolve) =>
    page.on('worker', (each) => /compute/.test(each.url()) && resolve(each.url())),
  );
  model.play(
    diligentModel([{ description: 'Add up', calls: [{ name: 'compute', input: { code: '1 + 1' } }] }], 'Two.'),
  );
  await app.enterKey(model);
  await app.send('What is one and one?');
  await app.expectPlanStatus('completed');

  const sandbox = await PageSandbox.in(page, await worker);
  expect(escapeAttempts.length).toBeGreaterThanOrEqual(40);
  const title = await page.title();
  await page.evaluate(() => {
    const heart = { longest: 0, beats: 0 };
    Object.assign(globalThis, { heart });
    setInterval(() => (heart.beats += 1), 20);
    new PerformanceObserver((tasks) => {
      for (const { duration } of tasks.getEntries()) heart.longest = Math.max(heart.longest, duration);
    }).observe({ type: 'longtask' });
  });
  const begun = Date.now();
  for (const { name, code, ends, says } of escapeAttempts) {
    await test.step(name, async () => {
      const began = Date.now();
      const outcome = await sandbox.run(code, limits);
      expect.soft(ends, `${name} ended as ${JSON.stringify(outcome).slice(0, 200)}`).toContain(outcome.kind);
      if (says && outcome.kind === 'fault') expect.soft(outcome.message, name).toMatch(says);
      if (says && outcome.kind === 'value') expect.soft(outcome.json ?? 'null', name).toMatch(says);
      expect.soft(Date.now() - began, `${name} ended in time`).toBeLessThan(4000);
    });
  }
  const aborted = await sandbox.abort('for (;;);', { ...limits, time_ms: 60_000 }, 300);
  expect(aborted.kind).toBe('aborted');
  expect(aborted.late).toBeLessThan(200);

  const left = await page.evaluate(() => ({
    ...(globalThis as unknown as { heart: { longest: number; beats: number } }).heart,
    leaked: 'leaked' in globalThis || 'leaked' in {} || localStorage.getItem('leaked') !== null,
  }));
  expect(left.leaked).toBe(false);
  expect(left.longest).toBeLessThan(longestTask);
  expect(left.beats).toBeGreaterThan((Date.now() - begun) / 40);
  expect(await page.title()).toBe(title);
  expect(asked.filter((url) => url.includes('leaked'))).toEqual([]);
  await expect.poll(() => page.workers().filter((each) => /compute/.test(each.url()))).toEqual([]);
});
