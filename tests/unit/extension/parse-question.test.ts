import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuestion } from '../../../extension/parse-question.ts';

test.each([
  { kind: 'hello', id: 1 },
  { kind: 'has', id: 0, origin: 'https://example.org' },
  { kind: 'ask', id: 2, origin: 'https://example.org', why: '' },
  { kind: 'read', id: 3, url: 'https://example.org/', max_bytes: 1, timeout_ms: 2 },
  { kind: 'cancel', id: 3 },
  { kind: 'list', id: 4 },
  { kind: 'revoke', id: 5, origin: 'https://example.org' },
])('%j is a question, whatever else it carries is dropped', (question) => {
  expect(parseQuestion(question)).toEqual(question);
  expect(parseQuestion({ ...question, headers: { cookie: 'a' }, method: 'POST', sites: ['*'] })).toEqual(question);
});

test.each([
  ...[null, undefined, 1, 'hello', [], {}, ['hello'], { kind: 'hello' }, { id: 1 }, { kind: 'grant', id: 1 }],
  ...[
    { kind: 'toString', id: 1 },
    { kind: '__proto__', id: 1 },
    { kind: ['hello'], id: 1 },
    { kind: 'hello', id: '1' },
  ],
  ...[
    { kind: 'hello', id: -1 },
    { kind: 'hello', id: 0.5 },
    { kind: 'hello', id: NaN },
    { kind: 'hello', id: 2 ** 60 },
  ],
  ...[
    { kind: 'read', id: 1, url: 'https://example.org/' },
    { kind: 'has', id: 1 },
    { kind: 'ask', id: 1, origin: 'a' },
  ],
  { kind: 'read', id: 1, url: { toString: 'a' }, max_bytes: 1, timeout_ms: 1 },
  { kind: 'read', id: 1, url: 'https://example.org/', max_bytes: '9', timeout_ms: 1 },
  { kind: 'read', id: 1, url: 'https://example.org/', max_bytes: 1, timeout_ms: Infinity },
])('%j is none', (message) => {
  expect(parseQuestion(message)).toBeNull();
});

test('whatever comes, nothing is thrown, and a question holds what its kind knows only', () => {
  const known = new Set(['kind', 'id', 'origin', 'why', 'url', 'max_bytes', 'timeout_ms']);
  const kind = fc.constantFrom('hello', 'has', 'ask', 'read', 'cancel', 'list', 'revoke');
  const any = fc.oneof(
    fc.anything(),
    fc.record({ kind, id: fc.nat(), url: fc.string(), origin: fc.string(), x: fc.anything() }),
  );
  fc.assert(
    fc.property(any, (message) => {
      const question = parseQuestion(message);
      if (question) expect(Object.keys(question).filter((name) => !known.has(name))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
