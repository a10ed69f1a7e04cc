import { expect, test } from 'vitest';
import { paletteExcerpt } from '../../../src/ui/palette/palette.svelte.ts';
import { textPieces } from '../../../src/ui/palette/palette-index.ts';

const shown = (text: string, ...terms: string[]) =>
  paletteExcerpt(text, terms)
    .map(({ text: part, hit }) => (hit ? `[${part}]` : part))
    .join('');

test('R14 the excerpt shows the words around what was found, and marks it', () => {
  expect(shown('Rye\n  bread and lamp oil', 'lamp')).toBe('Rye bread and [lamp] oil');
  expect(shown(`${'x '.repeat(100)}lamp ${'y '.repeat(200)}`, 'lamp')).toMatch(/^…(x )+\[lamp\] [y ]+…$/);
  expect(shown('a LAMP', 'lamp')).toBe('a [LAMP]');
});

test('R14 of a Chinese word the whole is marked, not each character anywhere', () => {
  expect(shown('面对黑麦面包', '黑', '麦', '黑麦', '面', '麦面')).toBe('面对[黑麦]面包');
  expect(shown('面对', '面')).toBe('[面]对');
});

test('R14 full-width signs are found in either width and shown as they were written', () => {
  expect(shown('之行：看景区（ＡＢＣ）', '景区', 'abc')).toBe('之行：看[景区]（[ＡＢＣ]）');
  expect(shown('重 5㎏，见附件', 'kg', '附件')).toBe('重 5[㎏]，见[附件]');
  expect(shown('Cafe\u0301 au lait', 'cafe')).toBe('[Cafe\u0301] au lait');
  expect(shown('مُحَمَّد هنا', 'محمد')).toBe('[مُحَمَّد] هنا');
});

test('R14 where only the title was found, the excerpt is the beginning', () => {
  expect(shown('Some text', 'title')).toBe('Some text');
  expect(shown('Some text')).toBe('Some text');
  expect(paletteExcerpt('', ['x'])).toEqual([]);
});

test('R14 marks of Markdown are left out of it', () => {
  expect(shown('## The picnic\n\n- **To-do**: `buy` bread', 'bread')).toBe('The picnic - To-do: buy [bread]');
});

test('a term with signs of its own is taken as it is', () => {
  expect(shown('is a.b or axb', 'a.b')).toBe('is [a.b] or axb');
});

test('a long text is cut where a line, a sentence or a word ends, and nothing is lost', () => {
  const text = 'One two three. Four five six. Seven eight nine ten.';
  const pieces = textPieces(text, { length: 20, most: 10 });
  expect(pieces).toEqual(['One two three.', ' Four five six.', ' Seven eight nine ', 'ten.']);
  expect(pieces.join('')).toBe(text);
  expect(textPieces('一二三四五六七八。九十', { length: 6, most: 1 })).toEqual(['一二三四五六']);
  expect(textPieces('', { length: 6, most: 3 })).toEqual(['']);
});
