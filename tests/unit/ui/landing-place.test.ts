// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { dropIndexAt } from '../../../src/ui/plan/landing-place.ts';

function listOf(heights: number[]): { list: HTMLElement; measured: () => number } {
  const list = document.createElement('ol');
  let measured = 0;
  let top = 0;
  for (const height of heights) {
    const row = document.createElement('li');
    const start = top;
    Object.defineProperties(row, {
      offsetTop: { get: () => ((measured += 1), start) },
      offsetHeight: { value: height },
    });
    list.append(row);
    top += height;
  }
  return { list, measured: () => measured };
}

test.each([
  [150, 2],
  [191, 2],
  [193, 3],
  [260, 4],
  [999, 4],
  [91, 2],
  [89, 1],
  [-50, 0],
])('R14.2 a row carried from place 3 of five to %i px lands at index %i', (y, place) => {
  expect(dropIndexAt(listOf([60, 60, 60, 60, 60]).list, 2, y)).toBe(place);
});

test('R12.7 among 1,000 rows of different heights it measures about twenty', () => {
  const { list, measured } = listOf(Array.from({ length: 1000 }, (_, at) => 60 + 20 * (at % 3)));
  expect(dropIndexAt(list, 900, 410)).toBe(5);
  expect(measured()).toBeLessThan(25);
});
