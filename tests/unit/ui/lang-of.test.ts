import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { langAttributeForText } from '../../../src/ui/kit/lang-of.ts';

const reading = (...languages: string[]) => vi.stubGlobal('navigator', { languages });
beforeEach(() => void reading('en-GB'));
afterEach(() => void vi.unstubAllGlobals());

test('R14.5 Han characters are not called Chinese to a person who reads Japanese or Korean, and no Chinese', () => {
  for (const [languages, expected] of [
    [['ja-JP', 'en-US'], undefined],
    [['ko-KR'], undefined],
    [['ja', 'zh-CN'], 'zh-Hant'],
    [['en-US', 'zh-TW'], 'zh-Hant'],
    [['de'], 'zh-Hant'],
  ] as const) {
    reading(...languages);
    for (const text of ['東京会議準備資料作成', 'Added to-do “会場予約確認”.'])
      expect(langAttributeForText(text, { language: 'en' }), `${languages.join()} ${text}`).toBe(expected);
  }
});

test('R14.5 a text that is surely in the other language says in which, so that it is pronounced well', () => {
  const [english, chinese] = [{ language: 'en' }, { language: 'zh' }] as const;
  expect(langAttributeForText('计划一次周末旅行', english)).toBe('zh-CN');
  expect(langAttributeForText('计划一次周末旅行', chinese)).toBeUndefined();
  for (const page of [english, chinese]) expect(langAttributeForText('計劃一次週末旅行', page)).toBe('zh-Hant');
  for (const text of [
    'Compare the ways to get there',
    'Plan a weekend for three',
    'What is in `a.csv`?',
    'Read a.csv',
  ]) {
    expect(langAttributeForText(text, chinese), text).toBe('en-GB');
    expect(langAttributeForText(text, english), text).toBeUndefined();
  }
});

test('R14.5 a text whose language is not certain says none', () => {
  for (const text of [
    '',
    '42',
    'Wash',
    'Wochenende planen',
    'Préparer the trip',
    'Plan een weekend',
    '週末の旅を計画する',
    'Поездка',
  ])
    for (const language of ['en', 'zh'] as const)
      expect(langAttributeForText(text, { language }), text).toBeUndefined();
});
