import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphLayout } from '../../../src/ui/graph/graph-layout.ts';
import { graphNeighbour } from '../../../src/ui/graph/graph-view.ts';

const ids = ['a', 'b', 'c', 'd'];
const links = [
  { from: 'a', to: 'b' },
  { from: 'a', to: 'c' },
  { from: 'b', to: 'd' },
  { from: 'c', to: 'd' },
];
const layout = graphLayout(ids, links, 3);
const go = (from: string, key: string) => graphNeighbour(ids, links, layout, from, key);

test('R14.2 arrow keys go down and up along the links, and sideways as one reads', () => {
  expect([go('b', 'ArrowDown'), go('b', 'ArrowUp'), go('b', 'ArrowRight'), go('c', 'ArrowLeft')]).toEqual([
    'd',
    'a',
    'c',
    'b',
  ]);
  expect([go('a', 'ArrowUp'), go('d', 'ArrowDown'), go('a', 'ArrowLeft')]).toEqual([null, null, null]);
  expect([go('b', 'ArrowLeft'), go('c', 'ArrowRight')]).toEqual(['a', 'd']);
  expect([go('c', 'Home'), go('b', 'End'), go('b', 'x'), go('nowhere', 'Home')]).toEqual(['a', 'd', null, null]);
});

test('R14.2 every step can be reached by the arrow keys', () => {
  const parts = fc.tuple(
    fc.integer({ min: 1, max: 14 }),
    fc.array(fc.tuple(fc.nat({ max: 13 }), fc.nat({ max: 13 })), { maxLength: 16 }),
  );
  fc.assert(
    fc.property(parts, ([count, pairs]) => {
      const all = Array.from({ length: count }, (_, at) => `s${at}`);
      const some = pairs.flatMap(([a, b]) => (a < b && b < count ? [{ from: `s${a}`, to: `s${b}` }] : []));
      const drawn = graphLayout(all, some, 3);
      const seen = new Set(['s0']);
      for (const id of seen)
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'End']) {
          const next = graphNeighbour(all, some, drawn, id, key);
          if (next !== null) seen.add(next);
        }
      expect(seen.size).toBe(count);
    }),
  );
});
