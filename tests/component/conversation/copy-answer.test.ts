import { expect, test, vi } from 'vitest';
import { copyAnswer } from '../../../src/ui/conversation/copy-answer.ts';

async function copied(text: string): Promise<string | undefined> {
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  await copyAnswer(text, null);
  const [item] = write.mock.lastCall?.[0] ?? [];
  return (await item?.getType('text/plain'))?.text();
}

test.each([
  '#include <vector>\n\nstd::vector<int> v;\nList<T extends Foo> H<sub>2</sub>O\n\n<div>\n  <b>x</b>\n</div>',
  '- <b>\n\n  ```cpp\n  std::vector<int> v;\n  ```\n| `a\\|<b>` | <b> |\n|-|-|',
  '`[x](javascript:alert(1))` `![p](https://a.example/p)`\n\n```html\n<img src="//e.example/x">\n```',
  'one\n\ttwo  \n',
])('the copied text of an answer is what the model wrote: %j', async (text) => {
  expect(await copied(text)).toBe(text);
});

test.each([
  [
    'a <img src="//e.example/x"> b <img\nsrc=//e.example/x> <br>',
    'a \\<img src="//e.example/x"> b \\<img\nsrc=//e.example/x> <br>',
  ],
  ['A <svg onload=alert(1)> here <script>x</script>', 'A \\<svg onload=alert(1)> here \\<script>x</script>'],
  ['[<b>y</b>](javascript:alert(1)) ![p](https://a.example/p.png)', '<b>y</b> [p](https://a.example/p.png)'],
  ['[https://bank.example](https://evil.example)', '[https://bank.example](https://evil.example) (evil.example)'],
])('what is pasted of an answer loads nothing and hides no address: %j', async (text, shown) => {
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
