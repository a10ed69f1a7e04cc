import { expect, test } from 'vitest';
import { SseReader } from '../../../src/model/endpoint/sse-reader.ts';
import { figure } from '../../fixtures/figure.ts';

function read(pieces: string[]) {
  const reader = new SseReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

test.each(['\n', '\r\n', '\r'])('R11.3 an event ends at a blank line, whatever ends the lines (%j)', (end) => {
  expect(read([['data: a', '', 'event: error', 'data:b', 'data: c', '', ''].join(end)])).toMatchObject([
    { data: 'a' },
    { event: 'error', data: 'b\nc' },
  ]);
});

test('R11.3 comments, unknown fields and events without data are skipped (S1)', () => {
  expect(read([': OPENROUTER PROCESSING\n\n: keep-alive\nid: 7\nretry: 3\nevent: ping\n\ndata\n\n'])).toMatchObject([
    { data: '' },
  ]);
});

test('R11.3 a stream may have a field of its own in each of very many events', () => {
  expect(read(['at: 3\ndata: a\n\n'.repeat(20_000)])).toHaveLength(20_000);
});

test('R11.3 an event is read as soon as its blank line is there, wherever the text is cut', () => {
  const reader = new SseReader();
  const read = ['data: a\r\r', '\ndata: b\r', '', '\n\r', '\ndata: c\r\n\r'].map((piece) => reader.push(piece));
  expect(read.map((events) => events.map(({ data }) => data))).toEqual([['a'], [], [], ['b'], ['c']]);
  expect(reader.end()).toEqual([]);
});

test('the last event counts though its blank line never came', () => {
  expect(read(['data: [DONE]'])).toMatchObject([{ data: '[DONE]' }]);
});

test.each([
  ['an event without end', `data: ${'x'.repeat(8_000_001)}`],
  ['an event of lines without end', 'data: x\n'.repeat(5_000_000)],
  ['lines that are no field, without end', 'x\n'.repeat(4_000_000)],
  ['times to wait that are none, without end', 'retry: x\n'.repeat(1_000_000)],
])('R11.3 of %s no more is parsed', (_, text) => {
  const reader = new SseReader();
  expect(figure(() => reader.push(text))).toEqual([]);
  expect(reader.isEndless).toBe(true);
  expect(reader.push('data: a\n\n')).toEqual([]);
});

test.each([
  ['blank lines after a carriage return', `\r${'\n'.repeat(2_000_000)}data: a`],
  ['carriage returns', `${'\r'.repeat(2_000_000)}data: a`],
  ['comments', `${': x\r\n'.repeat(400_000)}data: a`],
  ['lines by which a proxy keeps the connection open', `${'keep-alive\n'.repeat(9_000)}data: a`],
])('R11.3 an event after very many %s is read', (_, text) => {
  expect(figure(() => read([text]))).toMatchObject([{ data: 'a' }]);
});
