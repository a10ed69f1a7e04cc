import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { AxeBuilder } from '@axe-core/playwright';
import { pdfFile } from '../fixtures/pdf-file.ts';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

interface Dropped {
  name: string;
  type: string;
  base64: string;
}

const csv = 'year,sales,costs\n2022,10,4\n2023,15,6\n2024,21,9\n';
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const report = pdfFile({
  pages: [
    ['Annual report 2024', ['Year', 'Sales'], ['2024', '21']],
    ['营业收入增长', 'Second page'],
  ],
});

const dropped = (name: string, type: string, content: string | Buffer): Dropped => ({
  name,
  type,
  base64: Buffer.from(content).toString('base64'),
});

async function drop(target: Locator, files: Dropped[]): Promise<void> {
  const held = await target.page().evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, files);
  await target.dispatchEvent('dragenter', { dataTransfer: held });
  await expect(target.page().getByText('Drop files here to add them').first()).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: held });
}

const files = (page: Page) => page.getByRole('region', { name: 'Files' });
const list = (page: Page, name = 'Files') => files(page).getByRole('list', { name, exact: true });
const preview = (page: Page) => page.getByRole('dialog');

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Open ${name}`, exact: true }).click();
  await expect(preview(page)).toBeVisible();
}
async function close(page: Page): Promise<void> {
  await preview(page).getByRole('button', { name: 'Close' }).click();
}
async function saved(page: Page, act: () => Promise<void>): Promise<{ download: Download; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await act();
  const download = await coming;
  return { download, bytes: await readFile(await download.path()) };
}

async function begin({ app, model }: { app: Cairn; model: { baseUrl: string; model: string } }): Promise<void> {
  await app.enterKey(model);
  await app.tab('Files');
}

test('R9.7 files are dropped and picked, shown as what they are, named apart, deleted and brought back', async ({
  app,
  model,
}) => {
  const { page } = app;
  await begin({ app, model });
  await drop(files(page), [
    dropped('data.csv', 'text/csv', csv),
    dropped('dot.png', 'image/png', Buffer.from(png, 'base64')),
  ]);
  await expect(page.getByText('Added 2 files:').first()).toBeVisible();
  await drop(files(page), [dropped('data.csv', 'text/csv', Buffer.from('c4ea2cd6b50a312c320a', 'hex'))]);
  await expect(list(page).getByRole('listitem')).toContainText(['data.csv', 'dot.png', 'data (2).csv']);

  await open(page, 'data.csv');
  await expect(preview(page).getByRole('row')).toHaveText(['yearsalescosts', '2022104', '2023156', '2024219']);
  await close(page);
  await open(page, 'data (2).csv');
  await expect(preview(page).getByRole('row')).toHaveText(['年值', '12']);
  await close(page);
  await open(page, 'dot.png');
  await expect(preview(page).getByRole('img', { name: 'Picture dot.png' })).toHaveJSProperty('naturalWidth', 1);
  const { bytes } = await saved(page, () => preview(page).getByRole('button', { name: 'Download' }).click());
  expect(bytes.equals(Buffer.from(png, 'base64'))).toBe(true);
  await close(page);

  await page.locator('input[aria-label="Add files"]').setInputFiles([
    { name: 'big.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
    { name: 'a:b?.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n\n- one') },
  ]);
  await expect(page.getByText('“big.bin” is larger than 5 MB, so it was not added.').first()).toBeVisible();
  await open(page, 'a b.md');
  await expect(preview(page).getByRole('heading', { name: 'Notes' })).toBeVisible();
  await close(page);

  await page.getByRole('button', { name: 'Options for dot.png' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(list(page)).not.toContainText('dot.png');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list(page)).toContainText('dot.png');
  const { violations } = await new AxeBuilder({ page }).include('section[aria-label=Files]').analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
});

test('R14.4 a file is renamed by keyboard, a long table turned page by page, JSON unfolded, a preview enlarged', async ({
  app,
}) => {
  const { page } = app;
  await app.goOnWithoutKey();
  await app.tab('Files');
  const rows = Array.from({ length: 450 }, (_, n) => `${n},Name ${n}`).join('\n');
  await page.locator('input[aria-label="Add files"]').setInputFiles([
    { name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from(`n,name\n${rows}`) },
    {
      name: 'config.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"list":[1,2],"deep":{"name":"Cairn"}}'),
    },
  ]);
  await open(page, 'data.csv');
  await expect(preview(page).getByRole('row')).toHaveCount(201);
  await preview(page).getByRole('button', { name: 'Next rows' }).click();
  await preview(page).getByRole('button', { name: 'Next rows' }).click();
  await expect(preview(page).getByText('Rows 401 to 450 of 450')).toBeVisible();
  await expect(preview(page).getByRole('row')).toHaveCount(51);
  await preview(page).getByRole('button', { name: 'Enlarge' }).click();
  await expect(preview(page).getByRole('row').first()).toHaveText('nname');
  await close(page);
  await open(page, 'config.json');
  await preview(page).getByText('deep').click();
  await expect(preview(page).getByText('"Cairn"')).toBeVisible();
  await close(page);
  await page.getByRole('button', { name: 'Open data.csv' }).focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('numbers');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“data.csv” is now “numbers.csv”.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open numbers.csv' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Open data.csv' })).toBeVisible();
});

test('R9.2 R9.7 the text of an added PDF is read by page, in English and Chinese; one without text is said to have none', async ({
  app,
  model,
}) => {
  const { page } = app;
  model.play(
    diligentModel(
      [
        {
          description: 'Read the report',
          calls: [
            { name: 'files', input: { action: 'read', name: 'report.pdf' } },
            { name: 'read_artifact', input: { file: 'report.pdf', search: '营业收入' } },
            { name: 'files', input: { action: 'read', name: 'scan.pdf' } },
          ],
        },
      ],
      'Read.',
    ),
  );
  await begin({ app, model });
  await drop(page.getByRole('log', { name: 'Conversation' }), [dropped('report.pdf', 'application/pdf', report)]);
  await expect(list(page, 'Kept to look up')).toContainText('report.pdf.md');
  await open(page, 'report.pdf');
  await expect(preview(page)).toContainText('Annual report 2024');
  await expect(preview(page)).toContainText('营业收入增长');
  await close(page);
  await drop(files(page), [
    dropped('scan.pdf', 'application/pdf', pdfFile({ pages: [[]] })),
    dropped('locked.pdf', 'application/pdf', pdfFile({ pages: [['Secret']], isProtected: true })),
    dropped('torn.pdf', 'application/pdf', 'not a PDF at all'),
  ]);
  await expect(page.getByText('“scan.pdf” is kept, but its pages are pictures without text').first()).toBeVisible();
  await expect(page.getByText('“locked.pdf” is kept, but a password protects it').first()).toBeVisible();
  await expect(page.getByText('“torn.pdf” is kept, but it is damaged').first()).toBeVisible();

  await app.send('Read the report');
  await app.tab('Plan');
  await app.expectPlanStatus('completed');
  const [whole = '', found = '', scan = ''] =
    model.asks.filter(({ purpose }) => purpose === 'thought').at(-1)?.results ?? [];
  expect(whole).toContain('## Page 1\n\nAnnual report 2024\nYear\tSales\n2024\t21\n');
  expect(whole).toContain('## Page 2\n\n营业收入增长\nSecond page');
  expect(found).toContain('“营业收入” occurs once in “report.pdf.md”');
  expect(scan).toContain('“scan.pdf” is a PDF in which no text was found');
});

test('R9.8 R9.7 a chart from an added file stands in the conversation, is saved as SVG and PNG, and goes into the zip @gate', async ({
  app,
  model,
}) => {
  const { page } = app;
  model.play(
    diligentModel(
      [
        {
          description: 'Chart the sales',
          calls: [
            {
              name: 'chart',
              input: { type: 'bar', file: 'data.csv', x: 'year', title: 'Sales <and> costs', name: 'chart.svg' },
            },
            { name: 'files', input: { action: 'write', name: 'out/报告.md', content: '# Report' } },
          ],
        },
      ],
      'Charted.',
    ),
  );
  await begin({ app, model });
  await drop(files(page), [
    dropped('data.csv', 'text/csv', csv),
    dropped('dot.png', 'image/png', Buffer.from(png, 'base64')),
  ]);
  await app.send('Chart the sales');
  await app.tab('Plan');
  await app.expectPlanStatus('completed');

  const card = page
    .getByRole('log', { name: 'Conversation' })
    .getByRole('button', { name: 'Open the chart chart.svg' });
  await expect(card.getByRole('img')).toHaveJSProperty('naturalWidth', 440);
  await card.click();
  await expect(preview(page).getByRole('img', { name: 'Picture chart.svg' })).toBeVisible();
  const svg = await saved(page, () => preview(page).getByRole('button', { name: 'Save as SVG' }).click());
  expect(svg.download.suggestedFilename()).toBe('chart.svg');
  expect(svg.bytes.toString('utf8')).toContain('<title>Sales &lt;and&gt; costs</title>');
  const pixels = await saved(page, () => preview(page).getByRole('button', { name: 'Save as PNG' }).click());
  expect(pixels.download.suggestedFilename()).toBe('chart.png');
  expect(pixels.bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(pixels.bytes.readUInt32BE(16)).toBe(1600);
  expect(pixels.bytes.length).toBeGreaterThan(5000);
  await close(page);

  await app.tab('Files');
  const zip = await saved(page, () => page.getByRole('button', { name: 'Download all as zip' }).click());
  expect(zip.download.suggestedFilename()).toBe('Chart the sales.zip');
  const entries = unzipSync(new Uint8Array(zip.bytes));
  expect(Object.keys(entries).sort()).toEqual(['chart.svg', 'data.csv', 'dot.png', 'out/报告.md']);
  const text = (name: string) => Buffer.from(entries[name] ?? []).toString('utf8');
  expect(text('out/报告.md')).toBe('# Report');
  expect(text('data.csv')).toBe(csv);
  expect(Buffer.from(entries['dot.png'] ?? []).equals(Buffer.from(png, 'base64'))).toBe(true);
  expect(text('chart.svg')).toBe(svg.bytes.toString('utf8'));
  await page.reload();
  await expect(card.getByRole('img')).toBeVisible();
});
