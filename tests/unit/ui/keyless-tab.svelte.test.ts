// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { newRun, withPhase, type Phase, type Run } from '../../../src/task/run.ts';
import type { SessionLeaseOptions } from '../../../src/engine/session-lease.ts';
import type { SessionRunner } from '../../../src/engine/session-runner.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { Composer, type ComposerHost } from '../../../src/ui/conversation/composer.svelte.ts';
import { SessionView } from '../../../src/ui/session/session-view.svelte.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';

const at = '2026-01-01T10:00:00.000Z';
const words = new Translator();
await words.loadAll();
const never = { subscribe: () => () => undefined };
const profile = { id: 'p', provider: 'far', base_url: 'https://far.test', model: 'm', name: 'Far' };

test.each([
  ['executing', false],
  ['waiting', false],
  ['reviewing', false],
  ['paused', true],
  ['blocked', true],
  ['completed', true],
] as const)(
  'R11.2 a tab without the key takes a task that another tab has while it is %s: %s',
  async (phase, takes) => {
    const browser = { locks: new MemoryLocks(), tabs: new MemoryTabs() };
    const first = tab(phase, browser, true);
    await first.session.takeOver();
    const second = tab(phase, browser, false);
    second.session.wake();
    await second.watching();
    expect((await second.session.takeOver()) !== null).toBe(takes);
    expect(second.toasts.list.map(({ text }) => text)).toEqual(takes ? [] : [words.t('plan.no_key_here')]);
    first.stop();
    second.stop();
  },
);

test.each([
  ['executing', 'continue', [words.t('notice.at_work')], false],
  ['executing', '/continue', [words.t('notice.at_work')], false],
  ['executing', '/继续', [words.t('notice.at_work')], false],
  ['reviewing', 'continue', [words.t('notice.waiting_review')], false],
  ['reviewing', '/resume', [words.t('notice.waiting_review')], false],
  ['executing', 'Also buy milk', [words.t('plan.no_key_here')], false],
  ['executing', 'pause', [], true],
  ['executing', '/pause', [], true],
] as const)(
  'R8.2 in a tab without the key that watches a task %s, “%s” is answered with %j, and takes it: %s',
  async (phase, text, told, takes) => {
    const browser = { locks: new MemoryLocks(), tabs: new MemoryTabs() };
    const first = tab(phase, browser, true);
    await first.session.takeOver();
    const second = tab(phase, browser, false);
    second.session.wake();
    await second.watching();
    const composer = fieldOf(second);
    await composer.send(text);
    expect(second.toasts.list.map((toast) => toast.text)).toEqual(told);
    expect(second.session.elsewhere).toBe(!takes);
    expect(composer.draft).toBe(text === 'Also buy milk' ? text : '');
    first.stop();
    second.stop();
  },
);

test('R8.2 a tab that only watches shows a waiting question in plain words, until it is dismissed', async () => {
  const browser = { locks: new MemoryLocks(), tabs: new MemoryTabs() };
  const question = { effect: 'e', step_id: null, text: '# Which **train**?\n> the early one' };
  const first = tab('waiting', browser, true, question);
  await first.session.takeOver();
  const second = tab('waiting', browser, false, question);
  second.session.wake();
  await second.watching();
  await fieldOf(second).send('/continue');
  expect(second.toasts.list).toMatchObject([{ text: 'Which train? the early one', tone: 'reminder' }]);
  expect(second.toasts.list[0]?.remainingMs).toBeUndefined();
  expect(second.session.elsewhere).toBe(true);
  first.stop();
  second.stop();
});

function fieldOf({ session, toasts }: { session: SessionView; toasts: Toasts }): Composer {
  const host = {
    dependencies: { stores: {}, clock: {} },
    ...{ words, toasts, faults: { gravest: null }, isDemo: false, composer: null },
    ...{ drafts: new Map<string, string>(), sending: new Map(), attached: new Map(), hasModel: () => true },
  };
  return new Composer(host as unknown as ComposerHost, session);
}

function tab(
  phase: Phase,
  { locks, tabs }: { locks: MemoryLocks; tabs: MemoryTabs },
  hasKey: boolean,
  question: Run['question'] = null,
) {
  const run = { ...withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at), phase, at), question };
  const runner = {
    current: () => ({ run, streams: {}, waits: {}, progress: {}, offline: false }),
    subscribe: () => () => undefined,
    refusals: never,
    committed: never,
    send: async () => true,
    note: async () => true,
    settled: async () => undefined,
    shown: async () => undefined,
    close: async () => undefined,
  } as unknown as SessionRunner;
  const watched = {
    subscribe(next: (value: unknown) => void) {
      next(run);
      return () => undefined;
    },
  };
  const dependencies = {
    stores: { sessions: { watchRun: () => watched, journal: () => never } },
    clock: { now: () => at, zone: () => 'UTC', random: () => 0, newId: () => 'x' },
    providers: [{ id: 'far', needsKey: true }],
    secrets: { keyPlaceOf: async () => (hasKey ? 'tab' : null), lockState: never },
    connected: never,
    lease: (sessionId: string): SessionLeaseOptions => ({
      ...{ sessionId, locks, tabs: tabs.other() },
      wait: () => new Promise(() => undefined),
      open: async () => runner,
    }),
  } as unknown as AppDependencies;
  const toasts = new Toasts();
  const session = new SessionView('s', dependencies, words, toasts, () => ({ profile }));
  const stop = $effect.root(() => {
    $effect(() => void [session.run, session.elsewhere]);
  });
  flushSync();
  const watching = async () => {
    for (let turn = 0; turn < 50 && !session.elsewhere; turn += 1) await Promise.resolve();
    expect(session.elsewhere).toBe(true);
  };
  return { session, toasts, stop, watching };
}
