import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieceBatches, PieceAssembler } from '../../../src/records/pieces.ts';

function handedOver(value: unknown, most: number): { value: unknown; batches: number } {
  const joined = new PieceAssembler();
  let batches = 0;
  for (const pieces of jsonPieceBatches(value, most)) {
    joined.add(structuredClone(pieces));
    batches += 1;
  }
  return { value: joined.value, batches };
}

test('whatever JSON is taken apart is put together again, its keys in order', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 40 }), (value, most) => {
      const { value: back } = handedOver(value, most);
      expect(JSON.stringify(back)).toBe(JSON.stringify(value));
      expect(back).toEqual(value);
    }),
    { numRuns: 500 },
  );
});

test('no batch is much heavier than was asked for, be the value wide, deep or both', () => {
  const deep = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, 1, { two: 2 }], []);
  const values = [Array.from({ length: 3000 }, (_, at) => at), { wide: { a: deep, b: deep }, c: 'x' }, deep];
  for (const value of values)
    for (const pieces of jsonPieceBatches(value, 50)) {
      const entries = pieces.flatMap((piece) => piece.entries);
      expect(JSON.stringify(entries).length).toBeLessThan(50 * 20);
    }
  expect(handedOver(values[0], 50).batches).toBeGreaterThan(50);
});

test('what weighs little goes in one batch, and a long text is never cut', () => {
  expect(handedOver({ a: [1, 2, { b: null }] }, 50).batches).toBe(1);
  const text = 'x'.repeat(200_000);
  expect(handedOver({ text, then: 1 }, 50).value).toEqual({ text, then: 1 });
});

test('R2.6 a key of any name becomes the value’s own, and no prototype is reached', () => {
  const value: unknown = JSON.parse(
    `{"__proto__": {"polluted": [${'1,'.repeat(90)}1]}, "constructor": {"prototype": 1}}`,
  );
  const { value: back } = handedOver(value, 5);
  expect(JSON.stringify(back)).toBe(JSON.stringify(value));
  expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
