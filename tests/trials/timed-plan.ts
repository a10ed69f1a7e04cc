import * as z from 'zod';
import { importedRun } from '../../src/engine/adopt-plan.ts';
import { defaultSettings } from '../../src/records/settings.ts';
import { toolSuccess } from '../../src/task/tool-result.ts';
import { unrestrictedAccess, type Tool } from '../../src/tools/tool.ts';
import { VirtualTime } from '../fakes/virtual-time.ts';
import { usual } from '../unit/engine/usual.ts';
import { World } from '../unit/engine/world.ts';
import { importedPlan, type Published } from './published.ts';
import { SimStorage } from './sim-storage.ts';

/** How a plan went whose steps take as long as they say. */
export interface Timed {
  /** From the start to the end of the last step. */
  seconds: number;
  /** How often each step's work was begun, and how often it was recorded as done. */
  begun: Record<string, number>;
  done: Record<string, number>;
  phase: string;
  /** Moments at which the tab could have died. */
  moments: number;
}

/**
 * Carries a published plan out in the engine, with simulated time: each step is a complete one whose tool takes the
 * published seconds, `hands` of them at a time. At the moment `death` the tab dies; it is opened again and continued.
 */
export async function timedPlan(plan: Published, hands: number, death = -1): Promise<Timed> {
  const storage = new SimStorage();
  const begun: Record<string, number> = {};
  const limits = { ...defaultSettings.limits, max_parallel_steps: hands };
  const world = new World(usual([]), { thoroughness: 'economy', limits }, [work(begun, storage)], storage);
  const time = new VirtualTime(world.clock);
  const tab = { moments: 0, dead: false };
  storage.point = async () => {
    if (tab.moments === death) tab.dead = true;
    tab.moments += 1;
    if (tab.dead) await new Promise(() => undefined);
  };
  time.install();
  try {
    begin(world, plan);
    const started = Date.parse(world.clock.now());
    let ended = started;
    for (;;) {
      await quiet(storage);
      if (tab.dead) {
        tab.dead = false;
        world.reload();
        await quiet(storage);
        if (storage.run('s1')) void world.runner.send({ type: 'plan.continue' });
        else begin(world, plan);
      } else if (time.next()) ended = Date.parse(world.clock.now());
      else break;
    }
    const done = Object.fromEntries([...storage.tables.files.values()].map(({ name, size }) => [name, size]));
    return { seconds: (ended - started) / 1000, begun, done, phase: world.run.phase, moments: tab.moments };
  } finally {
    time.restore();
    world.journal.kill();
    void world.runner.close();
  }
}

/** The plan comes in from a file and is continued. */
function begin(world: World, published: Published): void {
  const at = world.clock.now();
  const plan = importedPlan(published, at, ({ id, s }) => ({ tool: 'work', parameters: { id, seconds: s } }));
  const { limits } = world.settings;
  const run = importedRun({ ...plan, status: 'paused' }, { run: 'task_1', session: 's1', at, before: null, limits });
  void world.runner.send({ type: 'plan.import', run, from: 'import' });
  void world.runner.send({ type: 'plan.continue' });
}

/** Takes its time, then counts itself in the transaction that records it: work that is done twice counts twice. */
function work(begun: Record<string, number>, storage: SimStorage): Tool {
  const input = z.object({ id: z.string(), seconds: z.number() });
  const tool: Tool<typeof input> = {
    name: 'work',
    description: 'Works.',
    input,
    place: 'remote',
    reads: () => false,
    repeatable: () => true,
    access: () => unrestrictedAccess,
    run: async ({ id, seconds }, { signal }) => {
      await storage.point();
      begun[id] = (begun[id] ?? 0) + 1;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, seconds * 1000);
        signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      });
      storage.activity += 1;
      await storage.point();
      return {
        result: toolSuccess('Done.'),
        finish: async ({ stores, now, sessionId }) => {
          const row = await stores.files.get(`work_${id}`);
          await stores.files.put({
            id: `work_${id}`,
            session_id: sessionId,
            name: id,
            mime: 'text/plain',
            content: '',
            kind: 'artifact',
            source: 'work',
            size: (row?.size ?? 0) + 1,
            created_at: now,
            deleted_at: null,
          });
          return toolSuccess('Done.');
        },
      };
    },
  };
  return tool;
}

/** Resolves once nothing moves any more but time. */
async function quiet(storage: SimStorage): Promise<void> {
  let seen = -1;
  while (seen !== storage.activity) {
    seen = storage.activity;
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
