import { expect, test } from 'vitest';
import { troubleOf } from '../../src/storage/trouble-of.ts';

const named = (name: string, inner?: Error) => Object.assign(new Error(`${name}!`), { name }, inner ? { inner } : {});

test('R12.4 a full disk is recognised inside the abort that it causes', () => {
  expect(troubleOf(named('AbortError', named('QuotaExceededError')))).toEqual({ code: 'full' });
  expect(troubleOf(named('QuotaExceededError'))).toEqual({ code: 'full' });
});

test('R12.4 a storage without access and any other refusal carry what was said', () => {
  expect(troubleOf(named('DatabaseClosedError'))).toEqual({ code: 'unavailable', detail: 'DatabaseClosedError!' });
  expect(troubleOf(named('ConstraintError'))).toEqual({ code: 'refused', detail: 'ConstraintError!' });
  expect(troubleOf('odd')).toEqual({ code: 'refused', detail: 'odd' });
});
