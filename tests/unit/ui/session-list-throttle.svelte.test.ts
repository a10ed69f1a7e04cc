// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Subject } from '../../../src/engine/subject.ts';
import type { Session } from '../../../src/task/session.ts';
import { ObservableState } from '../../../src/ui/app/observable-state.svelte.ts';
import { sessionListThrottle } from '../../../src/ui/app/session-list-throttle.ts';

const at = '2026-01-01T10:00:00.000Z';
const session: Session = {
  ...{ id: 's1', title: 'Tidy up', plan_status: null, steps_ended: 0, steps_total: 3 },
  ...{ created_at: at, updated_at: at, deleted_at: null },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('R14.2 the list of sessions counts steps at beats, and shows at once that a plan was stopped or needs the person', () => {
  const row = (change: Partial<Session>): Session[] => [{ ...session, ...change }];
  const live = new Subject(row({ plan_status: 'running' }));
  const shown: (string | number | null | undefined)[] = [];
  const end = $effect.root(() => {
    const listed = new ObservableState<readonly Session[]>(live, [], sessionListThrottle);
    $effect(() => {
      const [session] = listed.current;
      shown.push(session?.needs_you ? 'needs you' : `${session?.plan_status} ${session?.steps_ended}`);
    });
  });
  flushSync();
  const see = (change: Partial<Session>) => {
    live.send(row(change));
    flushSync();
    return shown.at(-1);
  };
  expect(see({ plan_status: 'running', steps_ended: 1 })).toBe('running 0');
  vi.advanceTimersByTime(1000);
  flushSync();
  expect(shown.at(-1)).toBe('running 1');
  expect(see({ plan_status: 'running', steps_ended: 2, needs_you: true })).toBe('needs you');
  expect(see({ plan_status: 'running', steps_ended: 2 })).toBe('needs you');
  expect(see({ plan_status: 'cancelled', steps_ended: 2 })).toBe('cancelled 2');
  end();
});
