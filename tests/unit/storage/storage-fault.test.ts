import { expect, test } from 'vitest';
import { storageErrorOf } from '../../../src/storage/storage-error.ts';

const named = (name: string, inner?: Error) => Object.assign(new Error(`${name}!`), { name }, inner ? { inner } : {});

test('R12.4 a full disk is recognised inside the abort that it causes', () => {
  expect(storageErrorOf(named('AbortError', named('QuotaExceededError')))).toEqual({ code: 'full' });
  expect(storageErrorOf(named('QuotaExceededError'))).toEqual({ code: 'full' });
});

test('R12.4 a storage without access and any other refusal carry what was said', () => {
  expect(storageErrorOf(named('DatabaseClosedError'))).toEqual({ code: 'unavailable', detail: 'DatabaseClosedError!' });
  expect(storageErrorOf(named('ConstraintError'))).toEqual({ code: 'refused', detail: 'ConstraintError!' });
  expect(storageErrorOf('odd')).toEqual({ code: 'refused', detail: 'odd' });
});
