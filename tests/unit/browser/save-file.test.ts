// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { saveFile } from '../../../src/browser/files/save-file.ts';

test('R9.7 a file is handed over under its name, and its address is given back later', () => {
  vi.useFakeTimers();
  const content = new Blob(['{}'], { type: 'application/json' });
  const create = vi.fn<(content: Blob) => string>(() => 'blob:one');
  const revoke = vi.fn();
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: revoke });
  const clicked: (string | null)[][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push([this.getAttribute('href'), this.download]);
  });
  saveFile('plan.json', content);
  expect(clicked).toEqual([['blob:one', 'plan.json']]);
  expect(create).toHaveBeenCalledWith(content);
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledWith('blob:one');
  vi.useRealTimers();
});
