import { expect, test } from 'vitest';
import { conversation as english } from '../../../src/i18n/en/conversation.ts';
import { conversation as chinese } from '../../../src/i18n/zh/conversation.ts';

const hints = ['composer.goal', 'composer.add', 'composer.answer', 'composer.paused'] as const;

test.each(hints)('R14.1 the hint %s fits the message field of a phone', (key) => {
  expect(english[key].length).toBeLessThanOrEqual(25);
  expect(chinese[key].length).toBeLessThanOrEqual(12);
});
