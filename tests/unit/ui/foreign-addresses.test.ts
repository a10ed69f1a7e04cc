import { describe, expect, test } from 'vitest';
import { splitAtAddress, addressParts } from '../../../src/ui/kit/address-parts.ts';
import { safeAddress } from '../../../src/values/safe-address.ts';
import { hostMissingInLinkText } from '../../../src/ui/kit/markdown/link-text.ts';
import { escapeInvisibleCharacters } from '../../../src/ui/kit/shown-text.ts';

describe('text that is approved or opened', () => {
  test('R13.2 characters that turn the order of reading, or hide, are written out', () => {
    const turning = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
    const hiding = [0x00, 0x08, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x034f, 0x115f, 0x180e, 0x200b, 0x200d, 0x2028];
    const farther = [0x2060, 0x2064, 0x3164, 0xd800, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0041, 0xe0100];
    for (const code of [...turning, ...hiding, ...farther]) {
      const hex = code.toString(16).padStart(4, '0');
      const written = code > 0xffff ? `\\u{${hex}}` : `\\u${hex}`;
      expect(escapeInvisibleCharacters(`a${String.fromCodePoint(code)}b`)).toBe(`a${written}b`);
    }
  });

  test.each([
    ['می\u200cخواهم خرید کنم'],
    ['क\u094d\u200dष'],
    ['👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 👩🏽\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3'],
    ['على الرقم \u200e+20 2'],
    ['שלום\u200f!'],
  ])('R13.2 what a script or an emoji needs stays as it is: %s', (text) => {
    expect(escapeInvisibleCharacters(text)).toBe(text);
  });

  test.each([
    ['pay\u200cpal', 'pay\\u200cpal'],
    ['می\u200c\u200cخ', 'می\\u200c\\u200cخ'],
    ['👨\u200d', '👨\\u200d'],
    ['שלום \u202eabc', 'שלום \\u202eabc'],
    ['שלום \u2067abc\u2069', 'שלום \\u2067abc\\u2069'],
    ['abc \u200fdef', 'abc \\u200fdef'],
    ['a\ufe0fb', 'a\\ufe0fb'],
  ])('R13.2 what hides in a text of such a script is written out: %s', (text, shown) => {
    expect(escapeInvisibleCharacters(text)).toBe(shown);
  });

  test('R13.2 what can be seen stays as it is', () => {
    const text = 'POST https://例え.jp/ä?q=1\n\n{"a": "žluťoučký 你好 😀 \u05e9\u05dc\u05d5\u05dd"}';
    expect(escapeInvisibleCharacters(text)).toBe(text);
  });
});

test.each([
  ['https://example.org/a?b=c#d', 'https://', 'example.org', '/a?b=c#d'],
  ['http://bank.example@evil.example:81/', 'http://bank.example@', 'evil.example:81', '/'],
  ['https://evil.example@evil.example/?', 'https://evil.example@', 'evil.example', '/?'],
  ['https://:secret@evil.example/#', 'https://:secret@', 'evil.example', '/#'],
  ['https://bücher.example/ä', 'https://', 'xn--bcher-kva.example', '/ä'],
  ['https://аpple.com/', 'https://', 'xn--pple-43d.com', '/'],
  ['https://a.example/\u202egpj.exe', 'https://', 'a.example', '/%E2%80%AEgpj.exe'],
  ['http://[::1]:8080/x', 'http://', '[::1]:8080', '/x'],
  ['mailto:a@b.example?body=secret', 'mailto:', 'a@b.example', '?body=secret'],
])('R13.2 %s is shown whole, with whom it leads to standing out', (href, before, host, after) => {
  const url = new URL(href);
  expect(addressParts(url)).toEqual({ before, host, after });
  expect(new URL(before + host + after).href).toBe(url.href);
});

test.each([
  ['https://example.org/a', 'the site', 'example.org'],
  ['https://example.org/a', 'https://example.org/a', null],
  ['https://example.org/', 'https://example.org', null],
  ['http://www.example.org/', 'www.example.org', null],
  ['mailto:a@b.example', 'a@b.example', null],
  ['mailto:a@b.example', 'write to us', 'a@b.example'],
  ['https://evil.example/', 'https://bank.example/?evil.example', 'evil.example'],
  ['https://evil.example/', 'https://evil.example.bank.example/', 'evil.example'],
  ['https://bank.example@evil.example/', 'https://bank.example@evil.example/', 'evil.example'],
  ['https://evil.example/', 'https://evil.example/\u202emoc.knab', 'evil.example'],
])('R13.2 a link to %s that reads “%s” is followed by %s', (href, text, host) => {
  expect(hostMissingInLinkText(new URL(href), text)).toBe(host);
});

test.each([
  ['javascript:alert(1)'],
  [' java\tscript:alert(1)'],
  ['data:text/html,x'],
  ['vbscript:x'],
  ['blob:https://a.example/1'],
  ['file:///etc/passwd'],
  ['filesystem:https://a.example/x'],
  ['view-source:https://a.example'],
  ['intent://x#Intent;end'],
  ['tel:1'],
  ['//evil.example/'],
  ['/relative'],
  ['#x'],
  [''],
])('R13.2 “%s” is no address to be followed', (href) => {
  expect(safeAddress(href)).toBeNull();
});

test('R9.12 the address in a subject is found where it stands whole, and nothing is lost around it', () => {
  const cases = ['https://a.example/?q=1', 'POST https://a.example/x\n\n{"a": "https://b.example/"}'];
  for (const subject of cases) {
    const { before, url, after } = splitAtAddress(subject)!;
    expect(url.host).toBe('a.example');
    expect(before + url.href + after).toBe(subject);
  }
  for (const subject of ['lakes at en.example', '“a.md”', 'desk: write {"a":1}', 'https://A.example', 'https://'])
    expect(splitAtAddress(subject)).toBeNull();
});
