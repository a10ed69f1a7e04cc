import type { CDPSession, Page } from '@playwright/test';
import { test } from './bench-test.ts';

/** Lighthouse's slow connection: 1.6 Mbit/s less 10 % for protocol overhead, and a round trip of 150 ms. */
const slow = { offline: false, latency: 150, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 };

/** Returns a function for the bytes received so far, headers included: all, and those of scripts. */
async function counted(session: CDPSession): Promise<() => { all: number; scripts: number }> {
  const kinds = new Map<string, string>();
  let all = 0;
  let scripts = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (kinds.get(requestId) === 'Script') scripts += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => ({ all, scripts });
}

/** Records when the page first shows a form field. */
const noteTimes = () => {
  const times = { form: 0 };
  Object.assign(globalThis, { times });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('input, textarea')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (times.form = performance.now())));
  }).observe(document, { childList: true, subtree: true });
};

async function firstContentfulPaint(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  );
  return painted.jsonValue();
}

test('a cold start on a slow connection and a slow processor', async ({ page, figure }) => {
  const session = await page.context().newCDPSession(page);
  const bytes = await counted(session);
  await session.send('Network.emulateNetworkConditions', slow);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(noteTimes);
  await page.goto('/');
  const form = await page.waitForFunction(() => (globalThis as unknown as { times: { form: number } }).times.form);
  const before = bytes();
  figure('welcome form, slow', await form.jsonValue(), 'ms');
  const painted = await firstContentfulPaint(page);
  figure('first contentful paint, slow', painted, 'ms');
  figure('bytes until the welcome form', before.all, 'bytes');
});

test('a cold start on this machine', async ({ page, figure }) => {
  const session = await page.context().newCDPSession(page);
  const bytes = await counted(session);
  await page.addInitScript(noteTimes);
  await page.goto('/');
  const form = await page.waitForFunction(() => (globalThis as unknown as { times: { form: number } }).times.form);
  figure('welcome form, loopback', await form.jsonValue(), 'ms');
  const painted = await firstContentfulPaint(page);
  figure('first contentful paint, loopback', painted, 'ms');
  await page.waitForLoadState('networkidle');
  figure('bytes of a cold start', bytes().all, 'bytes');
});
