import { describe, expect, test } from 'vitest';
import { simplifyToolSchema } from '../../../src/model/endpoint/tool-schemas.ts';
import { endpointCompatibleSchema } from '../../../src/tools/mcp/fitting-schema.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** The words that some endpoint refuses at the root, or anywhere. */
const refused = /"(?:\$ref|\$defs|definitions|oneOf|allOf|not|const|patternProperties|prefixItems|if|\$schema)":/;

describe('R9.10 a server’s schema in the form that endpoints take', () => {
  test.each<[string, Record<string, unknown>, object]>([
    [
      'alternatives at the root, with references',
      {
        type: 'object',
        anyOf: [
          { properties: { title: text }, required: ['title'] },
          { properties: { body: { $ref: '#/$defs/body' } }, required: ['body'] },
        ],
        $defs: { body: text },
      },
      { properties: { title: text, body: text }, required: [] },
    ],
    [
      'one of several, with a field that all need',
      {
        oneOf: [
          object({ id: text, a: text }, { required: ['id', 'a'] }),
          object({ id: text, b: text }, { required: ['id', 'b'] }),
        ],
      },
      { properties: { id: text, a: text, b: text }, required: ['id'] },
    ],
    [
      'all of several',
      {
        allOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })],
        properties: { c: text },
      },
      { properties: { a: text, b: text, c: text }, required: ['a', 'b'] },
    ],
    [
      'a reference at the root',
      { $ref: '#/definitions/in', definitions: { in: object({ a: text }, { required: ['a'] }) } },
      { properties: { a: text }, required: ['a'] },
    ],
    ['a reference to the root itself', object({ child: { $ref: '#' }, a: text }), { properties: { a: text } }],
    [
      'references that go in a circle',
      object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
      { properties: { a: {} } },
    ],
    [
      'a reference that leads nowhere',
      object({ a: { $ref: 'https://x.test/s', description: 'A' } }),
      { properties: { a: { description: 'A' } } },
    ],
    [
      'a reference beside words of its own',
      object({ a: { $ref: '#/$defs/a', description: 'B' } }, { $defs: { a: { type: 'string', description: 'A' } } }),
      { properties: { a: { type: 'string', description: 'B' } } },
    ],
    [
      'one of several within a field',
      object({ a: { oneOf: [text, { type: 'number' }] } }),
      { properties: { a: { anyOf: [text, { type: 'number' }] } } },
    ],
    ['a single alternative', object({ a: { anyOf: [text] } }), { properties: { a: text } }],
    ['a constant', object({ a: { const: 'x' } }), { properties: { a: { enum: ['x'] } } }],
    ['a list without items', object({ a: { type: 'array' } }), { properties: { a: { type: 'array', items: {} } } }],
    [
      'a tuple',
      object({ a: { type: 'array', prefixItems: [text] } }),
      { properties: { a: { type: 'array', items: {} } } },
    ],
    [
      'conditions',
      object({ a: text }, { if: {}, then: {}, not: {}, patternProperties: { x: text } }),
      { properties: { a: text } },
    ],
    [
      'a field with signs that are refused, which need not be given',
      object({ a: text, 'b c': text }),
      { properties: { a: text } },
    ],
    ['a required field that is not described', object({ a: text }, { required: ['a', 'b'] }), { required: ['a'] }],
    ['properties that are a list', { type: 'object', properties: [text] }, { properties: {}, required: [] }],
    [
      'a field of two kinds',
      { anyOf: [object({ a: text }), object({ a: { type: 'number' } })] },
      { properties: { a: { anyOf: [text, { type: 'number' }] } } },
    ],
  ])('%s', (_, given, expected) => {
    const fitting = endpointCompatibleSchema(given);
    expect(fitting.schema).toMatchObject({ type: 'object', ...expected });
    expect(JSON.stringify(fitting.schema)).not.toMatch(refused);
    expect(fitting.schema).not.toHaveProperty('anyOf');
  });

  test('which groups of fields do is told', () => {
    const given = {
      anyOf: [object({ a: text }, { required: ['a'] }), object({ b: text, c: text }, { required: ['b', 'c'] })],
    };
    expect(endpointCompatibleSchema(given).groups).toEqual([['a'], ['b', 'c']]);
    expect(endpointCompatibleSchema(object({ a: text })).groups).toEqual([]);
  });

  test('references that multiply end', () => {
    const level = (at: number) =>
      object(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}`, { $ref: `#/$defs/l${at + 1}` }])));
    const $defs = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`l${at}`, level(at)]));
    const fitting = endpointCompatibleSchema({ ...level(-1), $defs });
    expect(JSON.stringify(fitting).length).toBeLessThan(200_000);
  });
});

describe('R11.3 a schema in plain words', () => {
  test.each<[string, Record<string, unknown>, object]>([
    [
      'alternatives',
      object({ a: { anyOf: [{ type: 'null' }, { type: 'number', minimum: 3 }] } }),
      { properties: { a: { type: 'number' } } },
    ],
    ['several types', object({ a: { type: ['string', 'null'], format: 'uri' } }), { properties: { a: text } }],
    [
      'a choice of texts',
      object({ a: { enum: ['x', 'y'] } }),
      { properties: { a: { type: 'string', enum: ['x', 'y'] } } },
    ],
    [
      'a choice of numbers',
      object({ a: { type: 'integer', enum: [1, 2] } }),
      { properties: { a: { type: 'integer' } } },
    ],
    [
      'lists within lists',
      object({ a: { type: 'array', items: { type: 'array', items: { type: 'number', minimum: 1 } } } }),
      { properties: { a: { type: 'array', items: { type: 'array', items: { type: 'number' } } } } },
    ],
    [
      'what must be given',
      object({ a: text }, { required: ['a', 'z'], additionalProperties: false }),
      { properties: { a: text }, required: ['a'] },
    ],
  ])('%s', (_, given, expected) => {
    expect(simplifyToolSchema(given)).toEqual({ type: 'object', ...expected });
  });
});
