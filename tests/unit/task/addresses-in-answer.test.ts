import { describe, expect, test } from 'vitest';
import { hostsInAnswer, hostsNamedNowhere } from '../../../src/task/addresses-in-answer.ts';

const hosts = (answer: string, ...texts: string[]) => hostsNamedNowhere(hostsInAnswer(answer), texts);

describe('R8.6 sites in an answer that nothing named', () => {
  test.each<[string, string, string[]]>([
    ['[Inkpad price list](https://www.inkpad.example/prices)', 'Notewell costs 8', ['inkpad.example']],
    ['见 https://quillo.example/pricing。另见 https://b.example/x', '', ['quillo.example', 'b.example']],
    ['https://quillo.de查看', '', ['quillo.de']],
    ['https://b.de', 'web.de is here', ['b.de']],
    ['https://shop.de', 'shop.design and my-shop.de', ['shop.de']],
    [
      'https://ourworldindata.org/x, https://mysql.com, https://yourtube.com and https://youtube.com',
      '',
      ['ourworldindata.org', 'mysql.com', 'yourtube.com', 'youtube.com'],
    ],
    ['https://münchen.de/rathaus', 'Köln', ['münchen.de']],
    ['Sources:\n\n- Prices\n    - https://quillo.de/x', '', ['quillo.de']],
    ['A `word`, https://quillo.de/x and another `word`', '', ['quillo.de']],
    ['http://www.w3.org/TR/SVG2/', '', ['w3.org']],
  ])('%s', (answer, text, expected) => expect(hosts(answer, text)).toEqual(expected));

  test.each<[string, string]>([
    ['https://www.inkpad.example/prices/', '{"url":"http://inkpad.example/prices"}'],
    ['https://inkpad.example/other', 'Read https://www.inkpad.example/prices'],
    ['https://python.org/x', 'Read docs.python.org'],
    ['https://zh.wikipedia.org/wiki/猫', 'https://zh.wikipedia.org/wiki/%E7%8C%AB'],
    [String.raw`https://a.example/team`, String.raw`"https:\/\/a.example\/team"`],
    ['https://a.example/team', JSON.stringify(JSON.stringify('See\na.example\tnow'))],
    ['https://a.example/team', '"https%3A%2F%2Fa.example%2Fteam"'],
    ['https://a.example:443/team', 'a.example'],
    ['https://me:pw@a.example/team', 'a.example'],
    ['https://a.example/team', '请看a.example的价格'],
    ['https://münchen.de/rathaus', 'Lies https://münchen.de/rathaus'],
    ['https://münchen.de/rathaus', 'https://www.xn--mnchen-3ya.de/rathaus'],
    ['https://xn--mnchen-3ya.de/rathaus', 'Lies MÜNCHEN.de'],
    ['https://例子.中国/页', '看 https://例子.中国/页'],
    ['https://example.com/x and https://api.example.org and https://your-domain.com/a', ''],
    ['https://api.your-company.com/x and https://yourcompany.com and https://mysite.co.uk', ''],
    ['http://192.168.1.5/admin, http://127.0.0.1:8080, http://localhost:5173 and http://[::1]/', ''],
    ['http://host.docker.internal:11434 and http://router/', ''],
    ['<svg xmlns="http://www.w3.org/2000/svg" xmlns:dc="http://purl.org/dc/elements/1.1/">', ''],
    ['http://www.w3.org/2000/svg', ''],
    ['Open `https://invented.example/x` or ``https://other.example``', ''],
    ['```\nfetch("https://invented.example/x")\n```', ''],
    ['~~~js\nfetch("https://invented.example/x")\n~~~', ''],
    ['So:\n\n    fetch("https://invented.example/x")\n', ''],
    ['https://quillo.…', ''],
    ['No address at all', ''],
  ])('named, private or a placeholder: %s', (answer, text) => expect(hosts(answer, text)).toEqual([]));

  test.each([
    ['“', '”'],
    ['„', '“'],
    ['«', '»'],
    ['「', '」'],
    ['《', '》'],
    ['【', '】'],
    ['', '！很好'],
    ['', '：很好'],
    ['', '？'],
    ['', '；另见'],
    ['', '查看'],
    ['', '…'],
    ['', '—nice'],
    ['', '→'],
    ['', '’s'],
    ['', '\u200b'],
  ])('an address ends at the sign behind it: %s…%s', (before, behind) => {
    for (const path of ['', '/a'])
      expect(
        hosts(`${before}https://shop.de${path}${path === '' && behind === '…' ? ' …' : behind}`, 'https://shop.de/b'),
      ).toEqual([]);
  });
});
