import { describe, expect, test } from 'vitest';
import { translate } from '../../../src/i18n/translate.ts';

describe('filling in a message', () => {
  test('placeholders take their values', () => {
    expect(translate('{i} of {n}', { i: 3, n: 7 })).toBe('3 of 7');
  });

  test('a word follows the number it counts', () => {
    const message = '{n} {n|step|steps}';
    expect(translate(message, { n: 1 })).toBe('1 step');
    expect(translate(message, { n: 2 })).toBe('2 steps');
    expect(translate(message, { n: '1' })).toBe('1 step');
  });

  test('a missing value is seen, and a value is not read as a message', () => {
    expect(translate('{a} {b}', { a: '{b}' })).toBe('{b} {b}');
  });
});
