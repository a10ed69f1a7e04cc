import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Arrival } from './support/small-net.ts';
import { calling, harmful, needing, story } from './support/scripted-pages.ts';
import { expect, test } from './support/test.ts';

const at = (name: string) => `https://open.example/scripted/${encodeURIComponent(name)}`;
/** Cookies of the browser, or of an earlier rendered read; those of one read are its own. */
const secret = ({ headers, url }: Arrival) =>
  !url.endsWith('.ico') && (headers.cookie?.includes('secret') || (headers.cookie !== undefined && !headers.referer));

test('N a site’s scripts run only after a grant of their own, and no longer than that', async ({ visit, net }) => {
  await visit.grant('open.example');
  expect(await visit.render(at('client-rendered'))).toBe('render_not_granted');
  expect(net.asked('open.example')).toEqual([]);
  await visit.grantScripts('open.example');
  expect(await visit.render(at('client-rendered'))).toContain(story);
  await visit.page.evaluate(`line.ask({ kind: 'revoke', origin: 'https://open.example' })`);
  expect(await visit.render(at('client-rendered'))).toBe('not_granted');
});

test('N twenty pages that need their scripts are read within ten seconds, or it is said why not; no cookie is sent', async ({
  visit,
  opened,
  net,
}, testInfo) => {
  test.setTimeout(300_000);
  expect(Object.keys(needing)).toHaveLength(20);
  await visit.grantScripts('open.example');
  await (await opened.open('https://open.example/cookie')).close();
  const before = net.arrivals.length;
  const times: string[] = [];
  for (const [name, { gives }] of Object.entries(needing)) {
    expect(await visit.read(at(name))).toMatch(/^<!doctype html>(?!.*The cairn on the pass)/);
    const begun = Date.now();
    const came = await visit.render(at(name));
    const took = Date.now() - begun;
    times.push(`${name}: ${took} ms, ${came.length < 30 ? came : `${came.length} characters`}`);
    if (typeof gives === 'string' && gives !== '') expect.soft([name, came]).toEqual([name, gives]);
    else
      expect
        .soft([
          name,
          came
            .slice(0, 2000)
            .replace(/<[^>]*>/g, ' ')
            .replace(name, '')
            .replace(/\s+/g, ' '),
        ])
        .toEqual([name, gives === '' ? expect.not.stringMatching(/[a-z]/) : expect.stringMatching(gives)]);
    expect.soft(took).toBeLessThan(10_500);
  }
  await testInfo.attach('times', { body: times.join('\n') });
  expect(net.arrivals.slice(before).filter(secret)).toEqual([]);
  expect(net.arrivals.filter(({ url }) => url.includes('loot') || url.includes('never.png'))).toEqual([]);
});

test('N a page that means harm reaches no other site, no private address, no window and no download', async ({
  visit,
  opened,
  net,
}) => {
  test.setTimeout(300_000);
  await visit.grantScripts('open.example');
  await visit.grant('plain.example');
  await (await opened.open('https://open.example/cookie')).close();
  const before = net.arrivals.length;
  const pages = () => opened.context?.pages().length;
  const open = pages();
  const downloads: string[] = [];
  opened.context?.on('page', (page) => page.on('download', (file) => downloads.push(file.url())));
  for (const [name, { gives }] of Object.entries(harmful)) {
    const came = await visit.render(at(name));
    const text = came.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    expect.soft([name, text]).toEqual([name, typeof gives === 'string' ? gives : expect.stringMatching(gives)]);
    expect.soft(text).not.toContain('forged');
    expect.soft([name, pages()]).toEqual([name, open]);
  }
  expect(downloads).toEqual([]);
  expect(net.arrivals.slice(before).filter(secret)).toEqual([]);
  const allowed = /^https:\/\/open\.example\/(?:scripted|to)/;
  expect(net.arrivals.filter(({ url }) => url.includes('loot') && !allowed.test(url)).map(({ url }) => url)).toEqual(
    [],
  );
  expect(await visit.page.evaluate('document.hasFocus() && document.visibilityState')).toBe('visible');
});

test('N a rendered page calls nobody by WebRTC, whichever frame it tries it from', async ({ visit, opened }) => {
  const called = createSocket('udp4').bind(0, '127.0.0.1');
  await once(called, 'listening');
  let calls = 0;
  called.on('message', () => (calls += 1));
  await visit.grantScripts('open.example');
  for (const name of Object.keys(calling)) {
    const address = `${at(name)}?${called.address().port}`;
    const tab = await opened.open(address);
    await expect.poll(() => [name, calls > 0]).toEqual([name, true]);
    await tab.close();
    /** A call that was heard last may be repeated for a moment. */
    await expect
      .poll(async () => {
        const before = calls;
        await new Promise((resolve) => setTimeout(resolve, 400));
        return calls - before;
      })
      .toBe(0);
    calls = 0;
    expect([name, await visit.render(address)]).toEqual([name, expect.stringContaining(story)]);
    expect([name, calls]).toEqual([name, 0]);
  }
  called.close();
});
