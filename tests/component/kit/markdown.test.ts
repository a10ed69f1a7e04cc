import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import LeaveDialog from '../../../src/ui/app/LeaveDialog.svelte';
import { openApp } from '../support/open-app.ts';
import Markdown from '../../../src/ui/kit/markdown/Markdown.svelte';
import { root, show } from '../support/mount.ts';

const leave = vi.fn<(address: URL) => void>();

beforeEach(() => leave.mockClear());

async function written(text: string) {
  const { page: parts } = await openApp();
  show(Markdown, { text }, { ...parts, leave });
}

test('R13.2 HTML in a text stands as text: no script runs, no handler, no frame, no form', async () => {
  const hostile = [
    '<img src=x onerror="window.harmed=1">',
    '<script>window.harmed = 1</script>',
    '<iframe srcdoc="<script>parent.harmed=1</script>"></iframe>',
    'An <b onclick="window.harmed=1">inline</b> tag, and a <form action="https://a.example"><button>Send</button></form>',
    '[press](javascript:window.harmed=1) [data](data:text/html,<script>1</script>)',
  ].join('\n\n');
  await written(hostile);
  await expect.element(page.getByText('<script>window.harmed = 1</script>')).toBeVisible();
  await expect.element(page.getByText(/press/)).toBeVisible();
  const shown = root();
  expect(shown.querySelectorAll('img, script, iframe, form, a, [onclick], [onerror]')).toHaveLength(0);
  expect('harmed' in window).toBe(false);
});

test('R13.4 a link says where it leads, is no anchor, and asks before it opens, by mouse and by Enter', async () => {
  await written('See [the prices](https://shop.example/a?b=c) and [](https://bare.example).');
  const link = page.getByRole('link', { name: 'the prices' });
  await expect.element(page.getByText('(shop.example)')).toBeVisible();
  await link.click();
  link.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(leave.mock.calls.map(([{ href }]) => href)).toEqual(Array(2).fill('https://shop.example/a?b=c'));
  expect(root().querySelector('a')).toBeNull();
});

test('R13.4 a link has its exact address as a title only if people see another form of it', async () => {
  const exact = 'https://shop.example/%E8%8C%B6';
  await written(`[prices](https://shop.example/a%20b) [tea](${exact}) [${exact}](${exact})`);
  await expect.element(page.getByRole('link', { name: 'prices' })).not.toHaveAttribute('title');
  await expect.element(page.getByRole('link', { name: 'tea' })).toHaveAttribute('title', exact);
  await expect.element(page.getByRole('link', { name: exact })).not.toHaveAttribute('title');
});

test('on paper a link has its whole address, unless that is its text', async () => {
  const exact = 'https://shop.example/tea';
  await written(`[prices](${exact}) [shop.example](${exact}) ${exact} <https://shop.example>`);
  await expect.element(page.getByRole('link', { name: 'prices' })).toHaveAttribute('data-printed', exact);
  await expect
    .element(page.getByRole('link', { name: 'shop.example', exact: true }))
    .toHaveAttribute('data-printed', exact);
  for (const name of [exact, 'https://shop.example'])
    await expect.element(page.getByRole('link', { name, exact: true })).not.toHaveAttribute('data-printed');
});

test('R13.2 an image from elsewhere is not fetched: it is a link that says its host', async () => {
  await written('![a cat](https://cats.example/1.png)');
  await page.getByRole('link', { name: 'Image: a cat (opens cats.example)' }).click();
  expect(leave.mock.calls[0]?.[0].href).toBe('https://cats.example/1.png');
  expect(root().querySelector('img')).toBeNull();
});

test('an image within the text is shown once it is pressed', async () => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await written(`![a dot](data:image/png;base64,${dot})`);
  await page.getByRole('button', { name: 'Show image: a dot' }).click();
  await expect.element(page.getByRole('img', { name: 'a dot' })).toBeVisible();
});

test('lists, tables, code and boxes of tasks are what they say they are', async () => {
  await written(
    '# Head\n\n1. one\n2. two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n```\nlet x\n```',
  );
  await expect.element(page.getByRole('heading', { name: 'Head' })).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(4);
  expect(
    page
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '2']);
  await expect.element(page.getByRole('img', { name: '☑' })).toBeVisible();
  expect(page.getByText('let x').element().closest('pre')?.tabIndex).toBe(0);
});

