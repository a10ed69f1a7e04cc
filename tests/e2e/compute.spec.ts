import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

const description = 'Work on the figures';
const compute = (input: Record<string, unknown>) => ({ name: 'compute', input });

test('R9.8 programs in the sandbox: values, files and failures by the tool', async ({ app, model }) => {
  const { page } = app;
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
            compute({ code: 'new ArrayBuffer(1e8).byteLength' }),
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
});

test('R9.7 a workbook is added, computed over, and shown', async ({ app, model }) => {
  const { page } = app;
  const code = "data.filter((row) => row.Region !== 'Total').reduce((sum, row) => sum + number(row.Units), 0)";
  model.play(
    diligentModel([{ description, calls: [compute({ files: ['sales.xlsx'], code })] }], 'The units are added up.'),
  );
  await app.enterKey(model);
  await app.tab('Files');
  await page.locator('input[aria-label="Add files"]').setInputFiles('tests/fixtures/office/sales.xlsx');
  await expect(page.getByRole('button', { name: 'Open sales.xlsx.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Open sales.xlsx', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toHaveText('2026-01-05North121234.50.125');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await app.tab('Plan');
  await app.send('Add up the units of sales.xlsx');
  await app.expectPlanStatus('completed');
  const results = model.asks.filter(({ purpose }) => purpose === 'thought').at(-1)?.results ?? [];
  expect(results[0]).toContain('Result:\n1000019');
});
