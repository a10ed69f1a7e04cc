// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { PlanEdit } from '../../../src/plan/plan-edits.ts';
import type { Step } from '../../../src/plan/step.ts';
import { withPhase, newRun, type Run } from '../../../src/task/run.ts';
import { applyPlanEdit, undoEdit } from '../../../src/engine/person-edits.ts';
import type { SessionLeaseOptions } from '../../../src/engine/session-lease.ts';
import type { SessionRunner } from '../../../src/engine/session-runner.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { SessionView } from '../../../src/ui/session/session-view.svelte.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';
import { step } from '../../fixtures/steps.ts';

const at = '2026-01-01T10:00:00.000Z';
const words = new Translator();
await words.loadAll();
const never = { subscribe: () => () => undefined };

/** A session whose worker makes and undoes edits as the engine does. */
function sessionView(steps = [step('a', 'pending'), step('b', 'pending')]): {
  session: SessionView;
  toasts: Toasts;
  statuses: () => string[];
  /** The plan as a replan leaves it. */
  replan: (steps: Step[]) => void;
  stop: () => void;
} {
  const fresh = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at), 'paused', at);
  let run: Run = { ...fresh, plan: { ...fresh.plan, steps } };
  const viewers: ((view: { run: Run }) => void)[] = [];
  const show = (next: Run) => {
    run = next;
    for (const viewer of viewers) viewer({ run });
  };
  const runner = {
    current: () => ({ run, streams: {}, waits: {}, offline: false }),
    subscribe: (viewer: (view: { run: Run }) => void) => {
      viewers.push(viewer);
      return () => undefined;
    },
    refusals: never,
    committed: never,
    send: async (event: { type: string; edit?: PlanEdit; id?: string }) => {
      const result = event.edit && applyPlanEdit(run, event.edit, at);
      if (result?.ok) show(result.value.run);
      if (event.type === 'edit.undo') show(undoEdit(run, event.id).run);
      return true;
    },
    settled: async () => undefined,
    shown: async () => undefined,
    close: async () => undefined,
  } as unknown as SessionRunner;
  const dependencies = {
    stores: { sessions: { watchRun: () => never, journal: () => never } },
    clock: { now: () => at, zone: () => 'UTC', random: () => 0, newId: () => 'x' },
    lease: (sessionId: string): SessionLeaseOptions => ({
      ...{ sessionId, locks: new MemoryLocks(), tabs: new MemoryTabs() },
      wait: () => new Promise(() => undefined),
      open: async () => runner,
    }),
  } as unknown as AppDependencies;
  const toasts = new Toasts();
  const session = new SessionView('s', dependencies, words, toasts);
  const stop = $effect.root(() => {
    $effect(() => void session.run);
  });
  flushSync();
  return {
    session,
    toasts,
    stop,
    statuses: () => run.plan.steps.map(({ status }) => status),
    replan: (next) => show({ ...run, plan: { ...run.plan, steps: next } }),
  };
}

test('R14.6 the offer to undo an edit is gone once the edit has been undone elsewhere', async () => {
  const { session, toasts, statuses, stop } = sessionView();
  await session.skip(step('a', 'pending'));
  await session.skip(step('b', 'pending'));
  expect(toasts.list).toHaveLength(2);
  const [first, second] = toasts.list;
  await session.undoEdit();
  expect(toasts.list).toEqual([first]);
  second?.action?.run();
  expect(statuses()).toEqual(['skipped', 'pending']);
  await session.undoEdit();
  expect([toasts.list, statuses()]).toEqual([[], ['pending', 'pending']]);
  stop();
});

test('R14.6 the offer to undo an edit is gone once a replan has made that impossible', async () => {
  const { session, toasts, replan, stop } = sessionView();
  await session.remove(step('a', 'pending'));
  await session.skip(step('b', 'pending'));
  const [, skip] = toasts.list;
  replan([...(session.run?.plan.steps ?? []), step('a', 'pending')]);
  flushSync();
  expect(toasts.list).toEqual([skip]);
  expect(session.undoableEdit?.what).toBe('skip');
  stop();
});

test.each([
  ['en', ['Skipped “Do a”. Steps 3, 4 still need it.', 'Skipped “Do b”. Step 4 still needs it.']],
  ['zh', ['已跳过“Do a”。第 3、4 步都还要用到它。', '已跳过“Do b”。第 4 步还要用到它。']],
] as const)('R8.6 a skipped step names the steps that still need it (%s)', async (language, said) => {
  await words.setLanguage(language);
  const free = step('free', 'pending');
  const steps = [free, step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'pending', 'a', 'b')];
  const { session, toasts, stop } = sessionView(steps);
  for (const skipped of [free, step('a', 'pending'), step('b', 'pending')]) await session.skip(skipped);
  expect(toasts.list.slice(1).map(({ text }) => text)).toEqual(said);
  await words.setLanguage('en');
  stop();
});

test('R8.6 a result that the person gives for a step is called theirs, not something they accepted', async () => {
  const { session, toasts, statuses, stop } = sessionView();
  await session.accept(step('a', 'pending'), 'Rye costs 3.20.');
  expect(statuses()).toEqual(['completed', 'pending']);
  expect(toasts.list.map(({ text }) => text)).toEqual([
    `Your result is used for “${step('a', 'pending').description}”.`,
  ]);
  stop();
});
