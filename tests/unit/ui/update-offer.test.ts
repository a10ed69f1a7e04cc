import { expect, test, vi } from 'vitest';
import { newRun, type Phase } from '../../../src/task/run.ts';
import { Subject } from '../../../src/engine/subject.ts';
import type { RunnerView } from '../../../src/engine/session-runner.ts';
import { Installation } from '../../../src/ui/app/installation.svelte.ts';
import { ActivityTracker } from '../../../src/engine/activity-tracker.ts';
import { UpdateOffer } from '../../../src/ui/background/update-offer.ts';
import { MemorySign } from '../../fakes/memory-sign.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve));

const accept = (update: Installation['update']) => (typeof update === 'function' ? update() : undefined);

const view = (phase: Phase): RunnerView => ({
  run: { ...newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', '2026-01-01T00:00:00Z'), phase },
  streams: {},
  waits: {},
  progress: {},
  offline: false,
});

/** One tab of a browser. */
function tab(sign = new MemorySign(), { outdated = false } = {}) {
  const waiting = new Subject(false);
  const replaced = new Subject<true>(null);
  const apply = vi.fn();
  const reload = vi.fn();
  const installation = new Installation();
  const work = new ActivityTracker(sign);
  const offer = new UpdateOffer({
    updates: { waiting, replaced, apply },
    sign,
    work,
    installation,
    isOutdated: () => outdated,
    reload,
  });
  offer.start();
  const runner = new Subject(view('paused'));
  const over = new AbortController();
  work.follow('s', runner, over.signal);
  return {
    waiting,
    replaced,
    apply,
    reload,
    installation,
    offer,
    close: () => over.abort(),
    go: (phase: Phase) => runner.send(view(phase)),
  };
}

test('R14.5 a newer version is offered when nothing is at work, and takes over when the person says so', async () => {
  const page = tab();
  await soon();
  expect(page.installation.update).toBeNull();
  page.waiting.send(true);
  await soon();
  expect(page.apply).not.toHaveBeenCalled();
  await accept(page.installation.update);
  expect(page.apply).toHaveBeenCalledOnce();
});

test.each(['completed', 'failed', 'paused', 'waiting', 'cancelled'] as const)(
  'R14.5 a newer version is not offered while a plan is at work, but when it is %s',
  async (end) => {
    const page = tab();
    page.go('executing');
    page.waiting.send(true);
    await soon();
    expect(page.installation.update).toBeNull();
    page.go(end);
    await soon();
    expect(page.installation.update).not.toBeNull();
  },
);

test('R14.5 a plan at work in another tab holds the offer back, and one that is visible says so and is made again afterwards', async () => {
  const sign = new MemorySign();
  const [page, other] = [tab(sign), tab(sign)];
  other.go('planning');
  page.waiting.send(true);
  await soon();
  expect(page.installation.update).toBeNull();
  other.go('completed');
  await soon();
  expect(page.installation.update).not.toBeNull();
  other.go('executing');
  await accept(page.installation.update);
  await soon();
  expect(page.apply).not.toHaveBeenCalled();
  expect(page.installation.update).toBe('busy');
  other.close();
  await soon();
  await accept(page.installation.update);
  expect(page.apply).toHaveBeenCalledOnce();
});

test('R14.5 a tab is loaded anew when a newer version has taken over, and one at work once it rests', async () => {
  const page = tab();
  page.go('executing');
  page.replaced.send(true);
  await soon();
  expect(page.reload).not.toHaveBeenCalled();
  page.go('paused');
  await soon();
  expect(page.reload).toHaveBeenCalledOnce();
});

test('R12.4 where the data belongs to a newer version already, that version takes over by itself', async () => {
  const page = tab(new MemorySign(), { outdated: true });
  page.waiting.send(true);
  await soon();
  expect(page.apply).toHaveBeenCalledOnce();
});
