import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphLayout, graphSize } from '../../../src/ui/graph/graph-layout.ts';
import {
  type GraphView,
  initialGraphView,
  viewPannedToStep,
  wholeView,
  zoomedView,
  zoomRange,
} from '../../../src/ui/graph/graph-view.ts';

const chain = (count: number) => {
  const ids = Array.from({ length: count }, (_, at) => `s${at}`);
  return graphLayout(
    ids,
    ids.slice(1).map((to, at) => ({ from: `s${at}`, to })),
    2,
  );
};
const frame = { width: 380, height: 420 };
const number = fc.integer({ min: -3000, max: 3000 });
const views = fc.record({ x: number, y: number, zoom: fc.constantFrom(0.2, 0.7, 1, 1.5) });

test('R14.2 a graph that fits is shown whole, no larger than life', () => {
  const small = chain(3);
  const view = initialGraphView(small, frame, small.positions.get('s1'));
  expect(view).toEqual(wholeView(small, frame));
  expect(view.zoom).toBeLessThanOrEqual(1);
  expect(view.x + small.left * view.zoom).toBeGreaterThan(0);
  expect(view.y + small.height * view.zoom).toBeLessThan(frame.height);
});

test('R14.2 a longer one is shown from the top while the step at work is in sight, else around that step', () => {
  const long = chain(60);
  expect(initialGraphView(long, frame, long.positions.get('s1')).y).toBeGreaterThan(0);
  const far = long.positions.get('s40')!;
  const view = initialGraphView(long, frame, far);
  expect(view.zoom).toBeGreaterThanOrEqual(0.6);
  expect(view.y + far.y * view.zoom).toBeGreaterThan(0);
  expect(view.y + (far.y + graphSize.height) * view.zoom).toBeLessThan(frame.height);
  expect(wholeView(long, frame).zoom).toBeLessThan(0.1);
});

test('R14.2 a wide one is shown around the step at work, with no empty room beyond its edges', () => {
  const ids = Array.from({ length: 9 }, (_, at) => `s${at}`);
  const wide = graphLayout(ids, [], 9);
  for (const id of ids) {
    const step = wide.positions.get(id)!;
    const view = initialGraphView(wide, frame, step);
    expect(view.x + wide.left * view.zoom).toBeLessThanOrEqual(14);
    expect(view.x + (wide.left + wide.width) * view.zoom).toBeGreaterThanOrEqual(frame.width - 14.001);
    expect(view.x + step.x * view.zoom).toBeGreaterThan(0);
    expect(view.x + (step.x + graphSize.width) * view.zoom).toBeLessThan(frame.width);
  }
});

test('R14.2 the view moves by the least that brings a step into the frame, and not at all where it is in it', () => {
  fc.assert(
    fc.property(views, number, number, (view, x, y) => {
      const moved = viewPannedToStep(view, frame, { x, y });
      expect(viewPannedToStep(moved, frame, { x, y }).x).toBeCloseTo(moved.x, 6);
      expect(moved.zoom).toBe(view.zoom);
      expect(moved.x + x * view.zoom).toBeGreaterThan(0);
      expect(moved.y + y * view.zoom).toBeGreaterThan(0);
      expect(moved.y + (y + graphSize.height) * view.zoom).toBeLessThan(frame.height);
    }),
  );
});

test('R14.2 zooming keeps the middle of the frame where it is, within bounds', () => {
  fc.assert(
    fc.property(views, fc.constantFrom(1.3, 1 / 1.3, 100, 0.001), (view, factor) => {
      const zoomed = zoomedView(view, frame, factor);
      const middle = (at: GraphView) => (frame.width / 2 - at.x) / at.zoom;
      expect(middle(zoomed)).toBeCloseTo(middle(view), 3);
      expect(zoomed.zoom).toBeGreaterThanOrEqual(zoomRange.least);
      expect(zoomed.zoom).toBeLessThanOrEqual(zoomRange.most);
    }),
  );
});
