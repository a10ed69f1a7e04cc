import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whereShared } from '../../fixtures/shared-data.ts';
import { endpointModel } from '../../../src/model/endpoint/endpoint-model.ts';
import { asRead } from './as-read.ts';
import { independentReading } from './independent-reader.ts';
import { Loopback } from './loopback.ts';
import { recordedReplies } from './recorded-replies.ts';
import { sample } from './sample.ts';

whereShared('cassettes/cassettes.jsonl', 'R11.3 recorded replies of real models', () => {
  describe('R11.3 recorded replies of real models come out as they were recorded', () => {
    const server = new Loopback();
    let baseUrl = '';
    beforeAll(async () => {
      baseUrl = await server.open();
    });
    afterAll(() => server.close());

    for (const [sizes, name] of [
      [[1, 7, 3, 64, 2, 1024], 'odd pieces'],
      [[1 << 20], 'one piece'],
    ] as const) {
      test.each(recordedReplies.map((recording) => [recording.id, recording] as const))(
        `in ${name}: %s`,
        async (_, recording) => {
          server.answer = () => ({
            status: recording.status,
            type: recording.content_type || (recording.stream ? 'text/event-stream' : 'application/json'),
            body: recording.body ?? JSON.stringify(recording.json),
            sizes: [...sizes],
          });
          const model = endpointModel({
            profile: sample.profile(baseUrl),
            key: 'secret-of-the-test',
            limits: { first: 5000, idle: 5000 },
          });
          const pieces: string[] = [];
          const outcome = await model.reply(sample.request(), {
            signal: new AbortController().signal,
            onText: (piece) => pieces.push(piece),
          });
          expect(asRead(outcome)).toEqual(independentReading(recording));
          if (outcome.ok) expect(pieces.join('')).toBe(outcome.reply.text);
        },
      );
    }
  });
});
