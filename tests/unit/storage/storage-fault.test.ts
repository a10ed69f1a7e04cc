import { expect, test } from 'vitest';
import { storageFaultOf } from '../../../src/storage/storage-error.ts';

const named = (name: string, inner?: Error) => Object.assign(new Error(`${name}!`), { name }, inner ? { inner } : {});

test('R12.4 a full disk is recognised inside the abort that it causes', () => {
  expect(storageFaultOf(named('AbortError', named('QuotaExceededError')))).toEqual({ code: 'full' });
  expect(storageFaultOf(named('QuotaExceededError'))).toEqual({ code: 'full' });
});

test('R12.4 a storage without access and any other refusal carry what was said', () => {
  expect(storageFaultOf(named('DatabaseClosedError'))).toEqual({ code: 'unavailable', detail: 'DatabaseClosedError!' });
  expect(storageFaultOf(named('ConstraintError'))).toEqual({ code: 'refused', detail: 'ConstraintError!' });
  expect(storageFaultOf('odd')).toEqual({ code: 'refused', detail: 'odd' });
});
