import { expect, test } from 'vitest';
import { toolsProtocol } from '../../../src/protocols/tools-protocol.ts';
import { called, open } from './replies.ts';

const createPlan = (terse: boolean) =>
  toolsProtocol.requestOptions('plan', { ...open, terse }).tools.find(({ name }) => name === 'create_plan')?.schema;
const items = (required: string[]) => ({ properties: { plan: { items: { required } } } });

test('R3.10 only in economy a plan may leave out the words of a step', () => {
  expect(createPlan(false)).toMatchObject(items(['description']));
  expect(createPlan(true)).toMatchObject(items([]));
});

test('R3.10 a step that is a call with its input goes by that call', () => {
  const plan = [{ tool: 'fetch', parameters: { url: 'https://example.org/', tries: 2 } }];
  const read = toolsProtocol.readPlan(called([['create_plan', JSON.stringify({ plan })]]));
  expect(read).toMatchObject({ steps: [{ description: 'fetch: https://example.org/, 2', tool: 'fetch' }] });
});

test('R4.1 a step that is neither described nor a whole call is refused', () => {
  const read = toolsProtocol.readPlan(called([['create_plan', JSON.stringify({ plan: [{ tool: 'fetch' }] })]]));
  expect(read).toMatchObject({ kind: 'invalid' });
});
