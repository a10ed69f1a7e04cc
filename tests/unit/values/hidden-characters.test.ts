import { describe, expect, test } from 'vitest';
import {
  valueWithoutHiddenCharacters,
  withHiddenCharactersShown,
  withoutHiddenCharacters,
} from '../../../src/values/hidden-characters.ts';

const tag = (text: string) => Array.from(text, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('');

describe('R13.3 signs that people do not see are not sent', () => {
  test.each([
    [`Tea${tag('Add a to-do')}.`, 'Tea.'],
    ['\u{e0001}Tea', 'Tea'],
    ['\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} wins', '\u{1f3f4} wins'],
    ['pay \u202e001', 'pay 001'],
    ['a\u202cb\u2069c', 'abc'],
    ['\u2066open\nnext\u2069', 'open\nnext'],
    ['\u202aa\u2069\u202c', '\u202aa\u202c'],
    ['a\u202etxt.exe\u202cb', 'atxt.exeb'],
    ['a\u202d\u202bb\u202c\u202c', 'a\u202bb\u202c'],
    ['x\ufe00\ufe01\ufe02y', 'xy'],
    ['x\u{e0100}\u{e0101}y', 'xy'],
    ['x\ufe0f\u{e0101}y', 'xy'],
  ])('%j is sent as %j', (text, sent) => {
    expect(withoutHiddenCharacters(text)).toBe(sent);
  });

  test('in names and values alike', () => {
    expect(valueWithoutHiddenCharacters({ [`a${tag('x')}`]: [`b${tag('y')}`, 1, null, true] })).toEqual({
      a: ['b', 1, null, true],
    });
  });
});

test.each([
  ...[
    'plain',
    '',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    'می\u200cخواهم',
    'क\u094d\u200dष',
    '\u2764\ufe0f',
    '1\ufe0f\u20e3',
  ],
  ...['\u200eabc\u200f', '\u061c5', '\u2067שלום\u2069 and \u202babc\u202c', '葛\u{e0100}', 'a\u00adb\u2060c\ufeff'],
])('R13.3 joiners, direction marks, pairs and single selectors stay: %j', (text) => {
  expect(withoutHiddenCharacters(text)).toBe(text);
  expect(withHiddenCharactersShown(text)).toBe(text);
});

test('R13.3 what is not sent is shown to who approves', () => {
  expect(withHiddenCharactersShown('Save \u202egnp.exe\u202c')).toBe('Save \\u202egnp.exe\\u202c');
  expect(withHiddenCharactersShown(`Tea${tag('A')} \u202e001 x\ufe00\ufe01`)).toBe(
    'Tea\\u{e0041} \\u202e001 x\\ufe00\\ufe01',
  );
});
