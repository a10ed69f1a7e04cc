// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { ScrollEndFollower } from '../../../src/ui/kit/end-follower.svelte.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A list of a given height in a window of 600 pixels, which is scrolled by the person's keys or by itself. */
function list() {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const element = document.createElement('div');
  let [height, top] = [5000, 4400];
  Object.defineProperties(element, {
    clientHeight: { get: () => 600 },
    scrollHeight: { get: () => height },
    scrollTop: { get: () => top, set: (wanted: number) => (top = Math.min(wanted, height - 600)) },
  });
  const end = new ScrollEndFollower();
  end.scroller(element);
  const scroll = (to: number, newHeight = height) => {
    [height, top] = [newHeight, to];
    element.dispatchEvent(new Event('scroll'));
  };
  scroll(4400);
  const press = (key: string) => element.dispatchEvent(new KeyboardEvent('keydown', { key }));
  return { end, scroll, press, top: () => top };
}

test('a list follows its end until the person scrolls up, and follows it again from the end on', () => {
  const { end, scroll, press, top } = list();
  scroll(4300, 6000);
  expect([end.pinned, top()]).toEqual([true, 5400]);
  press('Home');
  scroll(0);
  expect(end.pinned).toBe(false);
  scroll(0, 7000);
  expect([end.pinned, top()]).toEqual([false, 0]);
  scroll(6400);
  expect(end.pinned).toBe(true);
});

test('after a press of “Latest” rows that turn out lower than expected do not count as scrolling up', () => {
  const { end, scroll, press, top } = list();
  press('Home');
  scroll(0);
  end.toEnd();
  scroll(4400, 9000);
  scroll(6000, 7000);
  expect([end.pinned, top()]).toEqual([true, 6400]);
});

test('a smooth scroll that is still under way when “Latest” is pressed does not lead away from the end', () => {
  const { end, scroll, press, top } = list();
  press('Home');
  scroll(2400);
  end.toEnd();
  scroll(4400);
  scroll(3600);
  expect([end.pinned, top()]).toEqual([true, 4400]);
  press('PageUp');
  scroll(3800);
  expect(end.pinned).toBe(false);
});

test('some time after a press of “Latest” the list scrolls up without a key, too, as by the search of the browser', () => {
  const { end, scroll } = list();
  end.toEnd();
  scroll(4400);
  vi.advanceTimersByTime(2000);
  scroll(3000);
  expect(end.pinned).toBe(false);
});
