import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { diligentModel } from './support/diligent-model.ts';
import { ReportSite, yearlyFigures } from './support/report-site.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<{ reports: ReportSite }>({
  reports: async ({}, use) => {
    const site = await ReportSite.start();
    await use(site);
    await site.stop();
  },
});

const kept = (name: string) => `127.0.0.1-${name}.md`;

/** What a model writes to get the rows out of what was read. */
const extraction = `
const number = (text) => Number(text.replaceAll(',', ''));
const rows = Object.values(files).flatMap((text) => tables(text).flat());
for (const [, Year, Revenue, Profit] of files['${kept('2019')}'].matchAll(/^(\\d{4})\\t([\\d.,]+)\\t([\\d.,]+)$/gm))
  rows.push({ Year, Revenue, Profit });
return rows
  .map(({ Year, Revenue, Profit }) => ({ year: Number(Year), revenue: number(Revenue), profit: number(Profit) }))
  .sort((a, b) => a.year - b.year);
`;

test('R9.2 R9.3 R9.7 R9.8 five yearly pages, a PDF and a CSV file become data.csv, chart.svg and report.md, and a zip of them', async ({
  app,
  model,
  reports,
}) => {
  const { page } = app;
  const fetch = (path: string) => ({ name: 'fetch', input: { url: `${reports.origin}/${path}` } });
  const years = yearlyFigures.map(([year]) => String(year));
  model.play(
    diligentModel(
      [
        { description: 'Read the yearly pages', calls: years.map((year) => fetch(`${year}.html`)) },
        { description: 'Read the older figures', calls: [fetch('2019.pdf'), fetch('history.csv')] },
        {
          description: 'Extract the rows',
          dependencies: ['s1', 's2'],
          calls: [
            {
              name: 'compute',
              input: { code: extraction, files: [...years, '2019', 'history'].map(kept), save_as: 'data.csv' },
            },
          ],
        },
        {
          description: 'Draw the chart',
          dependencies: ['s3'],
          calls: [
            {
              name: 'chart',
              input: {
                type: 'line',
                file: 'data.csv',
                title: 'Revenue and profit, millions of euros',
                name: 'chart.svg',
              },
            },
          ],
        },
        {
          description: 'Write the report',
          dependencies: ['s4'],
          calls: [
            {
              name: 'files',
              input: { action: 'write', name: 'report.md', content: '# Eight years\n\n![](chart.svg)\n' },
            },
          ],
        },
      ],
      'The report stands in `report.md`, the figures in [this table](data.csv).',
    ),
  );
  await app.enterKey(model);
  await app.send('Chart the yearly figures of Acme and write a report');
  await app.approve('Allow for this plan');
  await app.expectPlanStatus('completed');

  const results = model.asks.flatMap((ask) => ask.results);
  expect(results.join('\n')).not.toMatch(/cookie|privacy/i);
  expect(results.some((text) => text.includes('2019\t1,150.0\t88.1'))).toBe(true);
  await expect(page.getByRole('button', { name: 'Open the chart chart.svg' }).getByRole('img')).toHaveJSProperty(
    'naturalWidth',
    800,
  );

  const result = page.getByRole('log');
  const preview = page.getByRole('dialog');
  await result.getByRole('button', { name: 'this table' }).click();
  await expect(preview.getByRole('columnheader', { name: 'revenue' })).toBeVisible();
  await preview.getByRole('button', { name: 'Close' }).click();
  await result.getByRole('button', { name: 'report.md', exact: true }).click();
  await expect(preview.getByRole('heading', { name: 'Eight years' })).toBeVisible();
  await expect(preview.locator('img')).toHaveJSProperty('naturalWidth', 800);
  await preview.getByRole('button', { name: 'Close' }).click();

  await app.tab('Files');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all as zip' }).click();
  const entries = unzipSync(new Uint8Array(await readFile(await (await coming).path())));
  expect(Object.keys(entries).sort()).toEqual(['chart.svg', 'data.csv', 'report.md']);
  const text = (name: string) => Buffer.from(entries[name] ?? []).toString('utf8');
  expect(text('data.csv').trim().split('\n')).toEqual([
    'year,revenue,profit',
    '2017,980.4,70.2',
    '2018,1040.9,79.5',
    '2019,1150,88.1',
    ...yearlyFigures.map((row) => row.join(',')),
  ]);
  expect(text('chart.svg').match(/<circle /g)).toHaveLength(16);
  expect(text('report.md')).toContain('# Eight years');
});
