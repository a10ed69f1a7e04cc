import { expect, test } from 'vitest';
import { chartTool } from '../../../src/tools/chart/chart.ts';
import { pictureAddress } from '../../../src/ui/files/preview-of.ts';
import { LocalSession } from '../tools/local-session.ts';

const shown = (content: string) =>
  decodeURIComponent(pictureAddress({ name: 'chart.svg', mime: 'image/svg+xml', content }) ?? '');
const darkens = /<style>@media \(prefers-color-scheme:dark\)\{svg\{filter:invert/;

test.each(['line', 'bar', 'area', 'point', 'pie'])(
  'R9.8 a %s chart is dark on a dark page, and its file is not',
  async (type) => {
    const session = new LocalSession([chartTool]);
    const rows = ['Tea & cake', 'Bread'].map((what, at) => ({ what, sold: at + 3 }));
    await session.call('chart', { rows, type, title: 'Sold <in> "2024" > 2' });
    const content = [...session.storage.tables.files.values()][0]?.content ?? '';
    expect(content).not.toMatch(/<style/);
    expect(shown(content)).toMatch(darkens);
    expect(shown(content).replace(/<style>.*?<\/style>/, '')).toBe(`data:image/svg+xml,${content}`);
  },
);

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>',
  '<svg width="8"><title>Logo</title><desc>A sun</desc><rect width="8" height="8" fill="#ffee00"/></svg>',
])('a drawing of the person is shown as it is: %s', (content) => {
  expect(shown(content)).toBe(`data:image/svg+xml,${content}`);
});
