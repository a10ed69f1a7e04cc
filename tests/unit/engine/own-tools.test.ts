import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { ToolResult } from '../../../src/task/tool-result.ts';
import { unrestrictedAccess, type Tool } from '../../../src/tools/tool.ts';
import { calls, prose, results, World } from './world.ts';

const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);

const undef: Tool = {
  name: 'undef',
  description: 'Returns nothing at all.',
  input: z.object({}),
  place: 'local',
  reads: () => true,
  access: () => unrestrictedAccess,
  run: async () => undefined as unknown as ToolResult,
};

test('R6.1 a tool of one’s own that returns no result fails in its call, and the plan goes on', async () => {
  const world = new World(
    (request) => {
      if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Try it', 'Add milk'] }]);
      if (request.purpose === 'replan') return calls(['keep_plan', {}]);
      if (request.purpose !== 'thought') return prose('');
      const seen = results(request);
      if (seen.length === 0) return calls(['undef', {}]);
      return seen.length === 1 ? calls(['todo', { action: 'add', title: 'Milk' }]) : calls(['finish_step', {}]);
    },
    {},
    [undef],
  );
  world.submit('Try the tool');
  await world.untilPhase('completed');
  expect(world.todos()).toContain('Milk');
  const failed = world.model.requests.flatMap(results).find((text) => text.includes('undef'));
  expect(failed).toContain('undef failed and changed nothing: its result is undefined');
  expect(console).toHaveBeenCalled();
});

test('R12.4 an error of the program pauses the plan as such, and developers read it in the console', async () => {
  console.mockClear();
  const world = new World(() => new Promise(() => undefined) as never);
  world.submit('Anything');
  const error = new TypeError('x.toFixed is not a function');
  world.runner.storageFailed(error);
  expect(world.run.pause).toEqual({ code: 'storage', detail: error.message, program: true });
  expect(console).toHaveBeenCalledWith(expect.any(String), error);
  world.runner.storageFailed(new Error('The disk is full.'));
  expect(console).toHaveBeenCalledTimes(1);
});

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://cairn.example/assets/act-1.js'],
  ['Firefox', 'error loading dynamically imported module: https://cairn.example/assets/act-1.js'],
  ['Safari', 'Importing a module script failed.'],
])('R12.4 a part that %s could not load is not told as an error of the program', (_, message) => {
  console.mockClear();
  const world = new World(() => new Promise(() => undefined) as never);
  world.submit('Anything');
  world.runner.storageFailed(new TypeError(message));
  expect(world.run.pause).toEqual({ code: 'storage', detail: message });
  expect(console).not.toHaveBeenCalled();
});
