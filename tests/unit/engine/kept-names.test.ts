import { expect, test } from 'vitest';
import { calls, results, World } from './world.ts';
import * as z from 'zod';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { unrestrictedAccess } from '../../../src/tools/tool.ts';

const input = z.object({ at: z.string() });
/** Reads a page whose file has the same name for each address, as one whose name is cut has. */
const visit: Tool<typeof input> = {
  name: 'visit',
  description: 'Visit a page.',
  input,
  place: 'remote',
  repeatable: () => true,
  reads: () => true,
  access: () => unrestrictedAccess,
  run: async ({ at }) => ({
    result: toolSuccess(`Kept as: page.txt\n\n${at}`, { foreign: true }),
    file: { name: 'page.txt', mime: 'text/plain', content: at, kind: 'artifact', source: at },
  }),
};

test('R9.3 different pages are kept under different names, which the model is told', async () => {
  let told = '';
  const step = {
    id: 's1',
    description: 'Visit',
    tool: 'visit',
    parameters: null,
    dependencies: [],
    expected_output: null,
  };
  const world = new World(
    (request) => {
      const offered = request.tools.map(({ name }) => name);
      if (offered.includes('create_plan')) return calls(['create_plan', { plan: [step] }]);
      if (offered.includes('finish_task')) return calls(['finish_task', { response: 'Done.' }]);
      const visited = results(request);
      if (visited.length === 0)
        return calls(['visit', { at: 'one' }], ['visit', { at: 'two' }], ['visit', { at: 'one' }]);
      told = JSON.stringify(visited);
      return calls(['finish_step', { response: 'Seen.' }]);
    },
    {},
    [visit],
  );
  world.submit('Visit pages');
  await world.untilPhase('completed');
  expect([...world.storage.tables.files.values()].map(({ name, content }) => [name, content])).toEqual([
    ['page.txt', 'one'],
    ['page-2.txt', 'two'],
  ]);
  expect(told).toContain('Kept as: page-2.txt');
});
