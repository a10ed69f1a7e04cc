import { Subject } from '../../../src/engine/subject.ts';
import type { SessionOnOtherDevice, Devices } from '../../../src/ports/devices.ts';
import type { Run } from '../../../src/task/run.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';
import { FakeRunner } from './fake-runner.ts';
import { now, openApp } from './open-app.ts';

/** Opens a session with this task, which a laptop has until it is taken over here. */
export async function openOnOtherDevice(run: Run | null, told: Partial<SessionOnOtherDevice['session']> = {}) {
  const session = { plan_status: run?.plan.status ?? null, steps_ended: 1, steps_total: 2, ...told };
  const away = new Subject<SessionOnOtherDevice | null>({ device: 'Laptop', at: now, frozen: null, session });
  const runner = new FakeRunner(run, now);
  let isAway = true;
  const devices = {
    away: () => away,
    takeOver: async () => {
      isAway = false;
      away.send(null);
      return 'yours';
    },
  } as unknown as Devices;
  const { app, page, database } = await openApp({
    settings: { profile: 'p' },
    dependencies: {
      connected: new Subject(true),
      devices: async () => devices,
      others: async () => devices,
      lease: (sessionId: string) => ({
        ...{ sessionId, locks: new MemoryLocks(), tabs: new MemoryTabs() },
        wait: () => new Promise<void>(() => undefined),
        open: async () => {
          if (isAway) throw new Error('Another device works on it.');
          return runner;
        },
      }),
    },
  });
  Object.assign(app.dependencies.stores.sessions, {
    watchRun: () => ({ subscribe: (next: (stored: Run | null) => void) => (next(run), () => undefined) }),
  });
  const opened = await app.newSession('Garden');
  if (!opened) throw new Error('The session could not be stored.');
  return { app, database, session: opened, runner, page, away, isAway: () => isAway };
}
