import { describe, expect, test } from 'vitest';
import { jsonReplyFormat } from '../../../src/protocols/json-protocol.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { Endpoint, greeting, readingCases } from './quirk-bench.ts';
import { sample } from './sample.ts';

const { delta, events } = sample;
const hello = delta({ content: 'Hello' });
const called = delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'todo', arguments: '{}' } }] });
const todo = { name: 'todo', input: {} };

readingCases('R11.3 how replies end', {
  'F1 "stop" although there is a call': {
    body: events(called, delta({}, 'stop'), '[DONE]'),
    gives: { calls: [todo] },
  },
  'F1 "tool_calls" although there is none': {
    body: events(hello, delta({}, 'tool_calls'), '[DONE]'),
    gives: { text: 'Hello' },
  },
  ...Object.fromEntries(
    ['end_turn', 'stop_sequence', 'eos', 'STOP', 'COMPLETE', 'complete', 'never heard of'].map((word) => [
      `F2 "${word}" is a proper end`,
      { body: events(hello, delta({}, word), '[DONE]'), gives: { text: 'Hello' } },
    ]),
  ),
  ...Object.fromEntries(
    ['length', 'max_tokens', 'MAX_TOKENS'].map((word) => [
      `F2 "${word}" is a cut at the length`,
      { body: events(hello, delta({}, word), '[DONE]'), gives: { text: 'Hello', finish: 'length' } },
    ]),
  ),
  'F2 "content_filter" is a cut of another kind': {
    body: events(hello, delta({}, 'content_filter')),
    gives: { text: 'Hello', finish: 'filter' },
  },
  'F2 "function_call" with the call in its older place': {
    body: events(
      delta({ function_call: { name: 'todo', arguments: '{' } }),
      delta({ function_call: { arguments: '}' } }),
      delta({}, 'function_call'),
    ),
    gives: { calls: [todo] },
  },
  'F2 "network_error" is none': {
    body: events(hello, delta({}, 'network_error'), '[DONE]'),
    gives: { error: 'server' },
  },
  'F2 null and an empty word are no end by themselves': {
    body: events(hello, delta({}, null), delta({}, '')),
    gives: { error: 'truncated' },
  },
  'F2 null, and then [DONE]': { body: events(hello, delta({}, null), '[DONE]'), gives: { text: 'Hello' } },
});

describe('R4.4 the ladder of formats', () => {
  const endpoint = new Endpoint();
  const format = { name: 'thought', schema: { type: 'object' } };
  const request = (more: Partial<ModelRequest> = {}) => sample.request({ tools: [], choice: 'none', format, ...more });
  const rungs = () => endpoint.sent.map(({ response_format }) => response_format?.type ?? 'prompt');

  test.each([
    'This response_format type is unavailable now',
    'This model does not support response format `json_schema`.',
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    'json schema conversion failed: unsupported keyword',
    'failed to parse grammar',
  ])('F3 a schema is refused, so any JSON object will do, from now on: %s', async (reason) => {
    endpoint.refuses(({ response_format }) => response_format?.type === 'json_schema' && reason);
    const model = endpoint.model();
    expect((await endpoint.ask(request(), model)).ok).toBe(true);
    expect((await endpoint.ask(request(), model)).ok).toBe(true);
    expect(rungs()).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  test('F3 where no format at all is taken the prompt alone asks for JSON', async () => {
    endpoint.refuses(({ response_format }) => response_format !== undefined && 'response_format is not supported');
    expect((await endpoint.ask(request())).ok).toBe(true);
    expect(rungs()).toEqual(['json_schema', 'json_object', 'prompt']);
  });

  test('F4 an endpoint that knows schemas only gets no other format', async () => {
    const reason = "'response_format.type' must be 'json_schema' or 'text'";
    endpoint.refuses(({ response_format }) => response_format?.type === 'json_object' && reason);
    expect((await endpoint.ask(request())).ok).toBe(true);
    expect(rungs()).toEqual(['json_schema']);
  });

  test.each(['intake', 'plan', 'thought', 'replan', 'evaluation'] as const)(
    'F5 the schema of %s keeps to what strict endpoints take',
    (contract) => {
      const { schema } = jsonReplyFormat(contract);
      let objects = 0;
      const walk = (node: unknown, depth: number): void => {
        if (Array.isArray(node)) node.forEach((each) => walk(each, depth));
        if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
        const { type, properties, required, additionalProperties, ...rest } = node as Record<string, unknown>;
        expect(
          Object.keys(rest).filter((key) => /^(oneOf|allOf|not|default|format|\$ref|minLength|pattern)$/.test(key)),
        ).toEqual([]);
        if (type === 'object' && properties) {
          objects += 1;
          expect(depth).toBeLessThanOrEqual(5);
          expect(additionalProperties).toBe(false);
          expect(required).toEqual(Object.keys(properties));
        }
        for (const [key, value] of Object.entries(node)) walk(value, key === 'properties' ? depth + 1 : depth);
      };
      walk(schema, 0);
      expect(schema.type).toBe('object');
      expect(objects).toBeGreaterThan(0);
    },
  );

  test('F5 where a schema is sent it is not called strict: what comes is checked here (R4.6)', async () => {
    endpoint.answer = () => ({ body: greeting });
    await endpoint.ask(request());
    expect(endpoint.sent[0]?.response_format).toEqual({
      type: 'json_schema',
      json_schema: { ...format, strict: false },
    });
  });

  test.each([
    'Thinking mode does not support this tool_choice',
    'The tool_choice parameter does not support being set to required or object in thinking mode',
    'This model does not support tool choice "required"',
    'Thinking may not be enabled when tool_choice forces tool use.',
  ])('F6 a forced call becomes a free one, from now on: %s', async (reason) => {
    endpoint.refuses(({ tool_choice }) => tool_choice === 'required' && reason);
    const model = endpoint.model();
    expect((await endpoint.ask(sample.request({ choice: 'required' }), model)).ok).toBe(true);
    expect((await endpoint.ask(sample.request({ choice: 'required' }), model)).ok).toBe(true);
    expect(endpoint.sent.map(({ tool_choice, tools }) => [tool_choice, tools?.length])).toEqual([
      ['required', 1],
      [undefined, 1],
      [undefined, 1],
    ]);
  });

  test('F6 a router that finds nobody for a forced call says 404', async () => {
    const reason = "No endpoints found that support the provided 'tool_choice' value.";
    endpoint.refuses(({ tool_choice }) => tool_choice === 'required' && reason, 404);
    expect((await endpoint.ask(sample.request({ choice: 'required' }))).ok).toBe(true);
  });

  test('F7 tools and a format never go together', async () => {
    endpoint.answer = () => ({ body: greeting });
    await endpoint.ask(sample.request({ format }));
    expect(endpoint.sent[0]).toHaveProperty('tools');
    expect(endpoint.sent[0]).not.toHaveProperty('response_format');
  });
});
