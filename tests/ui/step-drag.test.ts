// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StepDrag } from '../../src/ui/plan/step-drag.svelte.ts';

const height = 60;
let ids: string[];
let said: string[];
let dropped: (order: string[]) => void;
let drag: StepDrag;
let list: HTMLElement;
let end: () => void;

function draw(order: string[]): void {
  ids = order;
  for (const id of order) {
    const known = list.querySelector(`[data-step-id="${id}"]`);
    if (known) list.append(known);
    else list.insertAdjacentHTML('beforeend', `<li data-step-id="${id}"><button data-handle>${id}</button></li>`);
  }
  for (const row of [...list.children]) if (!order.includes(row.getAttribute('data-step-id') ?? '')) row.remove();
  for (const [at, row] of [...list.children].entries()) {
    Object.defineProperties(row, {
      offsetTop: { value: at * height, configurable: true },
      offsetHeight: { value: height, configurable: true },
      scrollIntoView: { value: () => undefined, configurable: true },
    });
  }
  drag.redrawn();
}

const handle = (id: string) => list.querySelector<HTMLElement>(`[data-step-id="${id}"] button`);

function press(id: string, ...keys: string[]): void {
  for (const key of keys) handle(id)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  said = [];
  ids = [];
  list = document.createElement('ol');
  document.body.append(list);
  drag = new StepDrag({
    ids: () => ids,
    drop: () =>
      new Promise((resolve) => {
        dropped = (order) => {
          draw(order);
          resolve();
        };
      }),
    announce: (what, place) => said.push(`${what} ${place + 1}`),
  });
  end = drag.list(list);
  draw(['a', 'b', 'c', 'd']);
});

afterEach(() => {
  end();
  list.remove();
});

test('R14.2 a drop is told only once the new order is kept', async () => {
  handle('d')?.focus();
  press('d', ' ', 'ArrowUp', 'ArrowUp', ' ');
  await settled();
  expect(said).toEqual(['lifted 4', 'over 3', 'over 2']);
  dropped(['a', 'd', 'b', 'c']);
  await settled();
  expect(said.at(-1)).toBe('dropped 2');
  expect(document.activeElement).toBe(handle('d'));
});

test('R14.2 a drop that leaves the order as it was is told as cancelled', async () => {
  press('d', ' ', 'ArrowUp', ' ');
  dropped(['a', 'b', 'c', 'd']);
  await settled();
  expect(said).toEqual(['lifted 4', 'over 3', 'cancelled 4']);
});

test('R14.2 a row that is put down where it was lifted is told as dropped, and Escape as cancelled', async () => {
  press('b', ' ', ' ');
  await settled();
  press('b', ' ', 'Escape');
  expect(said).toEqual(['lifted 2', 'dropped 2', 'lifted 2', 'cancelled 2']);
});

test('R14.2 the lifted row is drawn where it would land, and those between make way for it', () => {
  press('a', ' ', 'ArrowDown', 'ArrowDown');
  expect([0, 1, 2, 3].map((at) => drag.shift(at))).toEqual([2 * height, -height, -height, 0]);
  press('a', 'ArrowUp', 'ArrowUp', 'ArrowUp');
  expect([0, 1, 2, 3].map((at) => drag.shift(at))).toEqual([0, 0, 0, 0]);
});

test('R14.2 a drag goes on when the list is replaced under it, and ends when its row is gone or has begun', async () => {
  handle('c')?.focus();
  press('c', ' ', 'ArrowUp');
  draw(['x', 'a', 'b', 'c']);
  expect(drag.id).toBe('c');
  expect([0, 1, 2, 3].map((at) => drag.shift(at))).toEqual([0, height, height, -2 * height]);
  await settled();
  expect(drag.id).toBe('c');
  handle('c')?.remove();
  draw(['x', 'a', 'b', 'c']);
  expect(drag.id).toBeNull();
  press('b', ' ');
  draw(['a', 'c']);
  expect(drag.id).toBeNull();
});
