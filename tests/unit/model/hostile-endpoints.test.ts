import { expect, test } from 'vitest';
import { nearestName } from '../../../src/values/nearest-name.ts';
import { parseModelNames } from '../../../src/model/connection-test/listed-models.ts';
import { figure } from '../../fixtures/figure.ts';
import { modelErrorFromResponse } from '../../../src/model/endpoint/model-error.ts';
import { readBytes } from './read-bytes.ts';

const many = 500_000;
const fault = (message: string) =>
  modelErrorFromResponse({ status: null, body: { error: { message } }, headers: null }, 'canary-9f8e7d6c5b4a');

test.each([
  ['tags that never end', `<html>${'<'.repeat(many)}`],
  ['comments that never end', `<html>${'<!-- '.repeat(many)}`],
  ['scripts that never end', `<html>${'<script '.repeat(many)}`],
  ['tags within tags', `<html>${'<a '.repeat(many)}>`],
  ['spaces', `<html>${' '.repeat(many)}x`],
  ['digits', '1'.repeat(many)],
  ['times to wait', 'retry 1 s'.repeat(many)],
  ['keys', 'sk-'.repeat(many)],
])('R11.2 an endpoint that complains in %s does not stop the page', (_, message) => {
  figure(() => expect(fault(message).detail.length).toBeLessThanOrEqual(300));
});

test('R11.2 of a page that speaks of a fault the words stay, a sign that stands alone too', () => {
  const page =
    '<html><head><style>a{}</style><!-- note --><title>502</title></head><body>Bad &lt;gateway&gt;, 1 < 2</body>';
  expect(fault(`${page} and <more`).detail).toBe('502 Bad <gateway>, 1 and <more');
});

test('R11.1 a name that is not known is looked for among very many, and among very long ones', () => {
  const long = Array.from({ length: 200_000 }, (_, nth) => `${nth}${'gpt-mini-'.repeat(20)}`);
  const alike = Array.from({ length: 200_000 }, (_, nth) => `model-${nth}`);
  figure(() => {
    expect(nearestName('gpt-4o-mini', ['gpt-4o-minii', ...long])).toBe('gpt-4o-minii');
    expect(nearestName('mistral-large-latest', alike)).toBeNull();
    expect(parseModelNames({ data: alike.map((id) => ({ id })) })).toHaveLength(10_000);
  });
});

const encoder = new TextEncoder();
const chunk = (delta: unknown) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;

test.each([
  ['text without end', chunk({ content: 'word '.repeat(20_000) })],
  [
    'a call without end',
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'search', arguments: 'x'.repeat(100_000) } }] }),
  ],
  ['an event without end', `data: ${'x'.repeat(100_000)}`],
  ['comments without end', `: ${'x'.repeat(100_000)}\n`],
  ['a document without end', `{"${'x'.repeat(100_000)}`],
])('R11.3 a reply that is %s is given up', async (_, piece) => {
  const outcome = await readBytes(
    Array.from({ length: 100 }, () => encoder.encode(piece)),
    'closed',
  );
  expect(outcome).toMatchObject({ ok: false, error: { code: 'bad_response', detail: 'The reply is too long.' } });
});
