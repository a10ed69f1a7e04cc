import { existsSync, readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { expect, test } from '../../e2e/support/test.ts';
import { hiddenPages } from '../../e2e/support/hidden-pages.ts';
import { pageModule } from '../../e2e/support/page-module.ts';
import type * as reading from '../../../src/tools/fetch/readable-page.ts';

type Reading = typeof globalThis & { reading: typeof reading };

test('R13.3 under the policy of the built app, hidden text is not read, and honest text is', async ({ app, page }) => {
  test.setTimeout(120_000);
  const blamed: string[] = [];
  page.on('console', (message) => {
    if (/inline style|Content Security Policy/i.test(message.text())) blamed.push(message.text());
  });
  await app.open();
  await page.evaluate(await pageModule('src/tools/fetch/readable-page.ts', 'reading'));
  const wrong: string[] = [];
  for (const { name, html, word, isHidden } of hiddenPages) {
    const { markdown, text } = await page.evaluate(
      (given) => (globalThis as Reading).reading.readablePage(given, 'https://tea.example/'),
      html,
    );
    if (isHidden ? `${markdown} ${text}`.includes(word) : !markdown.includes(word)) wrong.push(`${word}: ${name}`);
  }
  expect(wrong).toEqual([]);
  expect(blamed).toEqual([]);
});

const samples = '../shared/pages/pages.jsonl';

test('R9.3, R13.3 under the policy of the built app, real pages are read as expected', async ({
  app,
  page,
  context,
}, info) => {
  test.skip(!existsSync(samples), `${samples} is absent`);
  test.setTimeout(600_000);
  const pages = readFileSync(samples, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; title: string; html: string; expected_html: string });
  await app.open();
  await page.evaluate(await pageModule('src/tools/fetch/readable-page.ts', 'reading'));
  const blank = await context.newPage();
  const bare = (html: string) =>
    blank.evaluate(
      (text) =>
        new DOMParser()
          .parseFromString(text, 'text/html')
          .body.textContent.replace(/\[Image:[^\]]*\]|[\s\u00a0\ufeff\u200b]+/g, ''),
      html,
    );
  const markdown = new Marked();
  const other: string[] = [];
  for (const { id, html, expected_html } of pages) {
    const read = await page.evaluate(
      (given) => (globalThis as Reading).reading.readablePage(given, 'https://pages.example/one'),
      html,
    );
    if ((await bare(await markdown.parse(read.markdown))) !== (await bare(expected_html))) other.push(id);
  }
  info.annotations.push({ type: 'figures', description: `${pages.length} pages, other text: ${other.join(', ')}` });
  expect(pages.length).toBeGreaterThanOrEqual(97);
  expect(other.length / pages.length, `other text: ${other.join(', ')}`).toBeLessThanOrEqual(0.03);
});
