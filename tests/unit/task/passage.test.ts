import { expect, test } from 'vitest';
import { nearestParagraph } from '../../../src/task/passage.ts';

test.each([
  ['그 회사는 부산에 있습니다', '서울 날씨는 맑습니다.\n\n가격은 오천 원입니다.', null],
  ['يستخدم الفريق الملفات القديمة', 'يستخدم هذا الموقع ملفات تعريف الارتباط', null],
  ['회사는 부산에 있습니다', '날씨\n\n그 회사는 부산에 본사를 둔다.', '그 회사는 부산에 본사를 둔다.'],
  ['展览在柏林举行', '门票\n\n展览于五月在柏林开幕。', '展览于五月在柏林开幕。'],
])('R9.8 the evidence for “%s” shares words with it, not the ends of words', (claim, copy, expected) => {
  const found = nearestParagraph(copy, claim);
  expect(found && copy.slice(found.from, found.until)).toBe(expected);
});
