import { expect, test, vi } from 'vitest';
import { LazyModules } from '../../../src/ui/app/lazy-modules.svelte.ts';

/** Parts whose time passes when the test says so. */
function parts(): { parts: LazyModules; pass: (ms: number) => Promise<void> } {
  const waits: { until: number; done: () => void }[] = [];
  let now = 0;
  const wait = (ms: number) => new Promise<void>((done) => waits.push({ until: now + ms, done }));
  const pass = async (ms: number) => {
    now += ms;
    for (const { until, done } of waits) if (until <= now) done();
    await vi.waitFor(() => undefined);
  };
  return { parts: new LazyModules(wait), pass };
}
const never = new Promise<never>(() => undefined);

test('a part that is there in time is not spoken of', async () => {
  const { parts: all, pass } = parts();
  expect(await all.watched(Promise.resolve(1))).toBe(1);
  await pass(60_000);
  expect(all.missing).toBe(false);
});

test('a part that is late is missing until it comes', async () => {
  const { parts: all, pass } = parts();
  let come: (value: string) => void = () => undefined;
  const shown = all.forAwaitBlock(new Promise<string>((resolve) => (come = resolve)));
  await pass(10_000);
  expect(all.missing).toBe(true);
  come('here');
  expect(await shown).toBe('here');
  expect(all.missing).toBe(false);
});

test('a part that cannot be had is missing, and whoever asked for it hears so', async () => {
  const { parts: all } = parts();
  await expect(all.watched(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(all.missing).toBe(true);
});

test('a part that never comes is given up by those who cannot go on without', async () => {
  const { parts: all, pass } = parts();
  const soon = all.withTimeout(never);
  const told = expect(soon).rejects.toThrow('not there in time');
  await pass(20_000);
  await told;
  expect(all.missing).toBe(true);
});
