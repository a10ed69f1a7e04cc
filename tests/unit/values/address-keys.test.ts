import { expect, test } from 'vitest';
import {
  hasHiddenSecretKey,
  addressWithSecretKeys,
  addressWithoutSecretKeys,
} from '../../../src/values/address-keys.ts';

test.each([
  ['https://mcp.example/mcp?exaApiKey=exa-1%2F2&tools=a', 'https://mcp.example/mcp?exaApiKey=***&tools=a'],
  [
    'https://a.example/?token=1&x-api-key=2&apikey=3&AUTH=4',
    'https://a.example/?token=***&x-api-key=***&apikey=***&AUTH=***',
  ],
])('the keys in %s are taken out, and put back as they were', (address, stored) => {
  const found = addressWithoutSecretKeys(address);
  expect(found.address).toBe(stored);
  expect(hasHiddenSecretKey(stored)).toBe(true);
  expect(addressWithSecretKeys(stored, found.keys).href).toBe(address);
  expect(addressWithoutSecretKeys(stored)).toEqual({ address: stored, keys: {} });
});

test('a password in an address is taken out', () => {
  expect(addressWithoutSecretKeys('https://me:pw@a.example/x').address).toBe('https://***:***@a.example/x');
});

test.each([
  'https://a.example/mcp?monkey=1&keyboard=2&author=3&max_tokens_limit=4&q=a%20b',
  'https://a.example/mcp?key=',
  'no address?key=1',
])('%s stays as it is', (address) => {
  expect(addressWithoutSecretKeys(address)).toEqual({ address, keys: {} });
  expect(hasHiddenSecretKey(address)).toBe(false);
});
