import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointModel } from '../../src/llm/endpoint-model.ts';
import { independentReading } from './independent-reader.ts';
import { Loopback } from './loopback.ts';
import { sample } from './sample.ts';

interface Recording {
  id: string;
  status: number;
  content_type: string;
  stream: boolean;
  body?: string;
  json?: unknown;
}

const path = fileURLToPath(new URL('../../../shared/cassettes/cassettes.jsonl', import.meta.url));
const there = existsSync(path);
const recordings = there
  ? readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Recording)
  : [];

test.skipIf(there)('R11.3 recorded replies are not here (../shared/cassettes): skipped', () => undefined);

describe.runIf(there)('R11.3 recorded replies of real models come out as they were recorded', () => {
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
    test.each(recordings.map((recording) => [recording.id, recording] as const))(
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
        const expected = independentReading(recording);

        if (!outcome.ok) {
          expect(outcome.error.code).toBe(expected.error);
          return;
        }
        const { text, calls, finish, usage } = outcome.reply;
        const got = {
          error: null,
          text,
          calls: calls.map((call) => ({ name: call.name, input: readable(call.arguments) })),
          finish,
          usage: usage && !usage.estimated ? [usage.input, usage.output] : null,
        };
        expect(got).toEqual(expected);
        expect(pieces.join('')).toBe(text);
      },
    );
  }
});

function readable(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
