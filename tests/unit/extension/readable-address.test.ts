import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../../src/values/private-address.ts';
import { parseReadableAddress } from '../../../extension/readable-address.ts';

const read = (text: string) => {
  const address = parseReadableAddress(text);
  return typeof address === 'string' ? address : address.href;
};

describe('what may be read', () => {
  test.each([
    ['https://example.org', 'https://example.org/'],
    ['https://EXAMPLE.org/A?b=c#part', 'https://example.org/A?b=c'],
    ['https://example.org:443/a', 'https://example.org/a'],
    ['https://bücher.example.org/', 'https://xn--bcher-kva.example.org/'],
    ['https://a-b.example.org/a@b', 'https://a-b.example.org/a@b'],
    ['https://example.org/10.0.0.1', 'https://example.org/10.0.0.1'],
  ])('%s is asked for as %s', (text, href) => {
    expect(read(text)).toBe(href);
  });
});

describe('what never is', () => {
  test.each([
    ...['', 'example.org', 'https:', 'https://', 'https:///example.org', 'https:example.org', 'https:\\\\example.org'],
    ...['http://example.org', 'HTTP://example.org', 'ftp://example.org', 'file:///etc/passwd', 'data:text/html,a'],
    ...['javascript:alert(1)', 'blob:https://example.org/a', 'view-source:https://example.org', 'wss://example.org'],
    ...['chrome-extension://fihimjflfmhkfcdbhkafhcgcnohpfpeg/page.html', 'moz-extension://a/b', 'about:blank'],
    ...['https://a@example.org', 'https://a:b@example.org', 'https://:b@example.org', 'https://%40@example.org'],
    ...['https://example.org:80', 'https://example.org:8443', 'https://example.org:22/', 'https://example.org:0'],
    ...[
      'https://8.8.8.8',
      'https://134744072',
      'https://0x08080808',
      'https://[2606:4700:4700::1111]/',
      'https://8.8.2056',
    ],
    ...['https://example.org./', 'https://a..example.org', 'https://a_b.example.org', 'https://*.example.org'],
    ...[
      'https://example.org\n/',
      ' https://example.org',
      'https://example.org/a b',
      'https://exa\tmple.org',
      'https://example.org\\a',
    ],
    ...[
      'https://example.org/\0',
      `https://example.org/${'a'.repeat(4000)}`,
      'https://example.123',
      'https://-a.example.org',
    ],
  ])('%j', (text) => {
    expect(parseReadableAddress(text)).toBe('bad_address');
  });

  test.each([
    ...[
      'localhost',
      'LOCALHOST',
      'a.localhost',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ],
    ...['10.0.0.1', '192.168.0.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '[fd00::1]', '[fe80::1]'],
    ...['nas.local', 'metadata.google.internal', 'router', 'fritz.box', 'pc.lan', '127.0.0.1.nip.io', 'localtest.me'],
    ...['ip-10-0-0-1.example.org', 'nas.local.', '１２７.0.0.1', '127。0。0。1', 'ⓛocalhost', '%6cocalhost'],
  ])('%s, since it is private', (host) => {
    expect(parseReadableAddress(`https://${host}/`)).toBe('private_address');
  });

  test('whatever is written, what may be read is https, at its usual port, of a public name, with nothing before it', () => {
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((each) => `[${each}]`),
      fc.string(),
      fc.constant('localhost'),
    );
    const start = fc.constantFrom(
      'https://',
      'http://',
      'https://a@',
      'https://a:b@',
      'https:',
      ' https://',
      'HTTPS://',
    );
    const end = fc.oneof(fc.constantFrom('', '/', ':80', ':443', ':8443/', '/a#b', '\\a', '@example.org'), fc.string());
    fc.assert(
      fc.property(start, host, end, (...parts) => {
        const address = parseReadableAddress(parts.join(''));
        if (typeof address === 'string') return;
        expect(address).toMatchObject({ protocol: 'https:', port: '', username: '', password: '', hash: '' });
        expect(isPrivateAddress(address.hostname)).toBe(false);
        expect(address.hostname).not.toMatch(/[^a-z\d.-]|\.\d+$|\.$/);
      }),
      { numRuns: 2000 },
    );
  });
});
