import { expect, test } from 'vitest';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { usual } from './usual.ts';
import { calls, results, stepOf, World } from './world.ts';

const steps = ['Do a', 'Do b', 'Do c'];
const add = (n: number): [string, unknown] => ['todo', { action: 'add', title: `Part ${n}` }];
const finish = (n: number): [string, unknown] => ['finish_step', { response: `did part ${n}` }];
const isOffered = (request: ModelRequest) => /add the first call of step \d+\.$/m.test(results(request).at(-1) ?? '');

/** A model that ends a step and begins the next one in one reply, wherever it is told that it may. */
const hasty = (plan: readonly unknown[] = steps, seen: ModelRequest[] = []) =>
  usual(plan, {
    thought: (request) => {
      seen.push(request);
      const n = stepOf(request);
      if (results(request).length === 0) return calls(add(n));
      return isOffered(request) ? calls(finish(n), add(n + 1)) : calls(finish(n));
    },
  });

const titles = (world: World) => world.todos().sort();
const thoughts = (world: World) => world.model.requests.filter(({ purpose }) => purpose === 'thought').length;

test('R4.3 a reply that ends a step may make the first call of the next one: one model call a step, each thing done once', async () => {
  const world = new World(hasty(), { thoroughness: 'balanced' });
  world.submit('Do all');
  const run = await world.until(({ phase }) => phase === 'completed');
  expect(titles(world)).toEqual(['Part 1', 'Part 2', 'Part 3']);
  expect(run.plan.steps.map(({ result }) => result)).toEqual(['did part 1', 'did part 2', 'did part 3']);
  expect(thoughts(world)).toBe(4);
});

test('R4.3 the next step sees its first call and the result as its own', async () => {
  const seen: ModelRequest[] = [];
  const world = new World(hasty(steps, seen), { thoroughness: 'balanced' });
  world.submit('Do all');
  await world.until(({ phase }) => phase === 'completed');
  const second = seen.find((request) => stepOf(request) === 2);
  expect(results(second!)).toHaveLength(1);
  expect(results(second!)[0]).toContain('Part 2');
});

test('R4.3 where steps run at once, are checked one by one, or are complete calls, nothing is begun early', async () => {
  const parallel = ['a', 'b', 'c'].map((id) => ({
    id,
    description: `Do ${id}`,
    dependencies: id === 'c' ? ['a', 'b'] : [],
  }));
  const complete = ['Do a', { description: 'Do b', tool: 'todo', parameters: { action: 'add', title: 'Part 2' } }];
  for (const [plan, thoroughness] of [
    [steps, 'careful'],
    [complete, 'balanced'],
  ] as const) {
    const seen: ModelRequest[] = [];
    const world = new World(hasty(plan, seen), { thoroughness });
    world.submit('Do all');
    await world.until(({ phase }) => phase === 'completed');
    expect(seen.filter(isOffered)).toEqual([]);
  }
  const seen: ModelRequest[] = [];
  const world = new World(hasty(parallel, seen), { thoroughness: 'balanced' });
  world.submit('Do all');
  await world.until(({ phase }) => phase === 'completed');
  expect(titles(world)).toEqual(['Part 1', 'Part 2', 'Part 3']);
});

test.each(['a word', 'an edit'])(
  'R3.3 %s of the person before the next step begins comes first: the early call is dropped, and nothing is done twice',
  async (act) => {
    let said = false;
    const world: World = new World(
      usual(steps, {
        thought: (request) => {
          const n = stepOf(request);
          if (results(request).length === 0) return calls(add(n));
          if (n !== 1 || said) return undefined;
          said = true;
          const [, second] = world.run.plan.steps;
          if (act === 'a word') void world.runner.send({ type: 'guidance.add', text: 'Be quick' });
          else
            void world.runner.send({
              type: 'plan.edit',
              edit: { kind: 'change', id: second!.id, change: { description: 'Do it else' } },
            });
          return calls(finish(1), add(2));
        },
      }),
      { thoroughness: 'balanced' },
    );
    world.submit('Do all');
    await world.untilPhase('completed');
    expect(said).toBe(true);
    expect(titles(world)).toEqual(['Part 1', 'Part 2', 'Part 3']);
    expect(thoughts(world)).toBe(6);
  },
);

test('R8.3 the tab dies after any of the replies: each thing is done once, and at most one reply is asked for again', async () => {
  for (let at = 1; at <= 4; at += 1) {
    const world = new World(hasty(), { thoroughness: 'balanced' });
    world.submit('Do all');
    await world.until(({ phase }) => thoughts(world) >= at || phase === 'completed');
    world.reload();
    if (world.run.phase !== 'completed') void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(titles(world)).toEqual(['Part 1', 'Part 2', 'Part 3']);
    expect(thoughts(world)).toBeLessThanOrEqual(5);
  }
});

test('R8.3 after a reload the reply that ends a step may begin the next one, as before it', async () => {
  const plan = hasty();
  const lost = new Promise<never>(() => undefined);
  const after: ModelRequest[] = [];
  let isReloaded = false;
  const world: World = new World(
    (request, index) => {
      if (request.purpose !== 'thought' || stepOf(request) !== 2) return plan(request, index);
      after.push(request);
      return isReloaded ? plan(request, index) : lost;
    },
    { thoroughness: 'balanced' },
  );
  world.submit('Do all');
  await world.until(() => after.length === 1);
  isReloaded = true;
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(after.map(isOffered)).toEqual([true, true]);
  expect(titles(world)).toEqual(['Part 1', 'Part 2', 'Part 3']);
});
