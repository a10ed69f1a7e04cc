import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StepLink } from '../../../src/plan/step-links.ts';
import { graphLayout, graphSize } from '../../../src/ui/graph/graph-layout.ts';
import { svgPathOfLink } from '../../../src/ui/graph/graph-view.ts';
import { figure } from '../../fixtures/figure.ts';

const { width, height } = graphSize;
const named = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`);

/** Steps and links from earlier to later ones; the list's order is another one. */
const graphs = fc
  .tuple(
    fc.integer({ min: 1, max: 24 }),
    fc.array(fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 23 })), { maxLength: 40 }),
    fc.integer({ min: 1, max: 8 }),
  )
  .chain(([count, pairs, across]) => {
    const links = new Map<string, StepLink>();
    for (const [a, b] of pairs)
      if (a !== b && a < count && b < count) {
        const link = { from: `s${Math.min(a, b)}`, to: `s${Math.max(a, b)}` };
        links.set(`${link.from} ${link.to}`, link);
      }
    const order = fc.shuffledSubarray(named(count), { minLength: count });
    return fc.record({ ids: order, links: fc.constant([...links.values()]), across: fc.constant(across) });
  });

test('R14.2 every step has a place of its own, below all that it waits for, in rows no longer than allowed', () => {
  fc.assert(
    fc.property(graphs, ({ ids, links, across }) => {
      const layout = graphLayout(ids, links, across);
      const places = [...layout.positions.values()];
      expect([...layout.positions.keys()].sort()).toEqual([...ids].sort());
      for (const [at, a] of places.entries())
        for (const b of places.slice(at + 1))
          expect(a.y !== b.y || Math.abs(a.x - b.x) >= width, JSON.stringify([a, b])).toBe(true);
      for (const { from, to } of links)
        expect(layout.positions.get(to)!.y).toBeGreaterThanOrEqual(layout.positions.get(from)!.y + height);
      for (const { y } of places) expect(places.filter((other) => other.y === y).length).toBeLessThanOrEqual(across);
      for (const { x, y } of places) {
        expect(x).toBeGreaterThanOrEqual(layout.left - 1);
        expect(x + width).toBeLessThanOrEqual(layout.left + layout.width + 1);
        expect(y + height).toBeLessThanOrEqual(layout.height);
      }
    }),
  );
});

test('R14.2 every link leads from the lower edge of one step to the upper edge of the other, beside those it passes', () => {
  fc.assert(
    fc.property(graphs, ({ ids, links, across }) => {
      const { positions: places, paths: ways } = graphLayout(ids, links, across);
      for (const link of links) {
        const way = ways.get(link)!;
        const from = places.get(link.from)!;
        const to = places.get(link.to)!;
        expect(way[0]!.y).toBe(from.y + height);
        expect(Math.abs(way[0]!.x - from.x - width / 2)).toBeLessThanOrEqual(1);
        expect(way.at(-1)!.y).toBe(to.y);
        expect(Math.abs(way.at(-1)!.x - to.x - width / 2)).toBeLessThanOrEqual(1);
        for (const point of way.slice(1, -1))
          for (const place of places.values()) {
            const within = place.x < point.x && point.x < place.x + width;
            expect(within && place.y <= point.y && point.y <= place.y + height).toBe(false);
          }
      }
    }),
  );
});

test('R14.2 a chain stands straight below each other, and a fan around the step that it comes from', () => {
  const chain = graphLayout(
    named(5),
    [0, 1, 2, 3].map((at) => ({ from: `s${at}`, to: `s${at + 1}` })),
    3,
  );
  expect(new Set([...chain.positions.values()].map(({ x }) => x)).size).toBe(1);
  const fan = graphLayout(
    named(4),
    [1, 2, 3].map((at) => ({ from: 's0', to: `s${at}` })),
    3,
  );
  const [top, left, middle, right] = named(4).map((id) => fan.positions.get(id)!.x);
  expect([left! < middle!, middle! < right!, Math.abs(top! - middle!) <= 1]).toEqual([true, true, true]);
});

test('R14.2 the same plan is laid out the same way each time', () => {
  fc.assert(
    fc.property(graphs, ({ ids, links, across }) => {
      expect(graphLayout(ids, links, across)).toEqual(graphLayout(ids, links, across));
    }),
    { numRuns: 20 },
  );
});

test('R14.2 a thousand steps are laid out', () => {
  const ids = named(1000);
  const links = ids
    .slice(1)
    .flatMap((to, at) => [...new Set([at, at - (at % 7), at - (at % 40)])].map((n) => ({ from: `s${n}`, to })));
  expect(figure(() => graphLayout(ids, links, 3)).positions.size).toBe(1000);
});

test('R14.2 an empty plan has no size', () => {
  expect(graphLayout([], [], 3)).toMatchObject({ left: 0, width: 0, height: 0 });
});

test('R14.2 a link is drawn straight past rows and ends straight from above', () => {
  expect(svgPathOfLink([])).toBe('');
  expect(
    svgPathOfLink([
      { x: 1, y: 0 },
      { x: 1, y: 40 },
    ]),
  ).toBe('M1 0V40');
  expect(
    svgPathOfLink([
      { x: 0, y: 0 },
      { x: 9, y: 34 },
    ]),
  ).toBe('M0 0C0 10 9 10 9 20V34');
});
