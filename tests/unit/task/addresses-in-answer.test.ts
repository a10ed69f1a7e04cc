import { describe, expect, test } from 'vitest';
import { addressesInAnswer, hostsNamedNowhere } from '../../../src/task/addresses-in-answer.ts';

const hosts = (answer: string, ...texts: string[]) => hostsNamedNowhere(addressesInAnswer(answer), texts);

describe('R8.6 addresses in an answer that nothing named', () => {
  test.each<[string, string, string[]]>([
    ['[Inkpad price list](https://www.inkpad.example/prices)', 'Notewell costs 8', ['inkpad.example']],
    ['See https://quillo.example/pricing.', 'https://quillo.example/offline', ['quillo.example']],
    ['见 https://quillo.example/pricing。另见 https://b.example/x', '', ['quillo.example', 'b.example']],
  ])('%s', (answer, text, expected) => expect(hosts(answer, text)).toEqual(expected));

  test.each<[string, string]>([
    ['https://www.inkpad.example/prices/', '{"url":"http://inkpad.example/prices"}'],
    ['https://inkpad.example/prices?utm_source=x#top', 'Read https://www.inkpad.example/prices'],
    ['https://inkpad.example', 'Read https://inkpad.example/prices'],
    ['https://zh.wikipedia.org/wiki/%E7%8C%AB', 'https://zh.wikipedia.org/wiki/猫'],
    ['https://zh.wikipedia.org/wiki/猫', 'https://zh.wikipedia.org/wiki/%E7%8C%AB'],
    ['https://a.example/team', 'https://a.example/home\n[Team](/team)'],
    [String.raw`https://a.example/team`, String.raw`"https:\/\/a.example\/team"`],
    ['https://example.com/x and https://api.example.org and https://your-domain.com/a', ''],
    ['Open `https://invented.example/x`', ''],
    ['```\nfetch("https://invented.example/x")\n```', ''],
    ['No address at all', ''],
  ])('named, or a placeholder: %s', (answer, text) => expect(hosts(answer, text)).toEqual([]));
});
