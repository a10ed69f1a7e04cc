// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StepDrag } from '../../../src/ui/plan/step-drag.svelte.ts';

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
    else
      list.insertAdjacentHTML(
        'beforeend',
        `<li data-step-id="${id}"><button data-grip>open</button><button data-handle>${id}</button></li>`,
      );
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

const handle = (id: string) => list.querySelector<HTMLElement>(`[data-step-id="${id}"] [data-handle]`);

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

describe('by the row itself', () => {
  const row = (id: string) => list.querySelector<HTMLElement>(`[data-step-id="${id}"] [data-grip]`);
  let opened: string[];

  function point(type: string, id: string, x: number, y: number, pointerType: 'mouse' | 'touch'): void {
    const at = { clientX: x, clientY: y, pointerId: 1, pointerType, isPrimary: true, button: 0, bubbles: true };
    row(id)?.dispatchEvent(new PointerEvent(type, at));
  }
  const click = (id: string) => row(id)?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  const scrolls = () => row('b')?.dispatchEvent(new TouchEvent('touchmove', { bubbles: true, cancelable: true }));

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    Element.prototype.setPointerCapture = () => undefined;
    opened = [];
    list.addEventListener('click', ({ target }) => {
      if (target instanceof Element) opened.push(target.closest('[data-step-id]')?.getAttribute('data-step-id') ?? '');
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('R14.2 a mouse lifts it after a few pixels, and the click that ends the drag opens nothing', () => {
    point('pointerdown', 'b', 50, 90, 'mouse');
    point('pointermove', 'b', 52, 92, 'mouse');
    expect(drag.id).toBeNull();
    point('pointermove', 'b', 50, 100, 'mouse');
    expect(drag.id).toBe('b');
    point('pointerup', 'b', 50, 100, 'mouse');
    click('b');
    expect([drag.id, opened]).toEqual([null, []]);
    point('pointerdown', 'b', 50, 90, 'mouse');
    point('pointerup', 'b', 50, 90, 'mouse');
    click('b');
    expect(opened).toEqual(['b']);
    expect(said).toEqual(['lifted 2', 'dropped 2']);
  });

  test('R14.2 a finger lifts it by a long press; a short one opens, and a swipe scrolls', () => {
    point('pointerdown', 'b', 50, 90, 'touch');
    point('pointerup', 'b', 50, 90, 'touch');
    click('b');
    vi.advanceTimersByTime(1000);
    expect([drag.id, opened]).toEqual([null, ['b']]);

    point('pointerdown', 'b', 50, 90, 'touch');
    point('pointermove', 'b', 50, 70, 'touch');
    vi.advanceTimersByTime(1000);
    expect([drag.id, scrolls()]).toEqual([null, true]);
    point('pointercancel', 'b', 50, 40, 'touch');

    point('pointerdown', 'b', 50, 90, 'touch');
    point('pointermove', 'b', 51, 93, 'touch');
    vi.advanceTimersByTime(1000);
    expect([drag.id, scrolls()]).toEqual(['b', false]);
    point('pointerup', 'b', 51, 93, 'touch');
    click('b');
    expect([drag.id, opened]).toEqual([null, ['b']]);
    expect(scrolls()).toBe(true);
  });

  test('R14.2 a press whose row has begun in the meantime lifts nothing, and keys still open a row after a drag', () => {
    point('pointerdown', 'b', 50, 90, 'touch');
    handle('b')?.remove();
    vi.advanceTimersByTime(1000);
    expect(drag.id).toBeNull();
    point('pointerdown', 'c', 50, 150, 'mouse');
    point('pointermove', 'c', 50, 160, 'mouse');
    point('pointerup', 'c', 50, 160, 'mouse');
    row('c')?.click();
    expect(opened).toEqual(['c']);
  });
});

test('R14.2 the browser does not drag selected text instead of a row', () => {
  const dragged = new Event('dragstart', { bubbles: true, cancelable: true });
  handle('a')?.dispatchEvent(dragged);
  expect(dragged.defaultPrevented).toBe(true);
});
