import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whereShared } from '../../fixtures/shared-data.ts';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import type { ModelOutcome } from '../../../src/ports/language-model.ts';
import { Loopback } from './loopback.ts';
import { nativeReading, type NativeReading } from './native-reader.ts';
import { nativeRecordings } from './native-recordings.ts';
import { sample } from './sample.ts';

whereShared('cassettes/native.jsonl', "R11.3 recorded replies of the vendors' own APIs", () => {
  describe("R11.3 recorded replies of the vendors' own APIs come out as they were recorded", () => {
    const server = new Loopback();
    let baseUrl = '';
    beforeAll(async () => {
      baseUrl = await server.open();
    });
    afterAll(() => server.close());

    const apis = { responses: 'responses', anthropic: 'messages' } as const;
    const wanted = nativeRecordings.flatMap((recording) =>
      recording.api === 'responses' || recording.api === 'anthropic'
        ? [[recording.id, apis[recording.api], recording] as const]
        : [],
    );
    test.each(wanted)('%s by %s', async (_, api, recording) => {
      server.answer = () => ({
        status: recording.status,
        type: recording.content_type || (recording.stream ? 'text/event-stream' : 'application/json'),
        body: recording.body ?? JSON.stringify(recording.json),
        sizes: [64, 1, 7, 1000],
      });
      const model = endpointModel({
        profile: sample.profile(baseUrl, { api }),
        key: 'secret-of-the-test',
        limits: { first: 30_000, idle: 30_000 },
      });
      const pieces: string[] = [];
      const outcome = await model.reply(sample.request(), {
        signal: new AbortController().signal,
        onText: (piece) => pieces.push(piece),
      });
      expect(asRead(outcome)).toEqual(nativeReading(recording));
      if (outcome.ok) expect(pieces.join('')).toBe(outcome.reply.text);
    });
  });
});

function asRead(outcome: ModelOutcome): NativeReading {
  if (!outcome.ok) return { error: outcome.error.code, text: '', calls: [], finish: '', usage: null, back: [] };
  const { text, calls, finish, usage, reasoning } = outcome.reply;
  return {
    ...{ error: null, text, finish },
    calls: calls.map((call) => ({ id: call.id, name: call.name, input: readable(call.arguments) })),
    usage:
      usage && !usage.estimated
        ? {
            ...{ input: usage.input, output: usage.output, cached: usage.cached ?? 0 },
            ...{ written: usage.cache_written ?? 0, reasoning: usage.reasoning ?? 0 },
          }
        : null,
    back: reasoning?.parts.filter((part) => typeof part === 'object') ?? [],
  };
}

function readable(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
