import { expect, test } from 'vitest';
import { isRecord, parseJson } from '../../../src/values/json.ts';

test('a JSON text is read as its value, and anything else as undefined', () => {
  expect(parseJson('{"a": [1, null]}')).toEqual({ a: [1, null] });
  expect(parseJson('null')).toBeNull();
  expect(parseJson('')).toBeUndefined();
  expect(parseJson('{"a": 1')).toBeUndefined();
});

test('only an object with fields is a record', () => {
  expect(isRecord({})).toBe(true);
  for (const other of [null, [], 'text', 1, undefined]) expect(isRecord(other)).toBe(false);
});
