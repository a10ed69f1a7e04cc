// @vitest-environment jsdom
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { readablePage } from '../../../src/tools/fetch/readable-page.ts';
import { pagesWithContents, pagesWithOddEmphasis, type OddPage } from '../../fixtures/odd-pages.ts';

const story = Array.from(
  { length: 6 },
  (_, at) =>
    `<p>Paragraph ${at + 1} tells, at some length, of the harbour, the ships and the people who wait for them there.</p>`,
).join('');
const bare = (text: string) => text.replace(/\s+/g, '');

/** What is drawn of the Markdown of such a page, without the white space. */
async function drawn(html: string, title = '<title>Harbour news</title>') {
  const page = await readablePage(
    `<!doctype html><html><head>${title}</head><body><main><h1>Harbour news</h1>${story}${html}${story}</main></body></html>`,
    'https://example.org/news/today.html',
  );
  const shown = new DOMParser().parseFromString(await marked.parse(page.markdown), 'text/html').body;
  return { ...page, shown, words: bare(shown.textContent) };
}

test.each([...pagesWithContents, ...pagesWithOddEmphasis])(
  'R9.3 $name: read whole, without a mark among the words',
  async ({ html, says }: OddPage) => {
    const { words, text } = await drawn(html);
    expect(words).toContain(bare(`who wait for them there. ${says} Paragraph 1 tells`));
    expect(bare(text)).toContain(bare(says));
  },
);

test.each(pagesWithContents)('R9.3 $name: its links lead to the places of the page', async ({ html }) => {
  const { shown } = await drawn(html);
  const inside = [...html.matchAll(/href="(#\w+)"/g)].map(([, place]) => `https://example.org/news/today.html${place}`);
  const links = [...shown.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(inside);
});

test('R9.3 a page without a title is read as one', async () => {
  const page = await drawn('', '');
  expect(page.words).toContain('Paragraph6tells');
  const bald = await readablePage(`<!doctype html><html><body>${story}</body></html>`, 'https://example.org/a');
  expect(bald.title).toBeNull();
  expect(bald.markdown).toContain('Paragraph 6 tells');
});

test('R9.3 a menu of links to other pages stays out', async () => {
  const menu = ['Home', 'News', 'Weather', 'Tickets', 'About us', 'Contact', 'Imprint', 'Jobs']
    .map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`)
    .join('');
  for (const frame of [`<nav><ul>${menu}</ul></nav>`, `<div class="menu"><ul>${menu}</ul></div>`]) {
    const { words } = await drawn(`${frame}<h2 id="boats">Boats</h2>`);
    expect(words).not.toMatch(/Weather|Imprint/);
  }
});
