import { expect, test } from 'vitest';
import { summaryLine } from '../../../src/values/without-markdown.ts';

test.each([
  ['See [the judgment](http://a.example/x_(1)).', 'See the judgment.'],
  ['**Done**: ![chart](https://a.example/p.png) and `code`', 'Done: chart and code'],
  ['见[判决](https://a.example/判决)。', '见判决。'],
  ['| A | B | |---|---| | x | y | | z | w |', 'A · B; x · y; z · w'],
  [
    '| | A | B | |---|---|---| | Total | 148 € | 156 € | | | in 30 days | |',
    'A · B; Total · 148 € · 156 €; in 30 days',
  ],
  ['Prices: | A | B | |---|---| | Total | 148 € |', 'Prices: · A · B; Total · 148 €'],
  ['The call f[0](1) and a | b stay, so does [note](later)', 'The call f[0](1) and a | b stay, so does [note](later)'],
  ['2*3*4 is 24, 2**10 is 1024, x**2 is more, a*b*c', '2*3*4 is 24, 2**10 is 1024, x**2 is more, a*b*c'],
  [
    '**全部**完成，*重点*在此，***both*** and **a** **b** and **Total:**5',
    '全部完成，重点在此，both and a b and Total:5',
  ],
])('a summary has the words of Markdown without its marks: %s', (text, line) => {
  expect(summaryLine(text)).toBe(line);
});
