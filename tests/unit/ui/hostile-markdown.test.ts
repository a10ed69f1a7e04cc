import { lexer, type MarkedToken } from 'marked';
import { expect, test } from 'vitest';
import { figure } from '../../fixtures/figure.ts';
import { plainTextFromMarkdown } from '../../../src/formats/markdown-text.ts';
import { markdownTokens } from '../../../src/formats/markdown-tokens.ts';

const tokensOf = (text: string) => figure(() => markdownTokens(text)) as MarkedToken[];

const many = (piece: string, length = 190_000) => piece.repeat(length / piece.length);

test.each([
  '_a_',
  '**a**',
  'a*',
  '!',
  '[a](',
  '<',
  '`a',
  '~a~',
  '*a_b',
  '\\',
  '_a_\n',
  '*a* _',
  '$',
  '$a_',
  '\\(',
  '\\[a',
])('R13.2 a paragraph of nothing but %j stands as it was written, at once', (piece) => {
  const text = `**Before**\n\n${many(piece)}x\n\n**After**`;
  const tokens = tokensOf(text);
  expect(tokens.map(({ raw }) => raw).join('')).toBe(text);
  for (const at of [0, -1]) expect(tokens.at(at)).toMatchObject({ tokens: [{ type: 'strong' }] });
});

test('R13.2 of very many paragraphs that are full of marks the last stand as they were written', () => {
  const part = '*a* '.repeat(500).trim();
  const tokens = tokensOf(many(`${part}\n\n`));
  expect(tokens[0]).toMatchObject({ type: 'paragraph', tokens: { 0: { type: 'em' }, length: 999 } });
  expect(tokens.at(-2)).toMatchObject({ type: 'paragraph', tokens: [{ type: 'text', text: part }] });
});

