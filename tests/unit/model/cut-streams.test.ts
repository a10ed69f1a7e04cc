import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whereShared } from '../../fixtures/shared-data.ts';
import { asRead } from './as-read.ts';
import { independentReading } from './independent-reader.ts';
import { readBytes } from './read-bytes.ts';
import { recordedReplies } from './recorded-replies.ts';
import { sample } from './sample.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const streams = recordedReplies.filter(({ stream, body }) => stream && body !== undefined);

/** The reading of what has come of a stream. */
function expected(bytes: Uint8Array) {
  return independentReading({ status: 200, stream: true, body: decoder.decode(bytes) });
}

/** Whether the endpoint itself has said that this is the end: nothing short of that makes a reply whole. */
function saysEnd(bytes: Uint8Array): boolean {
  return /"finish_reason": ?"|^data: ?\[DONE\]/m.test(decoder.decode(bytes));
}

/** A connection is closed, or lost, which must come to the same. */
async function expectCutAt(bytes: Uint8Array, at: number, end: 'closed' | 'lost'): Promise<void> {
  const come = bytes.subarray(0, at);
  const outcome = await readBytes([come], end);
  if (!saysEnd(come)) expect(outcome.ok, `cut at ${at}`).toBe(false);
  expect(asRead(outcome), `cut at ${at}, ${end}`).toEqual(expected(come));
}

/** Where events end, in bytes. */
function boundaries(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 1)
    if (bytes[at] === 10 && (bytes[at + 1] === 10 || (bytes[at + 1] === 13 && bytes[at + 2] === 10)))
      ends.push(at + (bytes[at + 1] === 10 ? 2 : 3));
  return ends;
}

whereShared('cassettes/cassettes.jsonl', 'R11.3 recorded streams that are cut', () => {
  describe('R11.3 a recorded stream that is cut is never taken for a whole reply (S9)', () => {
    test.each(streams.map(({ id, body }) => [id, encoder.encode(body)] as const))(
      'at each boundary of %s',
      async (_, bytes) => {
        const ends = boundaries(bytes);
        expect(ends.length).toBeGreaterThan(0);
        for (const [turn, at] of [0, ...ends].entries()) await expectCutAt(bytes, at, turn % 2 ? 'lost' : 'closed');
      },
    );

    test.each(streams.map(({ id, body }) => [id, encoder.encode(body)] as const))(
      'within each event of %s',
      async (_, bytes) => {
        let from = 0;
        for (const [turn, end] of boundaries(bytes).entries()) {
          await expectCutAt(bytes, from + ((turn * 37) % (end - from)), 'closed');
          from = end;
        }
      },
    );
  });

  const completions = recordedReplies.filter(({ stream, status }) => !stream && status === 200);

  describe('R11.3 a recorded completion that is cut is never taken for a whole reply', () => {
    test.each(completions.map(({ id, body, json }) => [id, encoder.encode(body ?? JSON.stringify(json))] as const))(
      'anywhere in %s',
      async (_, bytes) => {
        for (let at = 1; at < bytes.length; at += Math.ceil(bytes.length / 12)) {
          const outcome = await readBytes([bytes.subarray(0, at)], 'closed');
          expect(outcome.ok, `cut at ${at}`).toBe(false);
        }
      },
    );
  });
});

const { delta } = sample;
const letters = fc.string({ unit: 'grapheme', maxLength: 12 });
const chunk = fc.oneof(
  letters.map((content) => delta({ content })),
  fc.constantFrom<unknown>(
    delta({ role: 'assistant', content: '' }),
    delta({ content: '你好 😀 é\r\n\u2028' }),
    delta({ reasoning_content: 'hm' }),
    delta({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'todo', arguments: '' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '{"title":"Tee 茶"}' } }] }),
    delta({ tool_calls: [{ index: 1, id: 'b', function: { name: 'fetch', arguments: '{"url":"x"}' } }] }),
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
    { type: 'keepalive' },
  ),
);
const stream = fc.record({
  chunks: fc.array(chunk, { maxLength: 8 }),
  ending: fc.constantFrom<unknown[]>(
    [],
    [delta({}, 'stop')],
    [delta({}, 'length'), '[DONE]'],
    ['[DONE]'],
    [{ error: { code: 502, message: 'upstream' } }],
  ),
  between: fc.array(fc.constantFrom('', ': keep-alive\n', ': OPENROUTER PROCESSING\n\n', 'retry: 3\n', ': ü\n\n'), {
    minLength: 1,
    maxLength: 4,
  }),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  bom: fc.boolean(),
});

function written({
  chunks,
  ending,
  between,
  newline,
  bom,
}: typeof stream extends fc.Arbitrary<infer T> ? T : never): Uint8Array {
  const body = [...chunks, ...ending]
    .map((each, at) => (between[at % between.length] ?? '') + sample.events(each))
    .join('')
    .replaceAll('\n', newline);
  return encoder.encode((bom ? '\uFEFF' : '') + body);
}

function split(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });

describe('R11.3 a stream in any shape', () => {
  test('any split of its bytes, any line ending, a BOM and comments give the same message (S1, S12)', async () => {
    await fc.assert(
      fc.asyncProperty(stream, sizes, async (shape, cuts) => {
        const bytes = written(shape);
        const plain = written({ ...shape, newline: '\n', bom: false, between: [''] });
        const whole = await readBytes([plain]);
        expect(asRead(whole)).toEqual(expected(plain));
        expect(await readBytes(split(bytes, cuts))).toEqual(whole);
      }),
      { numRuns: 600 },
    );
  });

  test('cut at any byte, also within a letter, it is what had come until then (S9, S12)', async () => {
    await fc.assert(
      fc.asyncProperty(stream, sizes, fc.nat(), async (shape, cuts, at) => {
        const bytes = written(shape);
        const come = bytes.subarray(0, at % (bytes.length + 1));
        const outcome = await readBytes(split(come, cuts));
        if (!saysEnd(come)) expect(outcome.ok).toBe(false);
        expect(asRead(outcome)).toEqual(expected(come));
      }),
      { numRuns: 600 },
    );
  });
});
