import { describe, expect, test } from 'vitest';
import { personLanguage } from '../../../src/values/person-language.ts';

const chinese = [
  '规划一次周末旅行',
  '整理会议资料，写一份总结',
  '查一下去东京的机票',
  '把图片发给参会的人',
  '学习如何点外卖',
  '国庆节去杭州西湖，订两晚酒店',
  '参加区里的医保宣讲会',
  '洋泾浜英语是什么来历',
  '横滨与大阪哪里更适合亲子游',
  '規劃一次週末旅行',
  '整理會議資料，寫一份總結',
  '下星期去沙田睇醫生，記得帶身份證',
  '聽日朝早去飲茶，幫我訂位',
  '佢哋嘅會議改咗做下晝',
  '鼎泰豊訂位',
  '請將檔案寄給陳經理，並證實收件',
  '联系欧阳娜娜、司马懿和诸葛亮',
  '林鄭月娥、顔真卿與蔡英文的生平',
  '錄影與録音設備清單',
  '歲末聚餐預訂',
];

describe('the language in which a person wrote', () => {
  test('is Japanese for Han characters alone only if the person reads Japanese and no Chinese', () => {
    for (const goal of ['東京会議準備資料作成', '旅行', '会議', '大阪2026万博']) {
      expect(personLanguage(goal, ['ja-JP', 'en']), goal).toBe('ja');
      expect(personLanguage(goal, ['ko']), goal).toBe('ko');
      expect(personLanguage(goal, ['en', 'ja', 'zh-CN']), goal).toBeNull();
      expect(personLanguage(goal, ['en-US']), goal).toBeNull();
    }
  });

  test('is Japanese by characters that Chinese lacks, or by kana in more of the same person’s words', () => {
    expect(personLanguage('駅前広場清掃', ['en-US'])).toBe('ja');
    expect(personLanguage('駅前広場清掃', ['zh-CN'])).toBeNull();
    expect(personLanguage('東京会議準備', ['en-US'], '会場の候補を調べる')).toBe('ja');
    expect(personLanguage('東京會議', ['en-US'], '회의장 찾기')).toBe('ko');
    expect(personLanguage('东京会议', ['zh-CN'], '看《となりのトトロ》')).toBeNull();
  });

  test.each(chinese)('is never Japanese for %s', (text) => {
    for (const languages of [['zh-CN'], ['zh-HK', 'ja'], ['en-US'], ['de', 'en']])
      expect(personLanguage(text, languages, '把结果写进文件')).toBeNull();
  });

  test('is the one of the browser’s languages whose script makes most of the text', () => {
    expect(personLanguage('会場の候補を調べてReactの表にまとめる', ['en', 'ja'])).toBe('ja');
    expect(personLanguage('서울 會議 준비', ['ko-KR', 'en'])).toBe('ko');
    expect(personLanguage('Составь план', ['uk', 'ru'])).toBe('uk');
    expect(personLanguage('سفر به شیراز', ['fa-IR', 'en'])).toBe('fa');
  });

  test('is not known for Latin letters, for a foreign name in a sentence, and for a script that no language has', () => {
    for (const [text, ...languages] of [
      ['Plan a trip', 'ja'],
      ['Plane eine Reise', 'de-DE'],
      ['Translate となりのトトロ into English', 'ja', 'en'],
      ['帮我翻译となりのトトロ', 'zh-CN', 'ja'],
      ['会場の候補を調べる', 'en-US'],
      ['Составь план', 'en'],
      ['', 'ja'],
      ['42', 'ja'],
    ] as const)
      expect(personLanguage(text, languages), text).toBeNull();
  });
});
