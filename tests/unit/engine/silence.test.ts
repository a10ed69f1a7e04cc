import { describe, expect, test } from 'vitest';
import type { ModelError } from '../../../src/task/model-reply.ts';
import { calls, results, textOf, World } from './world.ts';
import { purposes, usual } from './usual.ts';

/** What an endpoint's client hands on where a model has said nothing, or nothing but thoughts. */
const silence: ModelError = { code: 'empty', detail: '', status: 200, retry_after_ms: null };
const plan = ['Note milk', 'Note bread'];
const isOver = (text: string) => /^Remaining: 0$/m.test(text);
const codes = (world: World) => world.lines('default').map(({ code }) => code);

async function come(script: ConstructorParameters<typeof World>[0], stays = true): Promise<World> {
  const world = new World(script);
  world.stays = stays;
  world.submit('Note what to buy');
  await world.untilPhase('completed', 'paused', 'failed');
  return world;
}

describe('R4.6 a model that says nothing', () => {
  test('after its tool has worked has done the step', async () => {
    const world = await come(
      usual(plan, { thought: (request) => (results(request).length > 0 ? silence : undefined) }),
    );
    expect(world.run.phase).toBe('completed');
    expect(world.statuses()).toEqual(['completed', 'completed']);
    expect(world.todos()).toHaveLength(2);
    expect(codes(world)).toEqual(['step_taken', 'step_taken']);
    expect(world.lines('model_error')).toEqual([]);
    expect(textOf(world.model.requests.filter(({ purpose }) => purpose === 'thought')[2]!)).toContain('finish_step');
  });

  test('at a check keeps the plan', async () => {
    const world = await come(usual(plan, { replan: (request) => (isOver(textOf(request)) ? undefined : silence) }));
    expect(world.run.phase).toBe('completed');
    expect(codes(world)).toEqual(['plan_kept']);
  });

  test('at the close has the results for an answer', async () => {
    const world = await come(usual(plan, { replan: (request) => (isOver(textOf(request)) ? silence : undefined) }));
    expect(world.run.phase).toBe('completed');
    expect(codes(world)).toEqual(['closing_composed']);
    expect(String(world.lines('message').at(-1)?.text)).toContain('✓ Note milk');
  });

  test('about a result leaves it as it was said to be', async () => {
    const world = await come(usual(['Analyse milk'], { evaluation: () => silence }));
    expect(world.run.phase).toBe('completed');
    expect(world.statuses()).toEqual(['completed']);
  });
});

test('R6.4 a reply that was cut at its length is a fault, not silence', async () => {
  const cut = { ...silence, detail: 'length' };
  const world = new World(usual(plan, { thought: (request) => (results(request).length > 0 ? cut : undefined) }));
  world.submit('Note what to buy');
  await world.until(() => world.lines('model_error').length > 0, 'a fault');
  expect(world.lines('model_error')[0]).toMatchObject({ error: { code: 'empty', detail: 'length' } });
});

test('R6.4, R8.6 a reply that content moderation ended finishes no step, and is asked for again only by the person', async () => {
  const words = 'Roses are red, violets are';
  const usage = { input: 90, output: 7, estimated: false };
  const filtered = { finish: 'filter' as const, usage };
  for (const reply of [
    { text: words, calls: [], ...filtered },
    { ...calls(['finish_step', { response: words }]), ...filtered },
    { ...silence, detail: 'filter', usage },
  ]) {
    const world = new World(usual(['Write a poem'], { thought: () => reply }));
    world.submit('Write a poem');
    await world.untilPhase('paused');
    expect(world.statuses()).toEqual(['running']);
    expect(world.run.pause).toMatchObject({ code: 'endpoint', error: { moderated: true } });
    expect(purposes(world.model.requests).filter((purpose) => purpose === 'thought')).toHaveLength(1);
    expect(world.lines('model_error')).toMatchObject([{ error: { usage } }]);
  }
});

test('R4.6 replies that were cut off at their length do not count as of another form than asked for', async () => {
  const cut = { text: 'I shall first of all consider', calls: [], finish: 'length' as const, usage: null };
  let asked = 0;
  const world = await come(usual(plan, { thought: () => ((asked += 1) <= 3 ? cut : undefined) }), false);
  expect(world.run.phase).toBe('completed');
  expect(world.lines('model_reply').filter(({ eased }) => eased !== undefined)).toEqual([]);
});

test('R6.4 silence where nothing was done is a fault of the endpoint', async () => {
  const world = new World(usual(plan, { thought: () => silence, intake: () => calls(['create_plan', { plan }]) }));
  world.submit('Note what to buy');
  await world.until(() => world.lines('model_error').length > 0, 'a fault');
  expect(world.statuses()[0]).toBe('running');
});
