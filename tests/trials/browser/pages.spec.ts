import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { Marked } from 'marked';
import { pageModule } from '../../e2e/support/page-module.ts';
import type * as reading from './support/fetch-in-page.ts';
import { test } from './support/trial-test.ts';

const samples = '../shared/pages/pages.jsonl';

interface Sample {
  id: string;
  title: string;
  html: string;
  expected_html: string;
}

type Reading = typeof globalThis & { reading: typeof reading };

/** Put before each page, in one box each: what no observation may show. */
const banners = [
  'We use cookies to improve your experience',
  'This website uses cookies to ensure you get the best experience',
  'By continuing to browse you agree to our use of cookies',
  'Accept all cookies',
  'Manage your cookie preferences and consent',
  'We and our partners store cookies on your device',
  'Our site uses cookies and similar technologies',
  'Reject all cookies',
  'Cookie settings',
  'Your privacy choices: consent to the use of cookies',
  'We use cookies and other tracking technologies',
  'This site uses cookies from its partners',
  'By clicking “Accept” you consent to our cookies',
  'Cookie policy: we use cookies for analytics',
  'Necessary cookies only',
  'Customise cookie consent',
  'We use essential cookies to make this site work',
  'Allow cookies and continue',
  '我们使用 Cookie 来改善您的体验',
  '本网站使用cookie，继续浏览即表示您同意',
  '接受所有 Cookie',
  '我们会使用Cookie为您提供个性化内容',
  'Cookie 设置',
  '同意使用 Cookie',
  '拒绝非必要的 Cookie',
  '本站使用 Cookie 和类似技术',
  'Cookie政策',
  '请管理您的 Cookie 偏好',
  '点击“接受”即表示您同意我们使用Cookie',
  '隐私偏好中心',
  '仅接受必要的 Cookie',
  '我们使用cookie以便记住您的选择',
];

const frames = [
  (text: string) => `<div id="onetrust-banner-sdk"><p>${text}</p><button>Accept All</button></div>`,
  (text: string) => `<div class="site-cookie-banner"><span>${text}</span><a href="#">OK</a></div>`,
  (text: string) => `<div role="dialog" aria-modal="true"><p>${text}</p><button>同意</button></div>`,
];

test('R9.3 real pages through the tool in the browser: their text, their title, and no word of a banner', async ({
  page,
  address,
}, info) => {
  test.skip(!existsSync(samples), `${samples} is absent`);
  info.setTimeout(600_000);
  const pages = readFileSync(samples, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample);
  const server = createServer((request, response) => {
    const [, how, at] = (request.url ?? '').split('/');
    const { html } = pages[Number(at)] ?? { html: '' };
    const box = frames[Number(at) % frames.length]?.(banners[Number(at) % banners.length] ?? '') ?? '';
    const served = how === 'banner' ? html.replace(/<body[^>]*>/i, (open) => open + box) : html;
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(served);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.goto(`${address}/plan.schema.json`);
  await page.evaluate(await pageModule('tests/trials/browser/support/fetch-in-page.ts', 'reading'));
  const read = (path: string) =>
    page.evaluate((url) => (globalThis as Reading).reading.readHere(url), `${origin}/${path}`);
  const markdown = new Marked();
  const bare = (html: string) =>
    page.evaluate(
      (text) =>
        new DOMParser()
          .parseFromString(text, 'text/html')
          .body.textContent.replace(/\[Image:[^\]]*\]|[\s\u00a0\ufeff\u200b]+/g, ''),
      html,
    );

  const other = { text: [] as string[], title: [] as string[], banner: [] as string[] };
  try {
    for (const [at, { id, title, expected_html }] of pages.entries()) {
      const { shown, kept } = await read(`page/${at}`);
      if ((await bare(await markdown.parse(kept))) !== (await bare(expected_html))) other.text.push(id);
      if ((/^Title: (.*)$/m.exec(shown)?.[1]?.trim() ?? '') !== title.trim()) other.title.push(id);
      const phrase = banners[at % banners.length] ?? '';
      const covered = await read(`banner/${at}`);
      if (covered.kept.includes(phrase) || covered.shown.includes(phrase)) other.banner.push(`${id}: ${phrase}`);
    }
  } finally {
    server.close();
  }
  info.annotations.push({ type: 'figures', description: `${pages.length} pages: ${JSON.stringify(other)}` });
  expect(other.banner).toEqual([]);
  expect(other.text.length / pages.length, `other text: ${other.text.join(', ')}`).toBeLessThanOrEqual(0.03);
  expect(other.title.length / pages.length, `other title: ${other.title.join(', ')}`).toBeLessThanOrEqual(0.05);
});
