import { afterEach, expect, test, vi } from 'vitest';
import { saveOrToast } from '../../../src/ui/app/toasts.svelte.ts';
import type { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';

const words = { t: (key: string) => key } as unknown as Translator;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the storage is named where it refused', new DOMException('full', 'QuotaExceededError'), 'panes.not_saved', 0],
  ['an error of the program is not put on the storage', new RangeError('invalid language tag'), 'panes.not_done', 1],
  ['nor is one that came from a worker', new DOMException('no such function', 'TypeError'), 'panes.not_done', 1],
  [
    'nor is a part that could not be loaded',
    new TypeError('Failed to fetch dynamically imported module'),
    'panes.not_done',
    1,
  ],
])('R12.4 %s', async (_, error, message, reported) => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const toasts = new Toasts();
  expect(await saveOrToast({ words, toasts }, () => Promise.reject(error))).toBe(false);
  expect(toasts.list.map(({ text }) => text)).toEqual([message]);
  expect(report).toHaveBeenCalledTimes(reported);
});
