import { describe, expect, test } from 'vitest';
import { type Settings } from '../../../src/records/settings.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import type { Script } from '../../fakes/scripted-model.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

const sizes = [5, 20, 100];
const goal = 'Note many things';

function limited(count: number, more: Partial<Settings> = {}, slots = 3): Partial<Settings> {
  return { ...more, limits: { ...defaultLimits, max_plan_steps: count, max_parallel_steps: slots } };
}

/** One to-do a step. `direct`: the plan holds the calls; else each step thinks, acts once and ends. */
function diligent(count: number, direct: boolean, ending: Record<string, unknown> = { response: 'Noted.' }): Script {
  return (request): ModelReply => {
    switch (request.purpose) {
      case 'intake': {
        const plan = Array.from({ length: count }, (_, at) => {
          const title = `Note the figures of year ${1000 + at}`;
          return direct ? { description: title, tool: 'todo', parameters: { action: 'add', title } } : title;
        });
        return calls(['create_plan', { plan }]);
      }
      case 'thought':
        return results(request).length === 0
          ? calls(['todo', { action: 'add', title: `Figures ${1000 + stepOf(request)}` }])
          : calls(['finish_step', ending]);
      case 'replan':
        return /Remaining: 0/.test(textOf(request))
          ? calls(['finish_task', { response: 'All noted.' }])
          : calls(['keep_plan', {}]);
      case 'plan':
      case 'evaluation':
        return prose('not asked');
    }
  };
}

async function completed(world: World, within = 60_000): Promise<World> {
  world.submit(goal);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`stuck in ${world.run.phase}`)), within);
    world.runner.subscribe(({ run }) => {
      if (!run || !['completed', 'failed', 'paused', 'blocked'].includes(run.phase)) return;
      clearTimeout(timer);
      resolve();
    });
  });
  await world.runner.settled();
  expect(world.run.phase).toBe('completed');
  expect(world.statuses().every((status) => status === 'completed')).toBe(true);
  return world;
}

const runs = new Map<string, Promise<World>>();
/** A completed run of so many steps; made once and looked at by several tests. */
function run(thoroughness: Settings['thoroughness'], count: number, direct: boolean): Promise<World> {
  const name = `${thoroughness} ${count} ${direct ? 'direct' : 'thought'}`;
  const known = runs.get(name) ?? completed(new World(diligent(count, direct), limited(count, { thoroughness })));
  runs.set(name, known);
  return known;
}

describe('R3.10 what a plan costs in model calls (one tool call a step, no evaluations)', () => {
  test.each(sizes)('economy: 2 calls for %i direct steps', async (count) => {
    const world = await run('economy', count, true);
    expect(world.model.requests.map((request) => request.purpose)).toEqual(['intake', 'replan']);
    expect(world.model.requests[1]?.tools.map((tool) => tool.name)).toEqual(['finish_task']);
    expect(world.todos()).toHaveLength(count);
  });

  test.each(sizes)(
    'balanced: 2 calls for %i direct steps, at most 2N + 2 for steps that think',
    async (count) => {
      const direct = await run('balanced', count, true);
      expect(direct.model.requests).toHaveLength(2);
      const world = await run('balanced', count, false);
      expect(world.model.requests.length).toBeLessThanOrEqual(2 * count + 2);
      expect(world.todos()).toHaveLength(count);
    },
    120_000,
  );

  test.each(sizes)(
    'careful: at most 3N + 2 calls for %i steps',
    async (count) => {
      const world = await run('careful', count, false);
      expect(world.model.requests.length).toBeLessThanOrEqual(3 * count + 2);
      expect(world.run.plan.step_count).toBe(4 * count);
    },
    120_000,
  );
});

