import { expect, test, vi } from 'vitest';
import { copyAnswer } from '../../../src/ui/conversation/copy-answer.ts';

async function copied(text: string): Promise<string | undefined> {
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  await copyAnswer(text, null);
  const [item] = write.mock.lastCall?.[0] ?? [];
  return (await item?.getType('text/plain'))?.text();
}

test.each([
  '#include <vector>\n\nstd::vector<int> v;\nList<T extends Foo> H<sub>2</sub>O <img src="//e.example/x">',
  '- <b>\n\n  ```cpp\n  std::vector<int> v;\n  ```\n| `a\\|<b>` | <b> |\n|-|-|',
  '[https://bank.example](https://evil.example) ![p](https://a.example/p.png) [x](javascript:alert(1))',
  'one\r\n\ttwo  \n',
])('the copied text of an answer is what the model wrote, byte for byte: %j', async (text) => {
  expect(await copied(text)).toBe(text);
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
