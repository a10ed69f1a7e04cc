import { expect, test } from 'vitest';
import * as z from 'zod';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import { unrestrictedAccess, type Tool } from '../../../src/tools/tool.ts';
import { usual } from './usual.ts';
import { calls, results, World } from './world.ts';

test('R14.6 what a tool says of its progress is shown at its step, and gone when the call is over', async () => {
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const slow: Tool = {
    name: 'slow',
    description: 'Takes its time.',
    input: z.object({}),
    place: 'remote',
    repeatable: () => true,
    reads: () => true,
    access: () => unrestrictedAccess,
    run: async (_, { progress }) => {
      progress?.('1/2');
      progress?.('2/2 · nearly there');
      await gate;
      return { result: toolSuccess('Done.') };
    },
  };
  const script = usual(['Take time'], {
    thought: (request) => (results(request).length === 0 ? calls(['slow', {}]) : calls(['finish_step', {}])),
  });
  const world = new World(script, {}, [slow]);
  world.submit('Take time');
  await world.until(() => Object.values(world.runner.current().progress).includes('2/2 · nearly there'));
  expect(Object.keys(world.runner.current().progress)).toEqual([world.run.plan.steps[0]?.id]);
  goOn();
  await world.untilPhase('completed');
  expect(world.runner.current().progress).toEqual({});
});
