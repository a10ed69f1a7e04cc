import { expect, test } from 'vitest';
import { joinListItems } from '../../../src/values/list-text.ts';

test('R14.5 short items are listed with the separator of their own language', () => {
  expect(joinListItems(['“打卡”', '“组会”'])).toBe('“打卡”、“组会”');
  expect(joinListItems(['“Dentist”', '“Call”'])).toBe('“Dentist”, “Call”');
  expect(joinListItems([])).toBe('');
  expect(joinListItems(['打卡', '组会，十点'], ';')).toBe('打卡；组会，十点');
  expect(
    joinListItems(['Ask when 媽媽 comes', '寫一封長信給在柏林的房東和鄰居', 'Put 接機 into the calendar'], ';'),
  ).toBe('Ask when 媽媽 comes; 寫一封長信給在柏林的房東和鄰居; Put 接機 into the calendar');
  expect(joinListItems(['Book it', 'Call, then pay'], ';')).toBe('Book it; Call, then pay');
});
