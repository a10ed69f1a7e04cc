import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelError } from '../../../src/task/model-reply.ts';
import { demoModel } from '../../../src/model/demo/demo-model.ts';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import { models as words } from '../../../src/i18n/en/models.ts';
import { languageModelContract } from '../../contracts/language-model.ts';
import { ScriptedModel } from '../../fakes/scripted-model.ts';
import { Loopback } from './loopback.ts';
import { sample } from './sample.ts';

const { delta, events } = sample;
const server = new Loopback();
let baseUrl = '';
beforeAll(async () => {
  baseUrl = await server.open();
});
afterAll(() => server.close());

const body = events(
  delta({ role: 'assistant', content: 'I add' }),
  delta({ content: ' it.' }),
  delta(
    { tool_calls: [{ index: 0, id: 'a', function: { name: 'todo', arguments: '{"action":"list"}' } }] },
    'tool_calls',
  ),
  '[DONE]',
);

languageModelContract('endpoint', {
  answering: async () => {
    server.answer = () => ({ body, sizes: [7, 1, 30] });
    return endpointModel({ profile: sample.profile(baseUrl), key: 'k' });
  },
  slow: async () => {
    server.answer = () => null;
    return endpointModel({ profile: sample.profile(baseUrl), key: 'k' });
  },
  request: sample.request(),
});

languageModelContract('demo', {
  answering: async () => demoModel({ wait: async () => undefined }),
  slow: async () => demoModel(),
  request: sample.request({ purpose: 'intake', tools: [{ name: 'create_plan', description: '', schema: {} }] }),
});

languageModelContract('fake', {
  answering: async () => new ScriptedModel(() => ({ text: 'Hello there', calls: [], finish: 'stop', usage: null })),
  slow: async () => new ScriptedModel(() => new Promise(() => undefined)),
  request: sample.request(),
});

test('the fake keeps its requests and answers with faults as well', async () => {
  const model = new ScriptedModel((_, index) => ({
    code: 'server',
    detail: String(index),
    status: 500,
    retry_after_ms: null,
  }));
  const { signal } = new AbortController();
  await model.reply(sample.request(), { signal });
  expect(await model.reply(sample.request(), { signal })).toMatchObject({ ok: false, error: { detail: '1' } });
  expect(model.requests).toHaveLength(2);
});

test('R6.4 every fault of a model has its sentence', () => {
  for (const code of ModelError.shape.code.options) expect(words).toHaveProperty([`error.${code}`]);
});
