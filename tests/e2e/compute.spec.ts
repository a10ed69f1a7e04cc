import type { SandboxLimits } from '../../src/ports/sandbox.ts';
import { escapeAttempts } from '../fixtures/escape-attempts.ts';
import { diligentModel } from './support/diligent-model.ts';
import { PageSandbox } from './support/page-sandbox.ts';
import { expect, test } from './support/test.ts';

const limits: SandboxLimits = { time_ms: 600, memory_bytes: 64_000_000, value_chars: 1_000_000, log_chars: 8000 };
/** What a person does not notice. */
const longestTask = 200;

const description = 'Work on the figures';
const compute = (input: Record<string, unknown>) => ({ name: 'compute', input });

test('R9.8 programs in the sandbox: values, files and failures by the tool, and every way out of it closed', async ({
  app,
  model,
}) => {
  test.setTimeout(240_000);
  const { page } = app;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const worker = new Promise<string>((resolve) =>
    page.on('worker', (each) => /compute/.test(each.url()) && resolve(each.url())),
  );

  model.play(
    diligentModel(
      [
        {
          description,
          calls: [
            { name: 'files', input: { action: 'write', name: 'in.csv', content: 'year,sales\n2023,10\n2024,15\n' } },
            compute({
              files: ['in.csv'],
              code: 'data.map(({ year, sales }) => ({ year, sales: Number(sales) * 2 }))',
              save_as: 'out.csv',
            }),
            compute({ code: "await fetch('/leaked')" }),
            compute({ code: 'const all = []; for (;;) all.push(new ArrayBuffer(1e7))' }),
            compute({ code: 'for (;;);' }),
          ],
        },
      ],
      'The figures are done.',
    ),
  );
  await app.enterKey(model);
  await app.send('Double the sales');
  await app.expectPlanStatus('completed');
  const results = model.asks.filter(({ purpose }) => purpose === 'thought').at(-1)?.results ?? [];
  expect(results).toHaveLength(5);
  expect(results[1]).toMatch(/Wrote the new file “out\.csv”[\s\S]*Result \(a list of 2\):[\s\S]*"sales": 20/);
  expect(results[2]).toContain("The program failed: ReferenceError: 'fetch' is not defined (line 1). Mend it");
  expect(results[3]).toContain('The program was ended: it needed more than 64 MB of memory.');
  expect(results[4]).toContain('The program was ended after 5 seconds.');
  await app.tab('Files');
  await page.getByRole('button', { name: 'Open out.csv' }).click();
  await expect(page.getByRole('dialog').getByRole('row')).toHaveText(['yearsales', '202320', '202430']);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

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
  await expect.poll(() => page.workers().length).toBe(0);
});
