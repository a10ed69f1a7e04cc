import { afterEach, beforeEach, vi } from 'vitest';
import type { Run } from '../../../src/task/run.ts';
import type { World } from './world.ts';

/**
 * For the tests of one block: returns what resolves once `seen` holds; no pause between two tries of a call is waited
 * for.
 */
export function withoutPauses() {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  return (world: World, seen: (run: Run) => boolean, what = ''): Promise<Run> =>
    world.until((run) => {
      vi.advanceTimersByTime(500);
      return seen(run);
    }, what);
}
