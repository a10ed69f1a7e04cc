import { expect, test } from 'vitest';
import { newRun, type Run } from '../../../src/task/run.ts';
import type { Notification } from '../../../src/ports/notifier.ts';
import { Subject } from '../../../src/engine/subject.ts';
import type { RunnerView } from '../../../src/engine/session-runner.ts';
import { SessionNotifier } from '../../../src/ui/background/session-notifier.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const words = new Translator();
await words.loadAll();
const soon = () => new Promise((resolve) => setTimeout(resolve));
const start = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', '2026-01-01T00:00:00Z');
const question = { effect: 'q1', step_id: null, text: 'Which bag?' };

/** A session that this tab works on; `be` is what becomes of its task. */
function session({ wanted = true, hidden = true } = {}) {
  const told: Notification[] = [];
  const signals = new SessionNotifier({
    stores: { sessions: { get: async () => undefined } },
    notifier: { ask: async () => true, canAsk: () => false, show: (message) => void told.push(message) },
    words,
    isWanted: () => wanted,
    isHidden: () => hidden,
    address: (id) => `#/s/${id}`,
  });
  const view = (change: Partial<Run>): RunnerView => ({
    run: { ...start, ...change },
    streams: {},
    waits: {},
    progress: {},
    offline: false,
  });
  const runner = new Subject(view({ phase: 'executing' }));
  let settled = async (): Promise<void> => undefined;
  const over = new AbortController();
  return {
    told,
    over,
    begin: (change: Partial<Run>) => {
      runner.send(view(change));
      const followed = {
        subscribe: runner.subscribe.bind(runner),
        current: () => runner.value,
        settled: () => settled(),
      };
      signals.follow('s', followed, over.signal);
    },
    /** The storage refuses from now on; `then` is what becomes of the task, whose state is withdrawn. */
    refuse: (then?: Partial<Run>) => {
      settled = async () => {
        if (then) runner.send(view(then));
        throw new Error('full');
      };
    },
    be: async (change: Partial<Run>) => {
      runner.send(view(change));
      await soon();
    },
  };
}

test('R14.5 the end of a plan and what waits for the person are told while the page is hidden, each once', async () => {
  const { told, begin, be } = session();
  begin({ phase: 'executing' });
  await be({ phase: 'waiting', question });
  await be({ phase: 'waiting', question });
  await be({ phase: 'executing' });
  await be({ phase: 'waiting', question: { ...question, effect: 'q2', text: 'Which day?' } });
  await be({ phase: 'replanning' });
  await be({ phase: 'completed' });
  expect(told.map(({ text }) => text)).toEqual([
    'Needs you: an answer\nWhich bag?',
    'Needs you: an answer\nWhich day?',
    'Done: 0 of 0 steps completed',
  ]);
  expect(new Set(told.map(({ tag, address }) => `${tag} ${String(address)}`))).toEqual(new Set(['session s #/s/s']));
});

test('R14.5 how a session stands when it is opened is no news, nor is what the person did', async () => {
  const { told, begin, be } = session();
  begin({ phase: 'waiting', question });
  await be({ phase: 'paused', pause: { code: 'person' } });
  await be({ phase: 'cancelled' });
  expect(told).toEqual([]);
});

test('R14.5 a limit, a fault of the endpoint and a failure are told', async () => {
  const { told, begin, be } = session();
  begin({ phase: 'executing' });
  await be({ phase: 'paused', pause: { code: 'limit', limit: 60 } });
  await be({ phase: 'executing' });
  await be({ phase: 'failed' });
  expect(told).toHaveLength(2);
});

test.each([
  ['the page is in sight', { hidden: false }],
  ['it was not asked for', { wanted: false }],
])('R14.5 nothing is told while %s', async (_, state) => {
  const { told, begin, be } = session(state);
  begin({ phase: 'executing' });
  await be({ phase: 'completed' });
  expect(told).toEqual([]);
});

test('R14.5 a session that this tab does not work on any more is not followed', async () => {
  const { told, over, begin, be } = session();
  begin({ phase: 'executing' });
  over.abort();
  await be({ phase: 'completed' });
  expect(told).toEqual([]);
});

test('R12.4 what a plan has reached is told once it is stored, and not if that is refused; the refusal itself is told', async () => {
  const { told, begin, be, refuse } = session();
  begin({ phase: 'executing' });
  refuse();
  await be({ phase: 'completed' });
  expect(told).toEqual([]);
  await be({ phase: 'executing' });
  refuse({ phase: 'paused', pause: { code: 'storage', detail: 'full' } });
  await be({ phase: 'waiting', question });
  expect(told.map(({ text }) => text)).toEqual([words.t('plan.status.storage')]);
});
