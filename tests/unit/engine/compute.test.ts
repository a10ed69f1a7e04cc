import { expect, test } from 'vitest';
import { calls, results, World } from './world.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { createComputeTool } from '../../../src/tools/compute/compute.ts';
import { FakeSandbox } from '../../fakes/fake-sandbox.ts';

test('R9.8 R12.1 what a program saves is in the files once, however often the tab dies, and is found in place at the end', async () => {
  const sandbox = new FakeSandbox();
  sandbox.outcome = { kind: 'value', json: '[{"a":1}]', logs: [] };
  const calculate: Tool = { ...createComputeTool(sandbox), name: 'calculate' };
  const world = new World(
    (request) => {
      const offered = request.tools.map(({ name }) => name);
      if (offered.includes('create_plan'))
        return calls([
          'create_plan',
          {
            plan: [
              {
                id: 's1',
                description: 'Compute',
                tool: 'calculate',
                parameters: null,
                dependencies: [],
                expected_output: null,
              },
            ],
          },
        ]);
      if (offered.includes('finish_task')) return calls(['finish_task', { response: 'Done.' }]);
      return results(request).length === 0
        ? calls(['calculate', { code: '[{ a: 1 }]', save_as: 'out.csv' }])
        : calls(['finish_step', { response: 'Saved.' }]);
    },
    {},
    [calculate],
  );
  world.submit('Compute a table');
  await world.untilPhase('completed');
  world.reload();
  const files = [...world.storage.tables.files.values()];
  expect(files).toMatchObject([{ name: 'out.csv', content: 'a\n1\n', kind: 'file' }]);
  expect(world.lines('final_verify')).toMatchObject([{ ok: true, checked: 1 }]);
  expect(sandbox.programs).toHaveLength(1);
});