test.each([
  ['https://user:secret@shop.example/a', /The site is shop\.example/],
  ['http://192.168.0.1/admin', /into your own network/],
])('R13.4 before %s is opened, it stands there in full, with what is odd about it', async (address, warning) => {
  const { page: parts } = await openApp();
  const onclose = vi.fn();
  show(LeaveDialog, { url: new URL(address), onclose }, parts);
  const dialog = page.getByRole('dialog', { name: 'Open this address?' });
  await expect.element(dialog.getByText(warning)).toBeVisible();
  expect(dialog.element().querySelector('.address')?.textContent).toBe(address);
  const open = dialog.getByRole('link', { name: 'Open' });
  await expect.element(open).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(open).toHaveAttribute('href', address);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(onclose).toHaveBeenCalledTimes(1);
});

test('lists, quotations and tables stand on the side on which their first letter is read', async () => {
  await written('- שלום\n- Google\n\n> ציטוט\n\n| פריט | מחיר |\n| --- | --- |\n| Ads | 5 |\n\n1. one\n2. שתיים');
  await expect.element(page.getByText('Ads')).toBeVisible();
  const sideOf = (selector: string) =>
    [...root().querySelectorAll(selector)].map((element) => getComputedStyle(element)).map((style) => style.direction);
  expect(sideOf('ul li, blockquote p, td')).toEqual(Array(5).fill('rtl'));
  expect(sideOf('ol li')).toEqual(['ltr', 'ltr']);
  const right = (text: string) => {
    const range = document.createRange();
    range.selectNodeContents(page.getByText(text, { exact: true }).element());
    return range.getBoundingClientRect().right;
  };
  expect(right('Google')).toBeCloseTo(right('שלום'), 0);
  expect(right('Ads')).toBeCloseTo(right('פריט'), 0);
});

const tableOf = (rows: number) =>
  ['| No | Name |', '| - | - |', ...Array.from({ length: rows }, (_, at) => `| ${at + 1} | Row ${at + 1} |`)].join(
    '\n',
  );
const rows = () => root().querySelectorAll('tbody tr').length;

test('R14.6 a long table shows 200 rows at first, and all on demand', async () => {
  await written(`${tableOf(3000)}\n\nThe end`);
  await expect.element(page.getByText('The end')).toBeVisible();
  expect(rows()).toBe(200);
  expect(root().querySelectorAll('*').length).toBeLessThan(1000);
  await page.getByRole('button', { name: 'Show all 3,000' }).click();
  await expect.poll(rows).toBe(3000);
  await expect.element(page.getByRole('button', { name: 'Show all 3,000' })).not.toBeInTheDocument();
});

test('R14.6 a text that the browser finds in the rest of a table shows the table as a whole', async () => {
  await written(tableOf(300));
  await expect.poll(rows).toBe(200);
  const rest = root().querySelector('[hidden="until-found"]');
  expect(rest?.textContent).toContain('Row 300');
  expect(rest?.textContent).not.toContain('Row 200');
  rest?.dispatchEvent(new Event('beforematch', { bubbles: true }));
  await expect.poll(rows).toBe(300);
});

test('R14.6 a printed table has all of its rows', async () => {
  await written(tableOf(300));
  await expect.poll(rows).toBe(200);
  dispatchEvent(new Event('beforeprint'));
  expect(rows()).toBe(300);
  dispatchEvent(new Event('afterprint'));
  expect(rows()).toBe(200);
});

test('R14.6 of a long list and a text of many parts the beginning is shown, and all on demand', async () => {
  const list = Array.from({ length: 250 }, (_, at) => `- Item ${at + 1}`).join('\n');
  const text = Array.from({ length: 250 }, (_, at) => `Part ${at + 1}.`).join('\n\n');
  await written(`${list}\n\n${text}`);
  await expect.poll(() => root().querySelectorAll('li').length).toBe(200);
  await page.getByRole('button', { name: 'Show all 250' }).click();
  await expect.poll(() => root().querySelectorAll('li').length).toBe(250);
});

test('R14.6 a text of 200 parts or fewer has no such button', async () => {
  await written(tableOf(200));
  await expect.poll(rows).toBe(200);
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('a block of code names its language, and its button copies the code as it is', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await written('Run:\n\n```cpp title="a"\nstd::vector<int> v;\n\tx();\n```\n\n    plain');
  await expect.element(page.getByText('cpp', { exact: true })).toBeVisible();
  const buttons = page.getByRole('button', { name: 'Copy' });
  await expect.poll(() => buttons.elements().length).toBe(2);
  await buttons.first().click();
  expect(write.mock.lastCall).toEqual(['std::vector<int> v;\n\tx();']);
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
});
