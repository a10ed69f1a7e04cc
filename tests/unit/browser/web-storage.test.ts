import { expect, test } from 'vitest';
import { storedEntries, webStorage } from '../../../src/browser/web-storage.ts';

const disabled = () =>
  webStorage(() => {
    throw new DOMException('Refused.', 'SecurityError');
  });

test('R12.4 what was typed is read again after a reload', () => {
  const storage = disabled();
  storage.setItem('drafts', JSON.stringify([['session_1', 'Buy a lamp']]));
  expect(storedEntries(storage, 'drafts')).toEqual([['session_1', 'Buy a lamp']]);
  expect(storedEntries(storage, 'others')).toEqual([]);
});

test.each(['', '{', 'null', '7', '"a"', '{"a": 1}', '[1, null, "a"]'])(
  'R12.4 a damaged value does not keep the page from opening: %s',
  (damaged) => {
    const storage = disabled();
    storage.setItem('drafts', damaged);
    expect(storedEntries(storage, 'drafts')).toEqual([]);
  },
);
