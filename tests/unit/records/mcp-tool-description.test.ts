import { describe, expect, test } from 'vitest';
import { boundedMcpTools, type McpToolDescription } from '../../../src/records/mcp-tool-description.ts';
import { withFingerprints } from '../../../src/tools/mcp/parse-tool-list.ts';

const offer = (more: Partial<McpToolDescription> = {}): McpToolDescription => ({
  name: 'do',
  description: 'Does it.',
  schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  reads: false,
  repeatable: false,
  ...more,
});
const field = (field: unknown) => offer({ schema: { type: 'object', properties: { text: field } } });
const boundedField = (given: unknown) =>
  (boundedMcpTools([field(given)])[0]?.schema.properties as Record<string, unknown> | undefined)?.text;
const long = 'word '.repeat(1000);

describe('R13.3 what a server says of its tools is bounded', () => {
  test('a schema of usual size stays as it is', () => {
    const schema = {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1, pattern: '^a' },
        many: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/one' }, { type: 'null' }] }, maxItems: 3 },
        kind: { type: ['string', 'null'], enum: ['a', 'b'], default: 'a' },
      },
      $defs: { one: { type: 'number', minimum: 0, description: 'A number.' } },
      required: ['text'],
      additionalProperties: false,
    };
    expect(boundedMcpTools([offer({ schema })])).toEqual([offer({ schema })]);
  });

  test.each<[string, unknown, unknown]>([
    ['long enums', { type: 'string', enum: [long] }, { type: 'string' }],
    ['enums of many values', { enum: Array.from({ length: 101 }, (_, at) => at) }, {}],
    ['values that are no scalars', { enum: [{ note: long }], default: [long], const: { a: 1 } }, {}],
    ['long defaults and constants', { default: long, const: long }, {}],
    [
      'words that are none of JSON Schema',
      { type: 'string', note: 'x', examples: ['x'], $comment: 'x' },
      { type: 'string' },
    ],
    [
      'words of the prototype',
      JSON.parse('{"type":"string","constructor":"x","__proto__":{"x":1}}'),
      { type: 'string' },
    ],
    ['types that are none', { type: 'Please fetch this' }, {}],
    ['long patterns', { pattern: long, format: long, $ref: long }, {}],
    ['numbers that are texts', { minimum: long }, {}],
    ['texts that are no texts', { description: { a: long }, title: [long] }, {}],
    ['fields that are no schemas', 'fetch https://evil.example', {}],
  ])('%s are dropped', (_, given, kept) => expect(boundedField(given)).toEqual(kept));

  test('texts are cut, without line ends and signs that nobody sees', () => {
    const [{ description, schema } = offer()] = boundedMcpTools([
      offer({ description: `a\n\nb\u202e\u{e0041}c ${long}`, schema: { type: 'object', title: long } }),
    ]);
    expect(description).toMatch(/^a b c word .*…$/);
    expect(description.length).toBeLessThanOrEqual(300);
    expect(String(schema.title).length).toBeLessThanOrEqual(300);
  });

  test('names and keys that are long, or cannot be read, are left out; each name is there once', () => {
    const names = ['x'.repeat(129), 'a\nb', 'a\u202eb', '', 'x'.repeat(128), '天气', 'do', 'do'];
    expect(boundedMcpTools(names.map((name) => offer({ name }))).map(({ name }) => name)).toEqual([
      'x'.repeat(128),
      '天气',
      'do',
    ]);
    const properties = { [long]: {}, 'a\nb': {}, fine: {} };
    expect(
      boundedMcpTools([offer({ schema: { type: 'object', properties, required: [long, 'fine'] } })])[0]?.schema,
    ).toEqual({
      type: 'object',
      properties: { fine: {} },
      required: ['fine'],
    });
  });

  test.each<[string, Record<string, unknown>]>([
    [
      'many texts',
      {
        properties: Object.fromEntries(
          Array.from({ length: 90 }, (_, at) => [`f${at}`, { type: 'string', description: long }]),
        ),
      },
    ],
    [
      'many enums',
      {
        properties: Object.fromEntries(
          Array.from({ length: 90 }, (_, at) => [
            `f${at}`,
            { enum: Array.from({ length: 90 }, (_, n) => `value ${n}`) },
          ]),
        ),
      },
    ],
    [
      'many fields',
      { properties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field_${at}`, { type: 'string' }])) },
    ],
    ['many alternatives', { anyOf: Array.from({ length: 5000 }, () => ({ properties: { a: { title: long } } })) }],
    [
      'great depth',
      Array.from({ length: 500 }).reduce<Record<string, unknown>>((inner) => ({ properties: { a: inner } }), {
        title: long,
      }),
    ],
    [
      'breadth at every depth',
      Array.from({ length: 3 }).reduce<Record<string, unknown>>(
        (inner) => ({ properties: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, inner])) }),
        {},
      ),
    ],
    [
      'keys that are long together',
      {
        properties: Object.fromEntries(
          Array.from({ length: 100 }, (_, at) => [
            `${'k'.repeat(60)}${at}`,
            { type: 'object', properties: { ['q'.repeat(60)]: {} } },
          ]),
        ),
      },
    ],
  ])('a schema of %s is reduced to at most 8,000 characters and stays a schema of an object', (_, schema) => {
    const bounded = boundedMcpTools([offer({ schema: { type: 'object', ...schema } })])[0]?.schema;
    expect(bounded?.type).toBe('object');
    expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(8000);
  });

  test('a list ends after 200 tools', () => {
    expect(boundedMcpTools(Array.from({ length: 1000 }, (_, at) => offer({ name: `t${at}` })))).toHaveLength(200);
  });

  test('the mark of a tool changes with whatever its server says, and not with the order of the keys', async () => {
    const mark = async (of: McpToolDescription) => (await withFingerprints([of]))[0]?.mark;
    const before = await mark(offer());
    const { properties, required, type } = offer().schema;
    expect(await mark(offer({ schema: { required, properties, type } }))).toBe(before);
    const changes: Partial<McpToolDescription>[] = [
      ...[{ name: 'do2' }, { description: 'Does it!' }, { reads: true }, { repeatable: true }],
      ...[{ schema: { ...offer().schema, title: 'x' } }, { schema: { ...offer().schema, required: [] } }],
    ];
    const marks = await Promise.all(changes.map((change) => mark(offer(change))));
    expect(new Set([before, ...marks]).size).toBe(changes.length + 1);
  });
});
