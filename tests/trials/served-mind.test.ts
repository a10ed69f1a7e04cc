import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoGoal } from '../../src/task/demo-ids.ts';
import { allHabits } from '../minds/all-habits.ts';
import { errands } from '../minds/errand.ts';
import { mind } from '../minds/mind.ts';
import { MindServer } from '../minds/mind-server.ts';

const server = new MindServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const named = (name: string) => allHabits.find((habit) => habit.name === name)!;

test.each([
  ['never calls a control tool: all but tools is prose', 'puts the plan under steps'],
  ['prints calls in tool_call tags', 'closes in prose'],
  ['answers a check in prose', 'ends a step in prose'],
])(
  'R4.3, R4.7, R11.1 the demo’s goal with a server that ignores tool_choice, and a mind that %s and %s',
  async (...habits) => {
    const world = server.world(mind(habits.map(named), 'chain'));
    const { milk, bread, answer } = errands.en;
    world.submit(demoGoal.en);
    await world.untilPhase('waiting');
    void world.runner.send({ type: 'question.answer', text: answer });
    await world.untilPhase('completed', 'failed', 'blocked', 'paused');
    expect(world.run.phase).toBe('completed');
    expect(world.statuses()).toEqual(['completed', 'completed', 'completed', 'completed']);
    expect(world.todos()).toEqual([milk, bread]);
    expect(world.run.plan.replan_count).toBe(0);
    const forced = server.requests.filter(({ body }) => body?.tool_choice === 'required');
    expect(forced.length, 'calls were asked for by force').toBeGreaterThan(0);
  },
);
