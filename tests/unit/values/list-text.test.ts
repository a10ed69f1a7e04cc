import { expect, test } from 'vitest';
import { listText } from '../../../src/values/list-text.ts';

test('R14.5 short items are listed with the separator of their own language', () => {
  expect(listText(['“打卡”', '“组会”'])).toBe('“打卡”、“组会”');
  expect(listText(['“Dentist”', '“Call”'])).toBe('“Dentist”, “Call”');
  expect(listText([])).toBe('');
  expect(listText(['打卡', '组会，十点'], ';')).toBe('打卡；组会，十点');
  expect(listText(['Book it', 'Call, then pay'], ';')).toBe('Book it; Call, then pay');
});
