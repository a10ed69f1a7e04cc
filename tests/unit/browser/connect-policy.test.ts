import { expect, test } from 'vitest';
import { networkWorkerCsp } from '../../../src/browser/network/connect-policy.ts';

const policy = (...sites: string[]) =>
  networkWorkerCsp(`?${sites.map((site) => `to=${encodeURIComponent(site)}`).join('&')}`);

test('R13.4 a network worker may connect to the sites of its address, and to none when it names none', () => {
  expect(networkWorkerCsp('')).toBe("default-src 'none'; connect-src 'none'");
  expect(policy('https://a.example', 'http://127.0.0.1:8080', 'https://*.hf.co')).toBe(
    "default-src 'none'; connect-src https://a.example http://127.0.0.1:8080 https://*.hf.co",
  );
});

test('R13.4 hosts that no policy can name are allowed by their scheme, and nothing else gets into the policy', () => {
  expect(policy('http://[::1]:8080')).toBe("default-src 'none'; connect-src http:");
  for (const odd of [
    '*',
    "'self'",
    'https:',
    'data:',
    'https://a.example; script-src *',
    'https://a b',
    'javascript://x',
  ])
    expect(policy(odd)).toBe("default-src 'none'; connect-src 'none'");
});