test('R13.2 a table whose rows would be filled up with cells that nobody wrote stands as it was written', () => {
  const [head, rule] = [`${'|a'.repeat(2000)}|`, `${'|-'.repeat(2000)}|`];
  for (const [first, next] of [
    ['', ''],
    ['> ', '> '],
    ['- ', '  '],
  ] as const)
    expect(tokensOf(`${first}${head}\n${next}${rule}\n${`${next}|b\n`.repeat(2000)}`)).toBeNull();
  const wide = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${`${'|b'.repeat(100)}|\n`.repeat(500)}`;
  expect(tokensOf(wide)[0]).toMatchObject({ type: 'table', rows: { length: 500 } });
});

test.each([
  '# A\n\nSome *text* with **marks**, `code`, [a link](https://a.example "t") and ~~old~~ words.\r\nSecond line\n\n- a\n- [x] b\n  - c',
  '| a | b |\n| - | -: |\n| 1 |\n| *2* | 3 | 4 |\n\n> quote\n\n```js\nlet a = `_x_`;\n```\n\n1. one\n2. two\n\n[ref]: https://b.example\n\nsee [ref] & <b>bold</b>',
])('R13.2 what people write is read as ever: %j', (text) => {
  expect(markdownTokens(text)).toEqual(lexer(text, { gfm: true, breaks: true }));
});

test('R14.1 a bare address ends before a closing quote and before Chinese punctuation', () => {
  const hrefs = (text: string) => JSON.stringify(markdownTokens(text)).match(/"href":"[^"]*"/g);
  expect(hrefs('Get a key at http://a.example/keys.” Then go on.')).toEqual(['"href":"http://a.example/keys"']);
  expect(hrefs('见 http://a.example/v1。服务端说')).toEqual(['"href":"http://a.example/v1"']);
  expect(hrefs('See https://a.example/b_(c)?d=e, too.')).toEqual(['"href":"https://a.example/b_(c)?d=e"']);
});

test('R14.1 a bare address in brackets ends before the closing one, and goes on after a part in brackets', () => {
  const texts = (text: string) => [...JSON.stringify(markdownTokens(text)).matchAll(/"link".*?"text":"([^"]*)"/g)];
  const links = (text: string) => texts(text).map(([, link]) => link);
  expect(links('It costs 20.90 EUR [http://a.example/p1]. And [http://a.example/p2, p. 3]')).toEqual([
    'http://a.example/p1',
    'http://a.example/p2',
  ]);
  expect(links('See https://a.example/b[0]=1 too')).toEqual(['https://a.example/b[0]=1']);
  expect(links('见 https://a.example/年会（报名）.html 。')).toEqual(['https://a.example/年会（报名）.html']);
  expect(links('见 https://a.example/b（官网）即可')).toEqual(['https://a.example/b']);
});

test.each([
  'The area is $\\int_0^1 x^2\\,dx$ here',
  '设$x_1 = 5$为真',
  '($E = mc^2$)',
  'So \\(x_1 + y_1\\) holds',
  'Then \\[z^2\\] follows',
  'It is $$\\{d\\} \\% \\_g = 1$$ now',
])('R14.1 a formula stands as it was written: %s', (text) => {
  const [paragraph] = tokensOf(text);
  const inner = (paragraph as { tokens: { type: string; text: string }[] }).tokens;
  expect(inner.map(({ type }) => type)).toEqual(['text', 'codespan', 'text']);
  expect(inner.map((token) => token.text).join('')).toBe(text);
});

test('R14.1 a formula over several lines keeps its lines', () => {
  for (const text of ['$$\n\\begin{aligned}\na &= b \\\\\n- c\n\\end{aligned}\n$$', '\\[\n x_1\n\\]']) {
    expect(tokensOf(`Before\n\n${text}\n\nAfter`)[2]).toMatchObject({ type: 'code', text });
    expect(tokensOf(`It is\n${text}\nnow`)).toMatchObject({
      0: { raw: 'It is\n' },
      1: { type: 'code', text },
      length: 3,
    });
  }
});

test.each(['It costs $5 and **$10**, or A$6_000', 'Two \\[1\\] and \\(2\\) escapes and **b**', '$ a and *b* $5'])(
  'R14.1 money and escaped brackets are no formulas: %s',
  (text) => {
    const [read, plain] = [markdownTokens(text), lexer(text, { gfm: true, breaks: true })];
    expect(plainTextFromMarkdown(text)).toBe(plainTextFromMarkdown(text.replaceAll('$', '€')).replaceAll('€', '$'));
    expect(JSON.stringify(read)).not.toContain('codespan');
    expect(read).toHaveLength(plain.length);
  },
);

test('R14.1 products of numbers have no italic part', () => {
  expect(JSON.stringify(tokensOf('2**10 is 1024 and 2**3 is 8'))).not.toContain('"strong"');
  expect(JSON.stringify(tokensOf('It is 2*3*4 = 24 and *so* on'))).toMatch(/^(?!.*"em".*"em").*"em"/);
});

test('R14.1 a sentence of the page itself has no links, whatever a server that it quotes has written', () => {
  const text = 'http://a.example/v1 does not accept this. It says: “[here](http://b.example) <http://c.example>”';
  expect(JSON.stringify(markdownTokens(text, { links: false }))).not.toContain('"link"');
});

/** The text of tokens, with bold words in `<b>` and marks of footnotes in `<n>`. */
const marked = (tokens: readonly object[]): string =>
  tokens
    .map((token) => {
      const { type, tokens: within, text = '' } = token as { type: string; tokens?: object[]; text?: string };
      const words = within ? marked(within) : text;
      return type === 'strong' ? `<b>${words}</b>` : type === 'footnote' ? `<n>${words}</n>` : words;
    })
    .join('');

test.each([
  ['另见 **“重要”**的词', '另见 <b>“重要”</b>的词'],
  ['**注意：**请核对。这是**重点**。', '<b>注意：</b>请核对。这是<b>重点</b>。'],
  ['价格为**“12元”**，', '价格为<b>“12元”</b>，'],
  ['It says **“12”**万元', 'It says <b>“12”</b>万元'],
  ['**Key:**value', '<b>Key:</b>value'],
  ['**见[链接](https://a.example)。**后', '<b>见链接。</b>后'],
  ['(**Key:**value)', '(<b>Key:</b>value)'],
  ['ราคา**สำคัญ:**มาก', 'ราคา<b>สำคัญ:</b>มาก'],
  ['2 ** 3 ** 4', '2 ** 3 ** 4'],
  ['x**2 + (y)**2', 'x**2 + (y)**2'],
  ['a**2 + (b+c)**2', 'a**2 + (b+c)**2'],
  ['f(x)**2 + g(x)**2', 'f(x)**2 + g(x)**2'],
  ['f(x)**n + g(x)**m', 'f(x)**n + g(x)**m'],
  ['f(*args,**kwargs,**opts)', 'f(*args,**kwargs,**opts)'],
])('R14.1 bold words need no space beside Chinese or after punctuation: %s', (text, shown) => {
  expect(marked(tokensOf(text))).toBe(shown);
});

test.each([
  ['人口为14亿[^1]。\n\n[^1]: 国家统计局。', '人口为14亿<n>1</n>。<n>1</n> 国家统计局。'],
  ['So it is[^a].\n\n[^a]: https://a.example/x', 'So it is<n>a</n>.<n>a</n> https://a.example/x'],
  ['Match [^0-9].', 'Match [^0-9].'],
  ['[注]: 见附录', '[注]: 见附录'],
])('R14.1 a footnote is a number in the text, and nothing of it is lost: %j', (text, shown) => {
  expect(marked(tokensOf(text))).toBe(shown);
});

test('R14.5 a text for screen readers has the words of each block, and no marks', () => {
  const text =
    '# Head\n\nThe *p* value is p > 0.05, `x | 2` & <script>alert(1)</script>\n\n| A | B |\n|---|--:|\n| **1** | 2 |\n\n' +
    '- [x] one\n- two[^1]\n  - three\n\n> quote &amp; [link](https://a.example)\n\n---\n\n[^1]: Note';
  expect(plainTextFromMarkdown(text).split('\n')).toEqual([
    ...[
      'Head',
      'The p value is p > 0.05, x | 2 & <script>alert(1)</script>',
      'A · B',
      '1 · 2',
      'one',
      'two[1]',
      'three',
    ],
    ...['quote & link', '[1] Note'],
  ]);
});
