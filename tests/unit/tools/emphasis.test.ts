// @vitest-environment jsdom
import fc from 'fast-check';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { pageMarkdown } from '../../../src/tools/fetch/page-markdown.ts';

const numRuns = Number(process.env.LISTS ?? 300);
const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;
const bare = (text: string) => text.replace(/[\s\u00a0]+/g, '');

/** What a reader of the Markdown sees. */
const seen = async (html: string) => bare(bodyOf(await marked.parse(await pageMarkdown(bodyOf(html)))).textContent);

test.each([
  ['<p><b>a<br></b>b</p>', '**a**'],
  ['<p><i>b</i><b>y</b></p>', 'b**y**'],
  ['<p><b>a</b><b>b</b></p>', '**ab**'],
  ['<p><b>a <b>b</b></b></p>', '**a b**'],
  ['<p>他说<b>“好”</b>就走</p>', '他说“好”就走'],
  ['<b><p>One</p><p>Two</p></b>', 'One\n\nTwo'],
  ['<p><del><b>a</b></del>a</p>', '**a**a'],
  ['<p>say <em>yes</em>, <strong>no</strong>.</p>', 'say *yes*, **no**.'],
])('R9.3 %s becomes proper Markdown', async (html, markdown) => {
  expect(await pageMarkdown(bodyOf(html))).toContain(markdown);
  expect(await seen(html)).toBe(bare(bodyOf(html).textContent));
});

const text = fc.constantFrom('a', 'word', ' b ', '“c”', '(d)', '中文', '。', '\u00a0', '3', '! ', 'e.g.', '5 * 4');
const { inline } = fc.letrec<{ inline: string }>((tie) => {
  const some = fc.array(tie('inline'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const tag = fc.constantFrom('b', 'i', 'strong', 'em', 'del', 'span', 'b', 'i');
  return {
    inline: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.constant('<br>'),
      fc.constant('<a href="https://example.org/x">link</a>'),
      fc.tuple(tag, some).map(([name, inner]) => `<${name}>${inner}</${name}>`),
    ),
  };
});

test(
  'R9.3 however emphasis adjoins, nests and breaks, a page reads as it looks and no mark is left',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(inline, { minLength: 1, maxLength: 5 }), async (parts) => {
        const html = `<p>${parts.join('')}</p>`;
        expect(await seen(html)).toBe(bare(bodyOf(html).textContent));
      }),
      { numRuns },
    );
  },
);
