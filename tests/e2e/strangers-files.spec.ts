import { encoded } from '../fixtures/encoded.ts';
import { pdfFile } from '../fixtures/pdf-file.ts';
import { expect, test } from './support/test.ts';

const calendar = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Ferry', 'DTSTART:20991124T090000Z'],
  ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;VALUE=DURATION', 'END:VALARM', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:2', 'SUMMARY:Visit', 'DTSTART:20991125T090000Z', 'DURATION:long', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:3', 'SUMMARY:Lost', 'DTSTART:tomorrow', 'END:VEVENT'],
  ...['BEGIN:VTODO', 'UID:4', 'SUMMARY:Order wood', 'END:VTODO', 'END:VCALENDAR'],
];

test('R14.4 a calendar with three bad lines: the rest is there, the lines are named, its task becomes a to-do @gate', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  await page.getByRole('tab', { name: 'Schedule' }).click();
  const pane = page.getByRole('region', { name: 'Schedule' });
  await pane.locator('input[type="file"]').setInputFiles({
    ...{ name: 'odd.ics', mimeType: 'text/calendar' },
    buffer: Buffer.from(calendar.join('\r\n')),
  });
  await expect(
    page
      .getByText(
        'Imported: 2 added, 0 updated, 0 removed. 3 lines could not be read and were left out: line 9 (“TRIGGER;VALUE=DURATION”); line 16 (“DURATION:long”); “Lost” (line 21).',
      )
      .first(),
  ).toBeVisible();
  for (const title of ['Ferry', 'Visit']) await expect(pane.getByText(title).first()).toBeAttached();
  await expect(pane.getByText('Lost', { exact: true })).toHaveCount(0);
  await app.button('Add to the to-dos').click();
  await page.getByRole('tab', { name: 'To-do' }).click();
  await expect(page.getByRole('region', { name: 'To-do' }).getByText('Order wood')).toBeVisible();
});

test('R2.5 the encoding of a list is guessed by its script, and another can be chosen @gate', async ({ app, page }) => {
  await app.goOnWithoutKey();
  const list = '# План\n- [ ] Купить молоко и хлеб\n- [x] Позвонить маме\n';
  await app.chooseFile('plan.md', Buffer.from(encoded(list, 'windows-1251')));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Купить молоко и хлеб')).toBeVisible();
  const choice = dialog.getByLabel('Encoding of the text');
  await expect(choice).toHaveValue('windows-1251');
  await choice.selectOption('windows-1252');
  await expect(dialog.getByText('Êóïèòü ìîëîêî è õëåá')).toBeVisible();
  await choice.selectOption('windows-1251');
  await expect(dialog.getByText('Купить молоко и хлеб')).toBeVisible();
});

test('R9.7 an added file that does not say its encoding is shown on request, and read in the one that is chosen', async ({
  app,
  page,
}) => {
  await app.goOnWithoutKey();
  await app.tab('Files');
  await page.locator('input[aria-label="Add files"]').setInputFiles({
    ...{ name: 'list.txt', mimeType: 'text/plain' },
    buffer: Buffer.from(encoded('Купить молоко и хлеб\nПозвонить маме\n', 'windows-1251')),
  });
  await expect(page.getByText('does not say how its letters are encoded').first()).toBeVisible();
  await page.getByRole('button', { name: 'Open list.txt', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'list.txt' });
  const choice = dialog.getByLabel('Encoding of the text');
  await expect(choice).toHaveValue('windows-1251');
  await choice.selectOption('koi8-r');
  await expect(dialog.getByText('Купить молоко')).toHaveCount(0);
  await choice.selectOption('windows-1251');
  await expect(dialog.getByText('Купить молоко и хлеб')).toBeVisible();
  await choice.selectOption('utf-8');
  await expect(choice).toHaveValue('windows-1251');
});

test('R9.3 PDFs in Japanese and Korean are read', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await page.getByRole('tab', { name: 'Files' }).click();
  const sjis = (text: string) => encoded(text, 'shift_jis');
  const korean = (text: string) => encoded(text, 'euc-kr');
  const fonts = {
    'rksj.pdf': { name: 'Ryumin-Light', encoding: '90ms-RKSJ-H', ordering: 'Japan1', bytes: sjis },
    'jis.pdf': { name: 'Ryumin-Light', encoding: 'UniJIS-UTF16-H', ordering: 'Japan1' },
    'uhc.pdf': { name: 'HYSMyeongJo-Medium', encoding: 'KSCms-UHC-H', ordering: 'Korea1', bytes: korean },
  };
  const words = { 'rksj.pdf': '日本語', 'jis.pdf': '一日', 'uhc.pdf': '가나다' };
  await page.locator('input[aria-label="Add files"]').setInputFiles(
    Object.entries(fonts).map(([name, font]) => ({
      ...{ name, mimeType: 'application/pdf' },
      buffer: pdfFile({ pages: [[words[name as keyof typeof words]]], font }),
    })),
  );
  for (const [name, text] of Object.entries(words)) {
    await page.getByRole('button', { name: `Open ${name}.md`, exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(text);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  }
});
