import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Patch, patchBetween, applyPatch } from '../../../src/task/patch.ts';

/** Now and then a name that leads out of an object. */
const name = (maxLength: number) =>
  fc.oneof({ weight: 9, arbitrary: fc.string({ maxLength }) }, fc.constant('__proto__'));

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue({ maxDepth: 1 }),
    fc.dictionary(name(3), tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.uniqueArray(fc.record({ id: name(2), a: tie('value') }), {
      selector: ({ id }) => id,
      maxLength: 5,
    }),
  ),
})).value;

const plain = (some: unknown): unknown => JSON.parse(JSON.stringify(some));

test('R12.1 a patch leads from the one value to the other, whatever they are, also after it was stored', () => {
  fc.assert(
    fc.property(value, value, (first, second) => {
      const [before, after] = [plain(first), plain(second)];
      const patch = patchBetween(before, after);
      if (patch === null) expect(after).toEqual(before);
      else expect(applyPatch(before, Patch.parse(plain(patch)))).toEqual(after);
    }),
    { numRuns: 2000 },
  );
});

test('R12.1 equal values need no patch', () => {
  fc.assert(
    fc.property(value, (some) => {
      expect(patchBetween(plain(some), plain(some))).toBeNull();
    }),
  );
});

const steps = Array.from({ length: 1000 }, (_, at) => ({ id: `s${at}`, text: `Step ${at}`, status: 'pending' }));

test('R12.7 the change of one step among a thousand is as small as that step', () => {
  const after = steps.map((step) => (step.id === 's500' ? { ...step, status: 'running' } : step));
  const patch = patchBetween({ steps }, { steps: after });
  expect(patch).toEqual({ in: { steps: { rows: { s500: { in: { status: { to: 'running' } } } } } } });
});

test('R12.1 what is appended to a list is all that its patch holds', () => {
  expect(patchBetween({ said: ['a', 'b'] }, { said: ['a', 'b', 'c'] })).toEqual({ in: { said: { more: ['c'] } } });
});

test('R12.1 rows come, go and change places', () => {
  const before = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const after = [{ id: 'c' }, { id: 'a' }, { id: 'd' }];
  const patch = patchBetween(before, after);
  expect(patch).toEqual({ rows: { d: { to: { id: 'd' } } }, order: ['c', 'a', 'd'] });
  expect(patch && applyPatch(before, patch)).toEqual(after);
});

test('R13.4 a name such as __proto__ stays a plain field', () => {
  const before = plain({});
  const after: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
  const patch = patchBetween(before, after);
  const result = applyPatch(before, Patch.parse(plain(patch))) as object;
  expect(Object.keys(result)).toEqual(['__proto__']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
