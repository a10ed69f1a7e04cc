import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SseReader } from '../../../src/model/endpoint/sse-reader.ts';

function read(pieces: string[]): { event: string | null; data: string }[] {
  const reader = new SseReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

test.each(['\n', '\r\n', '\r'])('R11.3 an event ends at a blank line, whatever ends the lines (%j)', (end) => {
  expect(read([['data: a', '', 'event: error', 'data:b', 'data: c', '', ''].join(end)])).toEqual([
    { event: null, data: 'a' },
    { event: 'error', data: 'b\nc' },
  ]);
});

test('R11.3 comments, unknown fields and events without data are skipped (S1)', () => {
  expect(read([': OPENROUTER PROCESSING\n\n: keep-alive\nid: 7\nretry: 3\nevent: ping\n\ndata\n\n'])).toEqual([
    { event: null, data: '' },
  ]);
});

test('the last event counts though its blank line never came', () => {
  expect(read(['data: [DONE]'])).toEqual([{ event: null, data: '[DONE]' }]);
});

test('R11.3 any split of the same text gives the same events (S12)', () => {
  const line = fc.constantFrom('data: {"a":1}', 'data:x', ': note', '', 'event: error', 'data: é😀');
  const end = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end)), fc.array(fc.nat(12)), (lines, sizes) => {
      const text = lines.flat().join('');
      const pieces: string[] = [];
      for (let at = 0, turn = 0; at < text.length; turn += 1) {
        const size = 1 + (sizes[turn % Math.max(1, sizes.length)] ?? 0);
        pieces.push(text.slice(at, at + size), '');
        at += size;
      }
      expect(read(pieces)).toEqual(read([text]));
    }),
    { numRuns: 2000 },
  );
});
