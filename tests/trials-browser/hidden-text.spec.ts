import { expect, test } from '../e2e/support/test.ts';
import { hiddenPages } from '../e2e/support/hidden-pages.ts';
import { pageModule } from '../e2e/support/page-module.ts';
import type * as reading from '../../src/tools/fetch/page/readable-page.ts';

type Reading = typeof globalThis & { reading: typeof reading };

test('R13.3 under the policy of the built app, hidden text is not read, and honest text is', async ({ app, page }) => {
  test.setTimeout(120_000);
  const blamed: string[] = [];
  page.on('console', (message) => {
    if (/inline style|Content Security Policy/i.test(message.text())) blamed.push(message.text());
  });
  await app.open();
  await page.evaluate(await pageModule('src/tools/fetch/page/readable-page.ts', 'reading'));
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
