import { expect, test } from 'vitest';
import { localTimeText, parseTime } from '../../../src/tools/parse-time.ts';

const zone = 'Asia/Shanghai';
const monday = '2026-11-23T02:00:00.000Z';
const sunday = '2026-11-29T02:00:00.000Z';

function read(text: string, now: string): string | null {
  const time = parseTime(text, zone, now);
  return time && (time.kind === 'date' ? time.date : localTimeText(time.ms, zone));
}

test.each([
  ['下周三下午三点', '2026-12-02T15:00'],
  ['周五', '2026-12-04'],
  ['下周六上午九点', '2026-12-05T09:00'],
  ['明天下午三点', '2026-11-30T15:00'],
  ['12月5日', '2026-12-05'],
  ['2026年12月5日', '2026-12-05'],
  ['2026年12月5日 15:00', '2026-12-05T15:00'],
  ['2026/12/05', '2026-12-05'],
  ['2026/12/5 9:00', '2026-12-05T09:00'],
  ['2026-12-05T15：00', '2026-12-05T15:00'],
  ['２０２６-12-05', '2026-12-05'],
  ['tomorrowT15:00', '2026-11-30T15:00'],
  ['on monday at 3pm', '2026-11-30T15:00'],
  ['in 2 hours', '2026-11-29T12:00'],
])('R9.1 a tool reads “%s” as the commands do', (text, expected) => {
  expect(read(text, sunday)).toBe(expected);
});

test('R9.1 “next monday” said on a Monday, and “next sunday” on a Sunday, are seven days later', () => {
  expect(read('next monday', monday)).toBe('2026-11-30');
  expect(read('next sunday', sunday)).toBe('2026-12-06');
  expect(read('下周一', monday)).toBe('2026-11-30');
  expect(read('monday', monday)).toBe('2026-11-23');
});

test.each([
  ['2月30日'],
  ['2026-02-30'],
  ['31号'],
  ['明天25点'],
  ['农历八月十五'],
  ['tomorrow 9'],
  ['15:00'],
  ['三点'],
  ['this weekend'],
  ['明天三点到五点'],
  ['明天开会'],
  ['soon'],
])('R9.1 a tool does not read “%s” as one day or time', (text) => {
  expect(read(text, sunday)).toBeNull();
});
