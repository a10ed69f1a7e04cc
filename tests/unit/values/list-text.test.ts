import { expect, test } from 'vitest';
import { listText } from '../../../src/values/list-text.ts';

test('R14.5 short items are listed with the separator of their own language', () => {
  expect(listText(['“打卡”', '“组会”'])).toBe('“打卡”、“组会”');
  expect(listText(['“Dentist”', '“Call”'])).toBe('“Dentist”, “Call”');
  expect(listText([])).toBe('');
});
