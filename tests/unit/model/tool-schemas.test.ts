import { describe, expect, test } from 'vitest';
import { isToolSchemaError } from '../../../src/model/endpoint/tool-schemas.ts';
import { modelErrorFromResponse } from '../../../src/model/endpoint/model-error.ts';
import { Endpoint, greeting, type Sent } from './quirk-bench.ts';
import { sample } from './sample.ts';

const schema = { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } };
const tool = (name: string, more: object = {}) => ({ name, description: name, schema: { ...schema, ...more } });
const tools = [tool('todo'), tool('mcp_desk_ping'), tool('mcp_desk_update_page')];
const namesIn = (sent: Sent) =>
  (sent.tools ?? []).map((each) => (each as { function: { name: string } }).function.name);

/** What endpoints were seen to say of a schema; none of it is about tools as such. */
const refusals = [
  'Invalid schema for function \'mcp_desk_update_page\': schema must have type "object" and not have "oneOf"/"anyOf"/"allOf"/"enum"/"not" at the top level.',
  'tools.2.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
  '* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties: should be non-empty for OBJECT type',
  'Invalid value at \'tools[0].function_declarations[2].parameters\' (type.googleapis.com): Unknown name "$ref": Cannot find field.',
  "Invalid schema for function 'mcp_desk_update_page': In context=('properties', 'a'), array schema missing items.",
  'tools.2.function.parameters is not a valid moonshot flavored json schema, details: when using anyOf, type should be defined in anyOf items',
  'Failed to initialize samplers: failed to parse grammar: Unsupported schema type for tool calls in functions[2].parameters: $ref is not supported',
  'The tool schema is invalid: tools are not supported with additionalProperties',
];

describe('R11.3 an endpoint that refuses the schema of a tool', () => {
  test.each(refusals)('is told from one that takes no tools: %s', (said) => {
    expect(isToolSchemaError(400, said)).toBe(true);
    expect(modelErrorFromResponse({ status: 400, body: { error: { message: said } }, headers: null }, null).code).toBe(
      'bad_request',
    );
  });

  test.each([
    'Invalid schema for response_format: additionalProperties is required',
    'registry.ollama.ai/library/gemma does not support tools',
    'Unrecognized request argument supplied: tools',
    'Tool use is not supported by this model',
    'context length exceeded',
  ])('%s is no word on a schema', (said) => {
    expect(isToolSchemaError(400, said)).toBe(false);
  });

  const endpoint = new Endpoint();
  const ask = (model = endpoint.model()) => endpoint.ask(sample.request({ tools }), model);

  test.each(refusals)('gets plain ones, and takes them: %s', async (said) => {
    endpoint.refuses(({ tools: sent }) => JSON.stringify(sent).includes('anyOf') && said);
    const found: string[][] = [];
    const outcome = await ask(endpoint.model({}, (parts) => found.push(parts)));
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'Hello' } });
    expect(outcome.unfit).toBeUndefined();
    expect(namesIn(endpoint.sent[1]!)).toEqual(['todo', 'mcp_desk_ping', 'mcp_desk_update_page']);
    expect(found).toEqual([['tool_schemas']]);
  });

  test.each(refusals.slice(0, 2))('that refuses it still gets all others, and it is named: %s', async (said) => {
    endpoint.refuses((sent) => namesIn(sent).includes('mcp_desk_update_page') && said);
    const model = endpoint.model();
    expect(await ask(model)).toMatchObject({ ok: true, unfit: ['mcp_desk_update_page'] });
    expect(namesIn(endpoint.sent.at(-1)!)).toEqual(['todo', 'mcp_desk_ping']);
    const asked = endpoint.sent.length;
    expect((await ask(model)).unfit).toBeUndefined();
    expect(endpoint.sent.length - asked).toBe(1);
  });

  test('that does not say which one gets none of the servers’ tools', async () => {
    endpoint.refuses((sent) => namesIn(sent).some((name) => name.startsWith('mcp_')) && 'The schema is not valid.');
    expect(await ask()).toMatchObject({ ok: true, unfit: ['mcp_desk_ping', 'mcp_desk_update_page'] });
  });

  test('that never takes any is told so in the end', async () => {
    endpoint.refuses(() => 'The schema is not valid.');
    expect(await ask()).toMatchObject({ ok: false, error: { code: 'bad_request' } });
    expect(endpoint.sent.length).toBeLessThan(5);
    endpoint.answer = () => ({ body: greeting });
  });
});