describe('R4.9 prompts that a provider’s prefix cache can serve', () => {
  const written = (request: ModelRequest) => request.messages.map(({ role, text }) => `<${role}>${text}`).join('');
  const shared = (a: string, b: string) => {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at += 1;
    return at;
  };
  /** The part of all replan prompts that lies in a prefix of an earlier prompt. */
  function seenBefore(world: World): number {
    const prompts = world.model.requests.filter((request) => request.purpose === 'replan').map(written);
    let seen = 0;
    let total = 0;
    prompts.forEach((prompt, at) => {
      total += prompt.length;
      seen += Math.max(0, ...prompts.slice(0, at).map((earlier) => shared(prompt, earlier)));
    });
    expect(prompts.length).toBeGreaterThan(2);
    return seen / total;
  }

  test.each([20, 100])(
    'careful: at least 80 percent of replan prompts at %i steps',
    async (count) => {
      expect(seenBefore(await run('careful', count, false))).toBeGreaterThanOrEqual(0.8);
    },
    120_000,
  );

  test.each([20, 100])(
    'balanced: at least 80 percent of replan prompts at %i steps, each of which asks for one',
    async (count) => {
      const script = diligent(count, false, { response: 'Noted.', plan_still_fits: false });
      const world = await completed(new World(script, limited(count, { thoroughness: 'balanced' })));
      expect(world.model.requests.filter((request) => request.purpose === 'replan').length).toBeGreaterThanOrEqual(
        count,
      );
      expect(seenBefore(world)).toBeGreaterThanOrEqual(0.8);
    },
    120_000,
  );

  test('a thought at step 100 of 100 takes at most 1.2 times one at step 5, with equal observations', async () => {
    const world = await run('balanced', 100, false);
    const thoughts = (step: number) =>
      world.model.requests.filter((request) => request.purpose === 'thought' && stepOf(request) === step);
    for (const at of [0, 1])
      expect(written(thoughts(100)[at]!).length).toBeLessThanOrEqual(1.2 * written(thoughts(5)[at]!).length);
  }, 120_000);
});

describe('R7.1 independent steps run at the same time', () => {
  interface Shape {
    width: number;
    plan: { id: string; description: string; dependencies: string[] }[];
    /** Model calls one after another on the longest way through. */
    path: number;
  }
  const named = (id: string, dependencies: string[]) => ({ id, description: `Note ${id}`, dependencies });
  const five = ['a', 'b', 'c', 'd', 'e'];
  const fan: Shape = { width: 5, plan: [...five.map((id) => named(id, [])), named('f', five)], path: 1 + 2 * 2 + 1 };
  const layers: Shape = {
    width: 5,
    plan: [1, 2, 3, 4].flatMap((layer) =>
      five.map((id) => named(`${id}${layer}`, layer === 1 ? [] : five.map((other) => `${other}${layer - 1}`))),
    ),
    path: 1 + 4 * 2 + 1,
  };

  /**
   * How many times one model call takes a plan of this shape: those that wait at the same time are answered together.
   */
  async function rounds({ width, plan }: Shape): Promise<number> {
    let waiting: (() => void)[] = [];
    const answer = diligent(plan.length, false);
    const script: Script = async (request, index) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return request.purpose === 'intake' ? calls(['create_plan', { plan }]) : answer(request, index);
    };
    const world = new World(script, limited(20, { thoroughness: 'balanced' }, width));
    const done = completed(world);
    let count = 0;
    for (;;) {
      await quiet(() => world.model.requests.length);
      if (waiting.length === 0) break;
      count += 1;
      const ready = waiting;
      waiting = [];
      ready.forEach((go) => go());
    }
    await done;
    return count;
  }

  /** Resolves once the figure has stood still for a hundred turns of the event loop. */
  async function quiet(figure: () => number): Promise<void> {
    for (let still = 0, before = figure(); still < 100; still += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (figure() === before) continue;
      before = figure();
      still = 0;
    }
  }

  test.each<[string, Shape]>([
    ['five independent steps and one that depends on all take as long as the critical path', fan],
    ['four layers of five take as long as the critical path', layers],
  ])('%s', async (_, shape) => {
    expect(await rounds(shape)).toBe(shape.path);
  });
});
