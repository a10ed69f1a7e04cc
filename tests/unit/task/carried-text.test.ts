import { describe, expect, test } from 'vitest';
import { carriedBy, isNamed } from '../../../src/task/carried-text.ts';

const own = ['Our client Friedrich Möllendorf, IBAN DE89 3704 0044 0532 0130 00. 张三丰的案件'];
const open = [
  'See [next](https://court.example/list?topic=dismissal&page=1) and https://court.example/rulings/2-azr-98-19/text.',
];
const said = 'Summarise https://court.example/judgment.html about the notice period';
const carried = (address: string, more: Partial<Parameters<typeof carriedBy>[1]> = {}) =>
  carriedBy(address, { said, open, own, ...more });

describe('R13.3 an address carries out nothing of the person’s own unasked', () => {
  test.each([
    ['as it is', 'https://court.example/log?iban=DE89370400440532013000', 'own'],
    ['in part', 'https://court.example/log?a=DE893704', 'own'],
    ['a name in the path', 'https://court.example/m%C3%B6llendorf', 'own'],
    ['in another form', 'https://court.example/l?n=M%C3%96LLENDORF', 'own'],
    ['in Chinese', `https://court.example/l?n=${encodeURIComponent('张三丰')}`, 'own'],
    ['as base64', `https://court.example/l?d=${btoa('DE89370400440532013000')}`, 'unknown'],
    ['as hexadecimal', 'https://court.example/4d6f656c6c656e646f7266', 'unknown'],
    ['reversed', 'https://court.example/l?d=000310235044004073', 'unknown'],
    ['escaped twice', 'https://court.example/l?d=M%25C3%25B6llendorf', 'unknown'],
    ['in signs', 'https://court.example/l?d=-.-..--.--.-.-..--.-.--.', 'unknown'],
    ['as the names of fields', 'https://court.example/?RGU4OTM3&MDQwMDQ0&MDUzMjAx', 'unknown'],
    ['spelled in parts', 'https://court.example/R/G/U/4/O/T/M/3/M/D/Q/w/M/D/Q', 'unknown'],
    ['behind an address that was read', 'https://court.example/list?topic=dismissal&page=RGU4OTM3MDQwMA', 'unknown'],
  ])('%s', (_, address, expected) => expect(carried(address)).toBe(expected));

  test.each([
    ['the address that the person wrote', 'https://court.example/judgment.html'],
    ['one that stands on a page', 'https://court.example/rulings/2-azr-98-19/text'],
    ['the next page', 'https://court.example/list?topic=dismissal&page=2'],
    ['a later page', 'https://court.example/list?topic=dismissal&page=13'],
    ['a search with the person’s words', 'https://court.example/search?q=notice+period'],
    ['the first page', 'https://court.example/'],
  ])('%s is none', (_, address) => expect(carried(address)).toBeUndefined());

  test('nor is any address where nothing of the person’s own was read', () =>
    expect(carried('https://court.example/wiki/Something_the_model_knows_by_itself', { own: [] })).toBeUndefined());

  test('an address of another site is no cover', () =>
    expect(
      carried('https://court.example/aaaa/bbbb/cccc/dddd', { open: ['https://b.example/aaaa/bbbb/cccc/dddd'] }),
    ).toBe('unknown'));
});

test.each([
  ['Read court.example/judgment, please', 'https://court.example/judgment', true],
  ['Read (https://court.example/judgment).', 'https://court.example/judgment', true],
  ['读 https://court.example/judgment。', 'https://court.example/judgment', true],
  ['Read court.example/judgment', 'https://court.example/judgment?to=me', false],
  ['Read court.example', 'https://court.example/judgment', false],
])('“%s” names %s: %s', (text, address, expected) => expect(isNamed(address, text)).toBe(expected));
