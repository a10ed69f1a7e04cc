// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { EdgeScroll } from '../../../src/ui/plan/edge-scroll.ts';

function pane() {
  const element = document.createElement('div');
  const moved: number[] = [];
  Object.assign(element, {
    getBoundingClientRect: () => ({ top: 100, bottom: 700 }),
    scrollBy: (_: number, y: number) => moved.push(y),
  });
  Object.defineProperty(element, 'clientHeight', { value: 600 });
  return { element, moved };
}

test('R14.2 a pane scrolls on, ever faster, while the pointer rests at its edge', () => {
  const { element, moved } = pane();
  const edge = new EdgeScroll();
  edge.begin(element, 300);
  edge.follow(120);
  for (let frame = 0; frame < 200; frame += 1) edge.scroll();
  expect(moved.every((y) => y < 0)).toBe(true);
  expect(moved.at(-1)).toBe(-75);
  expect(moved[1]).toBeLessThan(moved[0] ?? 0);
});

test('R14.2 a pane stays where a row is lifted at its edge, and where the pointer turns back or leaves the edge', () => {
  const { element, moved } = pane();
  const edge = new EdgeScroll();
  edge.begin(element, 690);
  edge.follow(690);
  edge.scroll();
  edge.follow(680);
  edge.scroll();
  expect(moved).toEqual([]);
  edge.follow(685);
  edge.scroll();
  edge.follow(684);
  edge.scroll();
  edge.follow(695);
  edge.follow(400);
  edge.scroll();
  expect(moved).toEqual([6]);
});
