import { expect, test } from 'vitest';
import { apiKeyFromPastedText } from '../../../src/ui/settings/connection-form-checks.ts';

test.each([
  ['sk-abc_123', 'sk-abc_123'],
  ['  sk-abc \n', 'sk-abc'],
  ['"sk-abc"', 'sk-abc'],
  ["'sk-abc'", 'sk-abc'],
  ['“sk-abc”', 'sk-abc'],
  ['OPENAI_API_KEY=sk-abc', 'sk-abc'],
  ['export OPENAI_API_KEY="sk-abc"', 'sk-abc'],
  ['Bearer sk-abc', 'sk-abc'],
  ['c2VjcmV0LWtleQ==', 'c2VjcmV0LWtleQ=='],
  ['ABCDEF==', 'ABCDEF=='],
  ['ABCDEF=', 'ABCDEF='],
  ['"', '"'],
  ['sk abc', 'sk abc'],
  ['', ''],
])('R13.1 the key in %j is %j', (text, key) => {
  expect(apiKeyFromPastedText(text)).toBe(key);
});
