import { afterAll, beforeAll, expect, test } from 'vitest';
import { errands } from '../../minds/errand.ts';
import { mind } from '../../minds/mind.ts';
import { MindServer } from '../../minds/mind-server.ts';
import { demoGoal } from '../../../src/task/demo-ids.ts';

const server = new MindServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

test.each([
  ['chat', '/v1/chat/completions'],
  ['responses', '/v1/responses'],
  ['messages', '/v1/messages'],
] as const)(
  'R11.3 a goal with a question and two notes is carried out over %s as over any other',
  async (api, path) => {
    const world = server.world(mind([], 'chain'), api);
    const { milk, bread, answer } = errands.en;
    world.submit(demoGoal.en);
    await world.untilPhase('waiting', 'failed', 'blocked', 'paused');
    void world.runner.send({ type: 'question.answer', text: answer });
    await world.untilPhase('completed', 'failed', 'blocked', 'paused');
    expect([world.run.phase, world.statuses(), world.todos()]).toEqual([
      'completed',
      ['completed', 'completed', 'completed', 'completed'],
      [milk, bread],
    ]);
    expect(new Set(server.requests.map((request) => request.path))).toEqual(new Set([path]));
  },
);
