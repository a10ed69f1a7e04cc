import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeCompanionData, readCompanionData } from '../../../extension/stored-data.ts';
import {
  forgetWithdrawnSites,
  grantedSites,
  grantSite,
  scriptAllowedSites,
  revokeSite,
} from '../../../extension/sites.ts';
import { fakeChrome } from './fake-chrome.ts';

let browser = fakeChrome();
beforeEach(() => {
  browser = fakeChrome();
  vi.stubGlobal('chrome', browser.api);
  vi.stubGlobal('navigator', { locks: { request: async (_: string, change: () => Promise<void>) => change() } });
});
afterEach(() => void vi.unstubAllGlobals());

test('a site may be read once the browser has granted it', async () => {
  expect(await grantedSites()).toEqual([]);
  expect(await grantSite('https://b.example')).toBe(true);
  expect(await grantSite('https://a.example')).toBe(true);
  expect(await grantSite('https://a.example')).toBe(true);
  expect(await grantedSites()).toEqual(['https://a.example', 'https://b.example']);
});

test('a site that the browser does not grant may not', async () => {
  browser.refuses.add('https://a.example');
  expect(await grantSite('https://a.example')).toBe(false);
  expect(await grantedSites()).toEqual([]);
});

test('a grant of the browser for all sites opens none that the person did not allow here', async () => {
  browser.granted.add('*');
  expect(await grantedSites()).toEqual([]);
  await grantSite('https://a.example');
  expect(await grantedSites()).toEqual(['https://a.example']);
});

test('a revoked site is gone from both, also where the browser keeps its grant', async () => {
  await grantSite('https://a.example');
  await revokeSite('https://a.example');
  expect([await grantedSites(), [...browser.granted]]).toEqual([[], []]);
  await grantSite('https://b.example');
  browser.api.permissions.remove = () => Promise.reject(new Error('You cannot remove required permissions.'));
  await revokeSite('https://b.example');
  expect(await grantedSites()).toEqual([]);
});

test('what was taken back in the browser does not come back with a wider grant there', async () => {
  await grantSite('https://a.example');
  await grantSite('https://b.example');
  browser.granted.delete('https://a.example');
  expect(await grantedSites()).toEqual(['https://b.example']);
  await forgetWithdrawnSites();
  browser.granted.add('*');
  expect(await grantedSites()).toEqual(['https://b.example']);
});

test('what is kept starts empty, and changes by parts', async () => {
  expect(await readCompanionData()).toEqual({ sites: [], rendered: [], paused: false, log: [] });
  await changeCompanionData(() => ({ paused: true }));
  await changeCompanionData((was) => ({ log: [{ at: 1, url: 'a', outcome: 'read', bytes: 2 }, ...was.log] }));
  expect(await readCompanionData()).toMatchObject({ paused: true, log: [{ url: 'a' }] });
});

test('scripts of a site may be run once that was granted apart, and no more after it was revoked', async () => {
  await grantSite('https://a.example');
  expect(await scriptAllowedSites()).toEqual([]);
  await grantSite('https://a.example', true);
  await grantSite('https://b.example', true);
  expect(await scriptAllowedSites()).toEqual(['https://a.example', 'https://b.example']);
  await revokeSite('https://a.example');
  browser.granted.delete('https://b.example');
  expect(await scriptAllowedSites()).toEqual([]);
});
