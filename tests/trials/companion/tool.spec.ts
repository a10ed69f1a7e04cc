import { existsSync, readFileSync } from 'node:fs';
import { pageModule } from '../../e2e/support/page-module.ts';
import { chromiumId, greeting } from '../../../extension/protocol.ts';
import { pageLine } from './support/page-line.ts';
import { cairn, smallSites } from './support/sites.ts';
import { SmallNet } from './support/small-net.ts';
import { expect, test as base } from './support/test.ts';
import type { BrowserPage } from './support/companion-browser.ts';

const samples = '../shared/pages/pages.jsonl';
const pages = existsSync(samples)
  ? readFileSync(samples, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; html: string })
  : [];

/** The tool `fetch` of the app in a page of Cairn: `read` resolves with what the model is shown and what is kept. */
interface Tool {
  page: BrowserPage;
  read(url: string): Promise<{ shown: string; kept: string }>;
}

const test = base.extend<{ tool: Tool }>({
  net: async ({}, use) => {
    const script = await pageModule('tests/trials/browser/support/fetch-in-page.ts', 'reading');
    const others = smallSites(pageLine(chromiumId, greeting));
    const net = await SmallNet.start((request, response, url) => {
      const { pathname } = url;
      if (url.origin === cairn && pathname === '/tool')
        return response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/tool.js"></script>');
      if (url.origin === cairn && pathname === '/tool.js')
        return response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script);
      const [, kept] = /^\/kept\/(\d+)$/.exec(pathname) ?? [];
      if (kept === undefined) {
        others(request, response, url);
        return;
      }
      if (url.hostname === 'welcome.example') response.setHeader('access-control-allow-origin', '*');
      return response.setHeader('content-type', 'text/html; charset=utf-8').end(pages[Number(kept)]?.html);
    });
    await use(net);
    net.stop();
  },
  tool: async ({ opened }, use) => {
    const page = await opened.open(`${cairn}/tool`);
    await use({ page, read: (url) => page.evaluate(`reading.readHere(${JSON.stringify(url)})`) });
  },
});

test('N a page without CORS is read by the tool after one press in the companion’s page; without it nothing arrives', async ({
  tool,
  opened,
  net,
}) => {
  await tool.page.evaluate(`void (window.reads = reading.readHere('https://open.example/a'))`);
  const own = await opened.companionPage('open.example');
  const answered = () => net.asked('open.example').filter(({ headers }) => !headers.origin?.startsWith(cairn));
  expect(answered()).toEqual([]);
  await own.press('Allow this site');
  const { shown, kept } = await tool.page.evaluate<{ shown: string; kept: string }>('window.reads');
  expect(shown).toMatch(/^Read through the companion\./);
  expect(kept).toContain('Read at open.example/a: grüße, 你好.');
  expect(answered()).toHaveLength(1);

  await tool.page.evaluate(`void (window.reads = reading.readHere('https://plain.example/b'))`);
  await (await opened.companionPage('plain.example')).press('Not now');
  expect((await tool.page.evaluate<{ shown: string }>('window.reads')).shown).toContain(
    'the person has not allowed plain.example in the companion',
  );
});

test('N each refusal of the companion is one clear sentence', async ({ visit, tool }) => {
  await visit.grant('open.example');
  await visit.grant('flood.example');
  const told = async (url: string) => (await tool.read(url)).shown;
  const to = (where: string) => `https://open.example/to?where=${encodeURIComponent(where)}`;
  expect(await told(to('https://shut.example/c'))).toContain('redirects to a site that the person has not allowed');
  expect(await told(to('https://flood.example/b'))).toContain(
    'redirects to another site to https://flood.example/b: fetch that address instead.',
  );
  expect(await told('https://open.example:8443/')).toContain('reads addresses with https at the usual port only');
  expect(await told('https://192.168.0.1/')).not.toContain('companion');
  expect(await told('https://flood.example/huge')).toContain('larger than 5 MB');
  expect(await told('https://flood.example/endless')).toContain('larger than 5 MB');
  expect(await told('https://flood.example/type?is=image/png')).toContain('neither text nor a PDF');
  expect(await told('https://flood.example/stall')).toContain('not there in full within 20 seconds');
});

test('N a site that is revoked in between, and a companion that is paused, are told by name', async ({
  visit,
  tool,
  net,
}) => {
  await visit.grant('open.example');
  await tool.page.evaluate(`void (window.reads = reading.readHere('https://open.example/stall'))`);
  const begun = () => net.asked('open.example').filter(({ headers }) => !headers.origin?.startsWith(cairn)).length;
  await expect.poll(begun).toBe(1);
  const own = await visit.companion();
  await own.press('Revoke open.example');
  expect((await tool.page.evaluate<{ shown: string }>('window.reads')).shown).toContain(
    'the person took the permission for open.example back',
  );
  await own.press('Pause');
  await expect.poll(() => own.evaluate(`document.body.innerText.includes('Go on')`)).toBe(true);
  expect((await tool.read('https://open.example/a')).shown).toContain('the companion is paused');
});

test('N kept pages without CORS give the same text through the companion as directly', async ({
  visit,
  tool,
}, info) => {
  test.skip(pages.length === 0, `${samples} is absent`);
  info.setTimeout(300_000);
  await visit.grant('open.example');
  const different: string[] = [];
  for (const [at, { id }] of pages.entries()) {
    const direct = await tool.read(`https://welcome.example/kept/${at}`);
    let through = await tool.read(`https://open.example/kept/${at}`);
    // The companion reads sixty pages a minute.
    while (through.shown.includes('the companion is busy'))
      through = await tool.read(`https://open.example/kept/${at}`);
    const plain = through.kept.replaceAll('open.example', 'welcome.example');
    if (plain !== direct.kept || !through.shown.startsWith('Read through the companion.')) different.push(id);
  }
  info.annotations.push({ type: 'figures', description: `${pages.length} pages, different: ${different.length}` });
  expect(different).toEqual([]);
});
