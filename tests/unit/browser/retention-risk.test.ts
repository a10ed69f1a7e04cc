import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retentionRisk } from '../../../src/browser/pwa/retention-risk.ts';

const never = () => new Promise<never>(() => undefined);
const given = async () => ({});
const refused = async () => Promise.reject(new DOMException('not in a private window', 'SecurityError'));

/** A browser of this maker; `directory` is what it does when asked for private files, where it can be asked. */
const browser = (vendor: string, directory?: () => Promise<object>) => ({
  navigator: { vendor, storage: directory ? { getDirectory: directory } : {} } as unknown as Navigator,
});

let installed: boolean;
beforeEach(() => {
  installed = false;
  vi.stubGlobal('matchMedia', () => ({ matches: installed }));
});
afterEach(() => vi.unstubAllGlobals());

test('R12.4 Safari and its relatives keep things for a week without a visit, other browsers for good', async () => {
  expect(await retentionRisk(browser('Apple Computer, Inc.', given), never)).toBe('week');
  expect(await retentionRisk(browser('Apple Computer, Inc.'), never)).toBe('week');
  expect(await retentionRisk(browser('Google Inc.', given), never)).toBeNull();
  expect(await retentionRisk({ ...browser('', given), mozInnerScreenX: 0 }, never)).toBeNull();
  expect(await retentionRisk({ navigator: { vendor: '' } as Navigator }, never)).toBeNull();
});

test('R12.4 an installed app of theirs is kept', async () => {
  installed = true;
  expect(await retentionRisk(browser('Apple Computer, Inc.', given), never)).toBeNull();
});

test('R12.4 a private window is known by its refusal of private files', async () => {
  expect(await retentionRisk({ ...browser('', refused), mozInnerScreenX: 0 }, never)).toBe('private');
  expect(await retentionRisk(browser('Apple Computer, Inc.', refused), never)).toBe('private');
});

test('R12.4 where the browser never says whether it gives private files, the week is told all the same', async () => {
  expect(await retentionRisk(browser('Apple Computer, Inc.', never), async () => undefined)).toBe('week');
});
