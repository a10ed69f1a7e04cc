import { expect, test, vi } from 'vitest';
import { copyAnswer } from '../../../src/ui/conversation/copy-answer.ts';

async function copied(text: string): Promise<string | undefined> {
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  await copyAnswer(text, null);
  const [item] = write.mock.lastCall?.[0] ?? [];
  return (await item?.getType('text/plain'))?.text();
}

test.each([
  [
    'a <img src="//e.example/x"> b <img src="//e.example/x">',
    'a \\<img src="//e.example/x"> b \\<img src="//e.example/x">',
  ],
  ['<kbd>Ctrl</kbd> + <kbd>C</kbd>', '\\<kbd>Ctrl\\</kbd> + \\<kbd>C\\</kbd>'],
  ['<div>\n  <b>x</b>\n</div>', '\\<div>\n  \\<b>x\\</b>\n\\</div>'],
  [
    '> <img\n> src=x> [a\n> b](https://a.example "<img>") <img>',
    '> \\<img\n> src=x> [a\n> b](https://a.example "<img>") \\<img>',
  ],
  ['[<b>y</b>](javascript:alert(1)) ![<b>](https://a.example/p.png)', '\\<b>y\\</b> [\\<b>](https://a.example/p.png)'],
])('R14.2 each tag of a copied answer is text, however often it stands there: %j', async (text, shown) => {
  expect(await copied(text)).toBe(shown);
});

test.each([
  ['The <b>tag</b>:\n```html\n<b>Hello</b>\n```', 'The \\<b>tag\\</b>:\n```html\n<b>Hello</b>\n```'],
  ['- <b>\n\n  ```\n  <b>\n  ```\n- <b>', '- \\<b>\n\n  ```\n  <b>\n  ```\n- \\<b>'],
  ['`Array<string>` of <string>', '`Array<string>` of \\<string>'],
  ['| `a\\|<b>` | <b> |\n|-|-|', '| `a\\|<b>` | \\<b> |\n|-|-|'],
  ['`[x](javascript:alert(1))` [x](javascript:alert(1))', '`[x](javascript:alert(1))` x'],
  ['`![p](https://a.example/p)` ![p](https://a.example/p)', '`![p](https://a.example/p)` [p](https://a.example/p)'],
])('R14.2 code in a copied answer stays as it is: %j', async (text, shown) => {
  expect(await copied(text)).toBe(shown);
});

test('a table in a copied answer has lines, which keep its columns apart in a mail', async () => {
  const shown = document.createElement('div');
  shown.innerHTML = '<table class="x"><tbody><tr><td style="text-align: right">1</td></tr></tbody></table>';
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  await copyAnswer('', shown);
  const html = await (await write.mock.lastCall?.[0]?.[0]?.getType('text/html'))?.text();
  expect(html).toBe(
    '<table border="1" cellpadding="4" cellspacing="0"><tbody><tr><td align="right">1</td></tr></tbody></table>',
  );
});

test('R14.2 a link that shows another address is copied with its host each time', async () => {
  const link = '[https://bank.example](https://evil.example)';
  expect(await copied(`${link} and ${link}`)).toBe(`${link} (evil.example) and ${link} (evil.example)`);
});
