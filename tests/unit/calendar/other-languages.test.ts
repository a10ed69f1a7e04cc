import { describe, expect, test } from 'vitest';
import { parseTypedTodo } from '../../../src/calendar/words/parse-typed-todo.ts';
import { parseRecurringTimeText } from '../../../src/calendar/words/read-repeating-when.ts';

/** A Monday. */
const now = '2026-11-30T10:13:00.000Z';
const read = (text: string, ...languages: string[]) => {
  const when = parseRecurringTimeText(text, now, 'UTC', undefined, languages);
  return when === null || typeof when === 'string' ? when : `${when.start.replace(':00.000Z', '')} | ${when.rest}`;
};

describe('R10.1 words of Japanese and Korean', () => {
  test.each([
    '明日15時に会場へ電話',
    '今日中に見積書を送る',
    '会議資料を12月3日までに準備する',
    '3日間の研修を企画',
    '3日間研修',
    '31日間の研修',
    '2日目の会場準備',
    '12月3日（木）15:00 打ち合わせ',
    '今月末 決算',
    '一日中 作業',
    '明日の午後3時 会議',
    '月末までに請求書',
    '正午に昼食',
    '来週の金曜日 15:00 会議の準備',
    '3日 회의',
    '내일 15:00 회의',
  ])('leave “%s” whole and undated', (text) => {
    expect(parseTypedTodo(text, now, 'UTC')).toMatchObject({ title: text, due: null });
    expect(read(text)).toBeNull();
  });

  test.each([
    ['12月3日 15:00 打ち合わせ', '2026-12-03T15:00 | 打ち合わせ'],
    ['2026-12-03 15:00 회의', '2026-12-03T15:00 | 회의'],
    ['12/3 会場の予約', '2026-12-03 | 会場の予約'],
    ['１２月３日１５時 会場下見', '2026-12-03T15:00 | 会場下見'],
    ['12月3日午前10時 会議', '2026-12-03T10:00 | 会議'],
  ])('leave a whole date that stands apart: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ['明天看《となりのトトロ》', '2026-12-01 | 看《となりのトトロ》'],
    ['12月3日看《となりのトトロ》', '2026-12-03 | 看《となりのトトロ》'],
    ['明天3点买ラーメン', '2026-12-01T15:00 | 买ラーメン'],
    ['Watch となりのトトロ tomorrow 8pm', '2026-12-01T20:00 | Watch となりのトトロ'],
    ['2日目标确认', '2026-12-02 | 目标确认'],
    ['12月3日中午吃饭', '2026-12-03T12:00 | 吃饭'],
    ['明日15時開會', '2026-12-01T15:00 | 開會'],
    ['月末总结', '2026-11-30 | 总结'],
  ])('do not keep Chinese and English from being read: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('R10.1 a time of day', () => {
  test.each([
    ['de-DE', 'am Freitag 9:00 Zahnarzt'],
    ['de-DE', 'Freitag 14:00-15:00 Besprechung'],
    ['de-DE', 'Fr 9:00 Zahnarzt'],
    ['de-DE', 'nächste Woche 9:00 Inventur'],
    ['de-DE', 'jeden ersten Montag im Monat 9:00 Belege sortieren'],
    ['de-DE', 'morgen 9:00 Zahnarzt'],
    ['de-DE', '3. Dezember 9:00 Termin'],
    ['fr', 'demain 9:00 dentiste'],
    ['fr', "aujourd'hui 15:00 dentiste"],
    ['es', 'el lunes 9:00 dentista'],
    ['pt-BR', 'terça 9:00 dentista'],
    ['ru', 'в пятницу 9:00 врач'],
    ['ja', '金曜日 15:00 会議'],
    ['ar', 'يوم الجمعة 15:00 اجتماع'],
  ])('has no day beside one in words that are not read (%s): %s', (language, text) => {
    expect(read(text, language, 'en')).toBe('day');
    expect(parseTypedTodo(text, now, 'UTC', [language])).toBe('day');
  });

  test.each([
    ['de-DE', '9:00 Zahnarzt', '2026-12-01T09:00 | Zahnarzt'],
    ['de-DE', '15:00 Sondersitzung', '2026-11-30T15:00 | Sondersitzung'],
    ['de-DE', 'tomorrow 9:00 Freitag', '2026-12-01T09:00 | Freitag'],
    ['de-DE', '2026-12-04 9:00 Freitag', '2026-12-04T09:00 | Freitag'],
    ['en-GB', '9:00 Morgen Stanley', '2026-12-01T09:00 | Morgen Stanley'],
    ['ru', '15:00 врач', '2026-11-30T15:00 | врач'],
    ['zh-CN', '15:00 开会', '2026-11-30T15:00 | 开会'],
  ])('is otherwise on the day on which it comes next (%s): %s', (language, text, expected) => {
    expect(read(text, language)).toBe(expected);
  });

  test('a place among weekdays without its month is no exact day', () => {
    expect(read('on the first Monday 9:00 Sort')).toBe('date');
    expect(read('on the first Monday of the month 9:00 Sort')).toBe('2026-12-07T09:00 | Sort');
  });
});

test('R10.1 “3.12.2026” is the third of December where dates are written so', () => {
  expect(read('3.12.2026 9:00 Termin', 'de-DE')).toBe('2026-12-03T09:00 | Termin');
  for (const text of ['1.5 kg', 'Version 12.8', '3.12.', 'Kapitel 3.12 lesen']) expect(read(text, 'de-DE')).toBeNull();
});
