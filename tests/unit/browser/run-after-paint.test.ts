import { afterEach, expect, test, vi } from 'vitest';
import { ignoreResizeObserverErrors } from '../../../src/browser/run-after-paint.ts';

class Fault extends Event {
  constructor(readonly message: string) {
    super('error', { cancelable: true });
  }
}

afterEach(() => vi.unstubAllGlobals());

test('R14.6 what browsers say of rows that are measured in the next frame is no error; errors still are', () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('ErrorEvent', Fault);
  ignoreResizeObserverErrors();
  const heard: string[] = [];
  page.addEventListener('error', (event) => {
    if (event instanceof Fault) heard.push(event.message);
  });
  const notices = [
    'ResizeObserver loop completed with undelivered notifications.',
    'ResizeObserver loop limit exceeded',
  ];
  for (const notice of notices) expect(page.dispatchEvent(new Fault(notice)), 'taken away').toBe(false);
  expect(page.dispatchEvent(new Fault('x is not a function'))).toBe(true);
  expect(heard).toEqual(['x is not a function']);
});
