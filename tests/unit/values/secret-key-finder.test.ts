import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SecretKeyFinder } from '../../../src/values/secret-key-finder.ts';
import { disguised, keptIn } from '../../fakes/disguises.ts';

const keys = [
  'sk-test-AbC/123+=',
  'tok.AbCdEf/123+=xy',
  'CANARY~0123456789_ab',
  'nvapi-u00x25amp',
  '12345678',
  'ab&c<d\\e"f~g',
];

describe('R13.1 every usual encoding of a key is found', () => {
  for (const key of keys)
    test.each(Object.entries(disguised(key)))(`${JSON.stringify(key)} as %s`, (_, form) => {
      const finder = new SecretKeyFinder([key]);
      for (const around of [form, `before ${form} after`, `"${form}"`, `x${form}`, `{"a":"${form}"}`]) {
        const clean = finder.clean(around);
        expect(clean).toContain('[key]');
        if (!/[%&\\]/.test(key)) expect(keptIn(clean, key)).toEqual([]);
      }
    });

  test('a value is cleaned in its names and texts, and stays of its form', () => {
    const finder = new SecretKeyFinder(['sk-test-AbC/123+=']);
    const bytes = Buffer.from('line one\nkey=sk-test-AbC/123+=\n').toString('base64');
    const value = {
      'sk-test-AbC/123+=': [1, null, 'is sk-test-AbC\\/123+= so'],
      file: `data:text/plain;base64,${bytes}`,
    };
    const clean: unknown = finder.cleanValue(value);
    expect(clean).toEqual({
      '[key]': [1, null, 'is [key] so'],
      file: expect.stringMatching(/^data:text\/plain;base64,/) as unknown,
    });
    const content = /base64,(.*)"/.exec(JSON.stringify(clean))?.[1] ?? '';
    expect(Buffer.from(content, 'base64').toString()).toBe('line one\nkey=[key]\n');
  });

  test('JSON stays JSON, whatever stands before and after the key', () => {
    const key = '/abc"def/1+';
    const finder = new SecretKeyFinder([key]);
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        for (const text of [
          JSON.stringify(before + key + after),
          JSON.stringify(before + key + after).replaceAll('/', '\\/'),
        ])
          expect(() => JSON.parse(finder.clean(text)) as unknown).not.toThrow();
      }),
    );
  });
});

describe('R13.1 what is no key stays as it is', () => {
  test.each([null, '', 'ollama', 'none', 'EMPTY', '1234567'])('%j is no key to look for', (key) => {
    const finder = new SecretKeyFinder([key]);
    const text = 'ollama none EMPTY 1234567 b2xsYW1h';
    expect(finder.isEmpty).toBe(true);
    expect(finder.clean(text)).toBe(text);
    const value = { text };
    expect(finder.cleanValue(value)).toBe(value);
  });

  test('a text without the key is the same text, whatever escapes it holds', () => {
    const finder = new SecretKeyFinder(['sk-test-AbC/123+=', 'CANARY~0123456789']);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('sk-', 'sk-test-AbC', '\\u00', '73', '%', '25', '&#', 'x73;', '\\', 'C', 'c2st', ' ')),
        (parts) => {
          const text = parts.join('');
          expect(finder.clean(text)).toBe(text);
        },
      ),
    );
  });

  test('long runs of escapes are read in one pass', () => {
    const finder = new SecretKeyFinder(['sk-test-AbC/123+=']);
    for (const part of ['\\', '%25', '&amp;', 's', 'sk-test-', '&#0', '\\u0073'])
      expect(finder.clean(part.repeat(100_000))).toBe(part.repeat(100_000));
  });
});
