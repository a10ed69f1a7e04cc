import { expect, test } from 'vitest';
import { pauseTask } from '../../../src/engine/closing.ts';
import { applyProposal } from '../../../src/task/proposal.ts';
import { newRun } from '../../../src/task/run.ts';

const at = '2026-01-14T09:00:00.000Z';
const step = { id: null, tool: null, parameters: null, dependencies: [], expected_output: null };

test('R5.3 the notice at a limit names the first steps of a long plan and counts the rest', () => {
  const proposed = Array.from({ length: 83 }, (_, n) => ({ ...step, description: `Think ${n + 1}` }));
  const run = applyProposal(newRun({ run: 'r', session: 's', plan: 'p' }, 'Think', at), proposed, at);
  const { lines } = pauseTask(run, { code: 'limit', limit: 120 }, at);
  expect(lines.at(-1)?.body).toMatchObject({
    code: 'limit',
    params: { open: 'Think 1; Think 2; Think 3; Think 4; Think 5', open_more: '78', finished: '' },
  });
});
