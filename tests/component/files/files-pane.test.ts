import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import type { ConversationLine } from '../../../src/ui/conversation/conversation-lines.ts';
import type { ProgressItem } from '../../../src/ui/conversation/progress-item.ts';
import ChartCard from '../../../src/ui/conversation/ChartCard.svelte';
import FilesPane from '../../../src/ui/files/FilesPane.svelte';
import { openSession } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

let desk: Awaited<ReturnType<typeof openSession>>;
const open = (name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true });
const dialog = page.getByRole('dialog');

beforeEach(async () => {
  desk = await openSession(null, { dependencies: { readOffice: async () => ({ kind: 'broken' }) } });
  show(Overlays, { app: desk.app }, desk.page);
});

async function pane(...files: [name: string, content: BlobPart, type: string][]) {
  show(FilesPane, { app: desk.app, session: desk.session }, desk.page);
  await expect.element(page.getByRole('button', { name: 'Add files' })).toBeVisible();
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(
    picker,
    files.map(([name, content, type]) => new File([content], name, { type })),
  );
  await expect.element(open(files[0]![0])).toBeVisible();
}

test('R9.7 F2 renames a file, its name without the extension selected; Escape leaves it as it was', async () => {
  await pane(['notes.md', '# Hi', 'text/markdown']);
  open('notes.md').element().focus();
  await userEvent.keyboard('{F2}');
  const field = page.getByRole('textbox', { name: 'New name of notes.md' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('plan');
  await expect.element(field).toHaveValue('plan.md');
  await userEvent.keyboard('{Escape}');
  await expect.element(open('notes.md')).toHaveFocus();
  await userEvent.keyboard('{F2}plan{Enter}');
  await expect.element(open('plan.md')).toBeVisible();
});

test('R12.6 Delete deletes a file, the focus goes to the next one, and the toast brings it back', async () => {
  await pane(['a.md', 'a', 'text/markdown'], ['b.md', 'b', 'text/markdown']);
  await expect.element(open('b.md')).toBeVisible();
  open('a.md').element().focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(open('a.md')).not.toBeInTheDocument();
  await expect.element(open('b.md')).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(open('a.md')).toBeVisible();
});

test('R9.7 a table below other lines is shown as the table, with the lines above it and a name for each column', async () => {
  const text =
    '"Kontonummer:";"DE02"\n"Von:";"01.11.2026"\n\n"Buchung";"Zweck";"Betrag"\n"02.11.2026";"Strom";"1,50"\n"03.11.2026";"Gas";"2,50";"EUR"\n';
  await pane(['umsatz.csv', text, 'text/csv']);
  await open('umsatz.csv').click();
  const names = ['Buchung', 'Zweck', 'Betrag', 'Column 4'];
  for (const name of names) await expect.element(dialog.getByRole('columnheader', { name })).toBeVisible();
  await expect.element(dialog.getByRole('cell', { name: 'EUR' })).toBeVisible();
  await expect.element(dialog.getByText('Kontonummer: DE02')).not.toBeVisible();
  await dialog.getByText('2 lines above the table').click();
  await expect.element(dialog.getByText('Kontonummer: DE02')).toBeVisible();
});

test('R9.7 a table, a JSON text and a Markdown text are shown as what they are', async () => {
  const json = '{"list":[1,2],"x":null,"n":12345678901234567890}';
  const rows = 'SKU-0702,rake,"1.234,50"\n'.repeat(1200);
  await pane(['t.csv', `sku,name,price\n${rows}`, 'text/csv'], ['d.json', json, 'application/json']);
  await open('t.csv').click();
  await expect.element(dialog.getByRole('cell', { name: 'rake' }).first()).toBeVisible();
  await expect.element(dialog.getByText('1,200 rows')).toBeVisible();
  const styleOf = (name: string) => getComputedStyle(dialog.getByRole('cell', { name }).first().element());
  expect([styleOf('1.234,50').textAlign, styleOf('rake').textAlign]).toEqual(['end', 'start']);
  expect(styleOf('SKU-0702').whiteSpace).toBe('nowrap');
  await userEvent.keyboard('{Escape}');
  await open('d.json').click();
  await dialog.getByText('2 items').click();
  await expect.element(dialog.getByText('null')).toBeVisible();
  await expect.element(dialog.getByText('12345678901234567890', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect.poll(() => desk.saved.map(({ name }) => name)).toEqual(['d.json']);
});

test('R13.2 an SVG with a script is a picture: the script does not run', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>parent.harmed = 1</script></svg>';
  await pane(['p.svg', svg, 'image/svg+xml']);
  await open('p.svg').click();
  await expect.element(dialog.getByRole('img')).toBeVisible();
  expect(dialog.element().querySelector('svg script')).toBeNull();
  expect('harmed' in window).toBe(false);
});

test('R2.5, R9.7 a text of an encoding that is only guessed is read in the one that the person chooses', async () => {
  await pane(['old.txt', new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]), 'text/plain']);
  await open('old.txt').click();
  await dialog.getByRole('combobox', { name: 'Encoding of the text' }).selectOptions('Cyrillic (Windows-1251)');
  await expect.element(dialog.getByText('Привет мир')).toBeVisible();
});

test('R9.7 a file that cannot be read says so in the list, and why once it is opened', async () => {
  await pane(
    ['notes.md', '# Hi', 'text/markdown'],
    ['old.doc', new Uint8Array([0xd0, 0xcf]), 'application/msword'],
    ['board.xlsx', new Uint8Array([1, 2, 3]), ''],
  );
  const text = (name: string) => open(name).element().textContent;
  await expect.poll(() => text('board.xlsx')).toContain('Cairn cannot read it');
  expect(text('old.doc')).toContain('Cairn cannot read it');
  expect(text('notes.md')).not.toContain('Cairn cannot read it');
  await open('board.xlsx').click();
  await expect
    .element(dialog.getByText('“board.xlsx” is kept, but it is damaged, so Cairn cannot read it.', { exact: true }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await open('old.doc').click();
  await expect
    .element(dialog.getByText(/^“old\.doc” is kept, but Cairn cannot read Word files of this kind/))
    .toBeVisible();
});

test('R13.4 that cells which begin like a formula are disarmed is said where there are such cells', async () => {
  for (const [id, content] of [
    ['plain', 'a,b\n-1,x\n'],
    ['sly', 'a,b\n=1+1,x\n'],
  ] as const)
    await desk.app.dependencies.stores.files.add({
      ...{ id, session_id: desk.session.id, name: `${id}.csv`, mime: 'text/csv', size: 9, content, foreign: true },
      ...{ kind: 'file', source: null, created_at: desk.clock.now(), deleted_at: null },
    });
  show(FilesPane, { app: desk.app, session: desk.session }, desk.page);
  const note = page.getByText('cells that begin like a formula get an apostrophe');
  await open('plain.csv').click();
  await expect.element(dialog.getByRole('cell', { name: '-1' })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await open('sly.csv').click();
  await expect.element(note).toBeVisible();
});

/** The line of a step that drew the chart `f1`. */
const drawn = (key: string): ConversationLine => ({
  ...{ kind: 'step', key, at: '', task: key, step: 'a', number: '1', total: 1, description: '', summary: '' },
  status: 'completed',
  items: [{ kind: 'action', call: 'c', tool: 'chart', input: {}, state: 'ok', chart: 'f1' } as unknown as ProgressItem],
});

test('R9.8 a chart that a later task has drawn anew is not shown in place of the earlier one, which says so', async () => {
  const content = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="46"><rect width="9" height="9"/></svg>';
  await desk.app.dependencies.stores.files.add({
    ...{ id: 'f1', session_id: desk.session.id, name: 'sales.svg', mime: 'image/svg+xml', size: 9, content },
    ...{ kind: 'file', source: null, created_at: desk.clock.now(), deleted_at: null },
  });
  const lines = [drawn('1'), drawn('2')];
  const session = { id: desk.session.id, lines };
  const app = new Proxy<App>(desk.app, {
    get: (all, name) => (name === 'session' ? session : (Reflect.get(all, name, all) as unknown)),
  });
  for (const line of lines) show(ChartCard, { app, line, id: 'f1' }, desk.page);
  await expect.element(page.getByText('sales.svg holds a later chart now, shown further down')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open the chart sales.svg' })).toBeVisible();
  expect(page.getByRole('img', { name: /sales\.svg/ }).elements()).toHaveLength(1);
});

test('R9.8 a chart stands in the conversation, opens larger, and is gone once its file is deleted', async () => {
  const { stores } = desk.app.dependencies;
  const content = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="46"><rect width="9" height="9"/></svg>';
  await stores.files.add({
    ...{
      id: 'f1',
      session_id: desk.session.id,
      name: 'sales.svg',
      mime: 'image/svg+xml',
      size: content.length,
      content,
    },
    ...{ kind: 'file', source: null, created_at: desk.clock.now(), deleted_at: null },
  });
  show(ChartCard, { app: desk.app, line: drawn('1'), id: 'f1' }, desk.page);
  await page.getByRole('button', { name: 'Open the chart sales.svg' }).click();
  await dialog.getByRole('button', { name: 'Save as SVG' }).click();
  await expect.poll(() => desk.saved.map(({ name }) => name)).toEqual(['sales.svg']);
  await userEvent.keyboard('{Escape}');
  await stores.files.remove('f1', desk.clock.now());
  await expect.element(page.getByRole('button', { name: 'Open the chart sales.svg' })).not.toBeInTheDocument();
});

test('R9.7 the text of a file is copied from its preview', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await pane(['notes.md', '# Hi\n\n- one', 'text/markdown']);
  await open('notes.md').click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  expect(write.mock.lastCall).toEqual(['# Hi\n\n- one']);
});

test('R9.7 a long text is opened where it was left, with its number of words, in lines that can be read', async () => {
  const text = Array.from({ length: 80 }, (_, n) => `Paragraph ${n}: ${'word '.repeat(60)}`).join('\n\n');
  await pane(['novel.md', text, 'text/markdown'], ['小说.md', '很久以前，有一口井。', 'text/markdown']);
  await open('novel.md').click();
  await expect.element(dialog.getByText('4,960 words')).toBeVisible();
  const last = dialog.getByText(/^Paragraph 79:/);
  await expect.element(last).toBeInTheDocument();
  document.querySelector('dialog [data-markdown]')!.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
  last.element().scrollIntoView();
  const top = () => last.element().getBoundingClientRect().top;
  await expect.poll(top).toBeLessThan(900);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await open('novel.md').click();
  await expect.poll(() => (last.elements().length > 0 ? top() : 9999)).toBeLessThan(900);
  await dialog.getByRole('button', { name: 'Enlarge' }).click();
  await expect.poll(() => last.element().getBoundingClientRect().width).toBeLessThan(800);
  await userEvent.keyboard('{Escape}');
  await open('小说.md').click();
  await expect.element(dialog.getByText('8 characters')).toBeVisible();
});
