import { expect, test } from 'vitest';
import { demoModel } from '../../../src/model/demo/demo-model.ts';
import { demoGoal } from '../../../src/task/demo-ids.ts';
import type { Settings } from '../../../src/records/settings.ts';
import { imported } from './imported.ts';
import { World } from './world.ts';

const onlyThis = 'The demo knows only this trip. Connect a model for goals of your own.';

/** A session whose model is the demo's, without its pauses. */
function demoWorld(settings: Partial<Settings> = {}): World {
  const model = demoModel({ pace: async () => 0 });
  return new World(async (request) => {
    const outcome = await model.reply(request, { signal: new AbortController().signal });
    return outcome.ok ? outcome.reply : outcome.error;
  }, settings);
}

async function decided(world: World, decision: 'once' | 'deny') {
  const { approvals } = await world.until((run) => run.approvals.some((each) => each.decision === null));
  void world.runner.send({
    type: 'approval.decide',
    effect: approvals.find((each) => each.decision === null)?.effect ?? '',
    decision,
  });
}

const entries = (world: World) =>
  [...world.storage.tables.entries.values()].filter(({ deleted_at }) => deleted_at === null).map(({ title }) => title);

for (const thoroughness of ['careful', 'balanced', 'economy'] as const)
  for (const language of ['en', 'zh'] as const)
    test(`R11.4a the demo asks, runs two steps at once, asks before it deletes, draws and ends: ${thoroughness}, ${language}`, async () => {
      const world = demoWorld({ thoroughness });
      world.submit(demoGoal[language]);
      await world.until((run) => run.question !== null);
      const atOnce: number[] = [];
      world.runner.subscribe(({ run }) =>
        atOnce.push(run?.plan.steps.filter(({ status }) => status === 'running').length ?? 0),
      );
      void world.runner.send({ type: 'question.answer', text: language === 'en' ? 'The mountains' : '山里' });
      await decided(world, 'once');
      await world.untilPhase('completed');
      expect(world.statuses()).toEqual(Array(5).fill('completed'));
      expect(Math.max(...atOnce)).toBeGreaterThan(1);
      expect(entries(world)).toEqual([language === 'en' ? 'Weekend in the mountains' : '山里的周末']);
      expect(world.todos()).toHaveLength(2);
      const files = [...world.storage.tables.files.values()].map(({ name }) => name);
      expect(files.sort()).toEqual(language === 'en' ? ['trip.md', 'ways.svg'] : ['怎么去.svg', '行程.md']);
      const [closing] = world.lines('message').filter(({ kind }) => kind === 'closing');
      expect(closing?.text).toContain(language === 'en' ? 'in the mountains' : '山里');
    });

test('R11.4a the demo goes on where the person does not let it delete, and says what stays', async () => {
  const world = demoWorld({ thoroughness: 'balanced' });
  world.submit(demoGoal.en);
  await world.until((run) => run.question !== null);
  void world.runner.send({ type: 'question.answer', text: 'To the lake' });
  await decided(world, 'deny');
  await world.untilPhase('completed');
  expect(entries(world).sort()).toEqual(['Weekend at the lake', 'Weekend at the lake, second choice']);
  const [closing] = world.lines('message').filter(({ kind }) => kind === 'closing');
  expect(closing?.text).toContain('in reserve');
});

test.each([
  ['Plan a birthday party', onlyThis],
  ['Create a to-do list for the move', onlyThis],
  ['计划一次生日聚会', '演示只会这一趟旅行。要做自己的目标，请连接一个模型。'],
])('R11.4a the demo answers another goal, %s, and plans nothing', async (goal, said) => {
  const world = demoWorld({ thoroughness: 'balanced' });
  world.submit(goal);
  await world.untilPhase('answered');
  expect(world.run.plan.steps).toEqual([]);
  expect(world.lines('message').at(-1)).toMatchObject({ kind: 'reply', text: said });
});

test('R11.4a a goal typed after the demo is no second trip', async () => {
  const world = demoWorld({ thoroughness: 'balanced', planning: 'always' });
  world.submit(demoGoal.en);
  await world.until((run) => run.question !== null);
  void world.runner.send({ type: 'question.answer', text: 'lake' });
  await decided(world, 'once');
  await world.untilPhase('completed');
  world.submit('Plan a birthday party');
  await world.untilPhase('answered');
  expect(world.todos()).toHaveLength(2);
  expect(world.lines('message').at(-1)).toMatchObject({ text: onlyThis });
});

test('R11.4a a plan that is not the demo’s pauses for a model, and no step of it fails', async () => {
  const world = demoWorld({ thoroughness: 'balanced' });
  imported(world, ['Count the stock', 'Order what is missing']);
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.continue' });
  await world.until((run) => run.pause?.code === 'endpoint');
  expect(world.run.pause).toMatchObject({ error: { code: 'no_key' } });
  expect(world.statuses()).not.toContain('failed');
});

test('R11.4a a step that the person adds to the demo does not count as done', async () => {
  const world = demoWorld({ thoroughness: 'balanced' });
  world.submit(demoGoal.en);
  await world.until((run) => run.question !== null);
  void world.runner.send({
    type: 'plan.edit',
    edit: { kind: 'add', id: 'own', at: null, description: 'Feed the cat' },
  });
  void world.runner.send({ type: 'question.answer', text: 'lake' });
  await decided(world, 'once');
  await world.untilPhase('completed', 'failed', 'paused', 'blocked');
  const own = world.run.plan.steps.find(({ description }) => description === 'Feed the cat');
  expect(own?.status).toBe('failed');
});
