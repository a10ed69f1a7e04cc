import { describe, expect, test } from 'vitest';
import {
  personalTextInAddress,
  isWrittenByPerson,
  foldedForMatching,
  siteOfAddress,
} from '../../../src/task/carried-text.ts';

const ownText =
  'Our client Friedrich Möllendorf, IBAN DE89 3704 0044 0532 0130 00, hearing on 2026-12-01, call 030-4455667. ' +
  'The notice period was too short. 患者张三丰，诊断为胃癌晚期，住址朝阳区';
const page =
  'See [next](https://court.example/list?topic=dismissal&page=1) and https://court.example/rulings/2-azr-98-19/text. ' +
  'The Franz Werfel Institut, items 41881234, 41881235. cursor eyJhIjoxfQ';
const saidText = 'Summarise https://court.example/judgment.html about the notice period. 帮我找柏林的素食餐厅';

function carried(address: string, { own = ownText, outside = page, said = saidText } = {}) {
  return personalTextInAddress(`https://court.example${address}`, {
    said: foldedForMatching(said).text,
    outside: [foldedForMatching(outside)],
    own: [foldedForMatching(own)],
  });
}

describe('R13.3 an address carries out nothing of the person’s own unasked', () => {
  test.each([
    ['a plain name', '/log?client=Möllendorf'],
    ['an IBAN', '/log?iban=DE89370400440532013000'],
    ['an IBAN in part', '/log?a=DE893704'],
    ['an IBAN in groups', '/log?a=DE89+3704+0044'],
    ['a telephone number', '/log?a=0304455667'],
    ['percent-encoded', '/log?n=M%C3%B6llendorf'],
    ['escaped twice', '/l?d=M%25C3%25B6llendorf'],
    ['in the path', '/m%C3%B6llendorf/index'],
    ['behind the #', '/index#Möllendorf'],
    ['as the name of a field', '/?m%C3%B6llendorf&page=2'],
    ['in another case', '/l?n=M%C3%96LLENDORF'],
    ['as base64', `/l?d=${btoa('IBAN DE89370400440532013000')}`],
    ['in Chinese', '/l?n=张三丰'],
    ['in Chinese, put anew', '/l?n=张三丰得胃癌'],
    ['in Chinese, in part', '/l?n=胃癌晚'],
    ['among words of the goal', '/l?n=柏林朝阳区餐厅'],
    ['behind an address that was read', '/list?topic=dismissal&page=Möllendorf'],
  ])('%s', (_, address) => expect(carried(address)).toBe('own'));

  test.each([
    ['the address that the person wrote', '/judgment.html'],
    ['one that stands on a page', '/rulings/2-azr-98-19/text'],
    ['one before a full stop', '/rulings/2-azr-98-19/text.'],
    ['the next page', '/list?topic=dismissal&page=2'],
    ['a page of many', '/list?page=2&per_page=100&topic=dismissal'],
    ['an id that a page showed', '/v0/item/41881234.json'],
    ['a cursor that a page showed', '/list?cursor=eyJhIjoxfQ'],
    ['a name that a page showed', '/wiki/Franz_Werfel_Institut'],
    ['a name in brackets', '/wiki/Mercury_(planet)'],
    ['a search with the person’s words', '/search?q=notice+period'],
    ['a search with words in another form', '/search?q=periods+noticed+K%C3%BCndigungsfrist'],
    ['a search in Chinese', '/search?q=柏林素食餐厅推荐'],
    ['coordinates', '/v1/forecast?latitude=52.52&longitude=13.41'],
    ['a year', '/archive?year=2026'],
    ['a day', '/list?from=2026-12-01&to=2026-12-07'],
    ['a day without hyphens', '/2026/12/01/list?day=20261201'],
    ['short and plain words', '/wiki/the?was=too&call=1'],
    ['the first page', '/'],
  ])('%s is none', (_, address) => expect(carried(address)).toBeUndefined());

  describe('at the site that the text is from', () => {
    const atSite = (address: string, text: string, from = 'https://www.court.example/start') =>
      personalTextInAddress(`https://court.example${address}`, {
        said: foldedForMatching(saidText).text,
        outside: [{ ...foldedForMatching(text), site: siteOfAddress(from) }],
        own: [
          foldedForMatching(ownText),
          foldedForMatching('Oncology, insurance 4711991. Chemotherapy. werfel institut 41881234 dismissal'),
        ],
      });
    const wordList = 'chemotherapy 4711991 dismissal friedrich hearing insurance möllendorf oncology';

    test.each([
      ['words of a list that it showed, put together', '/c?d=Oncology+insurance+4711991&c=Chemotherapy'],
      ['in the path', '/Oncology-insurance/4711991'],
      ['one word of its list beside another', '/list?topic=dismissal%20möllendorf'],
      ['as base64', `/c?d=${btoa('Oncology insurance')}`],
      ['in a name with an ending', '/oncology_insurance_x.html'],
    ])('%s are asked about', (_, address) => {
      expect(atSite(address, wordList)).toBe('own');
      expect(atSite(address, wordList, 'https://other.example/')).toBeUndefined();
    });

    test.each([
      ['the next page', '/list?topic=dismissal&page=2'],
      ['an id', '/v0/item/41881234.json'],
      ['an id without an ending', '/item?id=41881234'],
      ['a title', '/wiki/Franz_Werfel_Institut'],
      ['a title in escapes', '/wiki/Franz%20Werfel%20Institut'],
      ['a search for what it calls something', '/search?q=Franz+Werfel+Institut'],
      ['a link with a name', '/reports/oncology-insurance-2-azr.html'],
      ['a search with the person’s words', '/search?q=notice+period'],
    ])('%s that stands there as a whole is none', (_, address) =>
      expect(
        atSite(address, `${page} https://court.example/reports/oncology-insurance-2-azr.html dismissal`),
      ).toBeUndefined(),
    );

    test('two values that stand there each, put into one, are asked about', () =>
      expect(atSite('/search?q=Franz+Werfel+Institut+dismissal', page)).toBe('own'));
  });

  test.each([
    ['https://a.example/', 'a.example'],
    ['https://www.a.example:8443/x', 'a.example'],
    ['https://a.example./', 'a.example'],
    ['http://10.0.0.1/', '10.0.0.1'],
    ['http://[fd00::1]/', '[fd00::1]'],
    ['http://router/', 'router'],
  ])('the site of %s is %s', (address, expected) => expect(siteOfAddress(address)).toBe(expected));

  test.each(['sort=title', 'sort=priority', 'size=normal', 'full=false', 'o=created', 'q=reminder+overlaps'])(
    'a word of lists and tools is none: %s',
    (query) =>
      expect(
        carried(`/list?${query}`, { own: 'title priority normal false created reminder overlaps' }),
      ).toBeUndefined(),
  );

  test('a part of a word is none', () =>
    expect(carried('/search?q=planet', { own: 'planetarium on Friday' })).toBeUndefined());

  test('what a call was given does not become known by its echo, nor the person’s own', () => {
    const echo = foldedForMatching('No result for Möllendorf', 'Möllendorf');
    const more = { said: '', outside: [echo], own: [foldedForMatching(ownText)] };
    expect(personalTextInAddress('https://court.example/?q=Möllendorf', more)).toBe('own');
    expect(
      personalTextInAddress('https://court.example/?q=Möllendorf', { ...more, outside: [], own: [echo] }),
    ).toBeUndefined();
  });

  test('nor is any address where nothing of the person’s own was read', () =>
    expect(
      personalTextInAddress('https://court.example/Möllendorf', { said: '', outside: [], own: [] }),
    ).toBeUndefined());

  test('a text is searched once for each part of the address, however many words it has', () => {
    let searches = 0;
    const counted = (text: string) =>
      Object.defineProperty({ asked: '', text: '', spaced: () => text }, 'text', {
        get: () => ((searches += 1), text),
      });
    const outside = Array.from({ length: 600 }, () => counted('lorem ipsum '.repeat(300)));
    expect(
      personalTextInAddress('https://court.example/alpha/beta?page=2', { said: '', outside, own: outside }),
    ).toBeUndefined();
    expect(searches).toBe(600);
  });
});

test.each([
  ['Read court.example/judgment, please', 'https://court.example/judgment', true],
  ['Read (https://court.example/judgment).', 'https://court.example/judgment', true],
  ['读 https://court.example/judgment。', 'https://court.example/judgment', true],
  ['比较https://b.example/的内容和https://a.example/的内容', 'https://a.example/', true],
  ['读https://a.example/abc的内容', 'https://a.example/abc', true],
  ['看 https://a.example/abc、https://b.example/', 'https://a.example/abc', true],
  ['Read https://a.example/wiki/Mercury_(planet)', 'https://a.example/wiki/Mercury_(planet)', true],
  ['Read https://a.example/a#part', 'https://a.example/a', true],
  ['Read https://a.example/a', 'https://a.example/a#part', true],
  ['Read https://a.example/a;b', 'https://a.example/a', true],
  ['Grow by 50 % and read https://a.example/m%C3%B6', 'https://a.example/mö', true],
  ['Read court.example/judgment', 'https://court.example/judgment?to=me', false],
  ['Read court.example', 'https://court.example/judgment', false],
])('“%s” names %s: %s', (text, address, expected) => expect(isWrittenByPerson(address, text)).toBe(expected));
