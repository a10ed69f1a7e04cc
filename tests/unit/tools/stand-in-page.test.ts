// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourcesSeenByTask } from '../../../src/task/sources.ts';
import { createFetchTool } from '../../../src/tools/fetch/fetch.ts';
import { htmlPageReader } from '../../../src/tools/fetch/readable-page.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { detectStandInPage } from '../../../src/tools/fetch/stand-in-page.ts';
import { FakeCompanion } from '../../fakes/fake-companion.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { FakeOffice } from '../../fakes/fake-office.ts';
import { FakePdfText } from '../../fakes/fake-pdf-text.ts';

const address = 'https://shop.example/p1';
const samples = '../shared/pages/pages.jsonl';

const standIn = async (html: string) =>
  detectStandInPage(await htmlPageReader.readable(html, address), () => htmlPageReader.bare(html));
const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

describe('a page that stands in for its content', () => {
  test.each([
    ['check', 'Just a moment...', '<p>Verify you are human by completing the action below.</p>'],
    ['check', 'shop.example', '<h1>One more step</h1><p>Please complete the CAPTCHA to go on.</p>'],
    ['check', '安全验证', '<p>请完成人机验证后继续访问。</p>'],
    [
      'sign_in',
      'Log in - Shop',
      '<form><label>Email</label><input><label>Password</label><input type=password></form>',
    ],
    ['sign_in', 'Shop', '<form><p>Email</p><input><p>Password</p><input type="password"><button>Go</button></form>'],
    ['sign_in', '登录 - 商店', '<form><p>用户名</p><input><p>密码</p><input type="password"></form>'],
    ['missing', 'Page not found | Shop', '<h1>Oops! 404</h1><p>We could not find what you look for.</p>'],
    ['missing', 'Shop', '<h1>404</h1><p>Sorry, the page does not exist.</p>'],
    ['missing', '商店', '<p>抱歉，页面不存在。</p>'],
    ['scripts', 'Shop', '<p>You need to enable JavaScript to run this app.</p><script src="a.js"></script>'],
    ['scripts', 'Shop', '<p>Loading…</p><script src="a.js"></script>'],
  ])('R9.3 is recognised: %s, %s', async (kind, title, body) => {
    expect(await standIn(page(title, body))).toBe(kind);
  });

  test.each([
    ['Peugeot 404', '<p>The Peugeot 404 is a large family car that was made from 1960 to 1975.</p>'],
    ['Kettle Alpha', '<p>Kettle Alpha costs 39 euros.</p><script src="a.js"></script>'],
    ['Lost keys', '<p>The keys were not found in the harbour.</p>'],
    ['How to log in', '<p>Press the blue button at the top, then enter the code from your letter.</p>'],
    [
      'Forum',
      `<form><input name=u><input type=password></form><p>${'The kettle boils a litre of water in two minutes and is quiet. '.repeat(4)}</p>`,
    ],
    ['About verification', `<p>${'A check for humans asks people to verify you are human. '.repeat(20)}</p>`],
    ['Weather', '<p>12 °C, rain. Tomorrow 14 °C.</p><form><input name=u><input type=password></form>'],
    ['Security check list for homes', '<p>Look at the windows first.</p>'],
    ['Just a moment – a poem', '<p>A moment is all it takes.</p>'],
    ['Sign in to GitHub - GitHub Docs', '<p>Press the button at the top.</p>'],
    ['Release notes', '<p>Fixed: page not found on mobile</p>'],
    ['Docs', '<p>Requires JavaScript runtime Node 18</p><script src="a.js"></script>'],
    ['帮助', '<p>如何开启人机验证：打开设置，选择安全。</p>'],
    ['水壶', '<p>登录之后可以看到价格，水壶的价格是 39 欧元。</p>'],
  ])('R9.3 a page with content is not taken for one: %s', async (title, body) => {
    expect(await standIn(page(title, body))).toBeNull();
  });

  test('R9.3 no real page is taken for one', { timeout: 120_000 }, async ({ skip }) => {
    skip(!existsSync(samples), `${samples} is absent`);
    const marked: string[] = [];
    for (const line of readFileSync(samples, 'utf8').trim().split('\n')) {
      const { id, html } = JSON.parse(line) as { id: string; html: string };
      if (html.length < 24_000 && (await standIn(html)) !== null) marked.push(id);
    }
    expect(marked).toEqual([]);
  });

  test('R9.3, R8.6 the model reads a note about it, and the source is marked', async () => {
    const body = page('Just a moment...', '<p>Verify you are human by completing the action below.</p>');
    const network = new FakeNetwork().page(address, { type: 'text/html', body });
    const call = toolbox([
      createFetchTool({
        ...{
          network,
          companion: new FakeCompanion(),
          markup: htmlPageReader,
          pdf: new FakePdfText(),
          office: new FakeOffice(),
        },
        reader: () => ({ enabled: false, base_url: '' }),
        siteKeys: () => [],
      }),
    ]).check('fetch', { url: address });
    if (!call.ok || call.place !== 'remote') throw new Error('no remote call');
    const { result } = await call.run({
      ...{ site: call.access.origin, signal: new AbortController().signal, sessionId: 's' },
      ...{ now: '2026-01-14T09:00:00.000Z', zone: 'UTC', files: async () => [] },
    });
    expect(result.ok).toBe(true);
    expect(result.text).toContain('Note: This looks like a check for humans, not like the content');
    const entry = {
      ...{ seq: 1, session_id: 's', task_id: 't', step_id: 'step_1', at: '2026-01-14T09:00:00.000Z' },
      body: {
        ...{ type: 'tool_result' as const, call: 'c', tool: 'fetch', input: { url: address }, retry_at: '' },
        result: { ...result, artifact: 'file_1' },
      },
    };
    expect(sourcesSeenByTask([entry], null)).toMatchObject([{ address, stand_in: 'check' }]);
  });
});
