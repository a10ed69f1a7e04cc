import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LanguageModel, ModelRequest } from '../../../src/ports/language-model.ts';
import type { Profile } from '../../../src/records/profile.ts';
import { endpointModel, type EndpointOptions } from '../../../src/model/endpoint/endpoint-model.ts';
import { asRead } from './as-read.ts';
import { type Expected, independentReading } from './independent-reader.ts';
import { type Answer, Loopback, type Seen } from './loopback.ts';
import { sample } from './sample.ts';

/** A way to answer that was seen somewhere, and what it must come to. */
export interface ReadingCase extends Pick<Answer, 'status' | 'type' | 'then'> {
  body: string;
  /** `error`, or what differs from an empty reply that came to a proper end. */
  gives: Partial<Expected>;
}

const pieces = { 'byte by byte': [1], 'in odd pieces': [1, 7, 3, 64, 2, 1024], whole: [1 << 20] };

/**
 * What every reading case states, the independent reader says, too, and the model comes to, however the bytes arrive.
 */
export function readingCases(title: string, cases: Record<string, ReadingCase>): void {
  describe(title, () => {
    const endpoint = new Endpoint();
    for (const [name, { body, gives, ...answer }] of Object.entries(cases)) {
      const usual = { error: null, text: '', calls: [], usage: null };
      const finish = gives.error ? '' : gives.calls ? 'calls' : 'stop';
      const expected = { ...usual, finish, ...gives };
      test.each(Object.entries(pieces))(`${name}: %s`, async (_, sizes) => {
        const offered = sample.request().tools.map((tool) => tool.name);
        expect(independentReading({ status: answer.status ?? 200, stream: true, body }, offered)).toEqual(expected);
        endpoint.answer = () => ({ body, sizes, ...answer });
        expect(asRead(await endpoint.ask())).toEqual(expected);
      });
    }
  });
}

/** An endpoint with its quirks, and a model over it. To be made within a `describe`. */
export class Endpoint {
  readonly #server = new Loopback();
  #baseUrl = '';

  constructor() {
    beforeAll(async () => {
      this.#baseUrl = await this.#server.open();
    });
    afterAll(() => this.#server.close());
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  set answer(answer: (seen: Seen) => Answer | null) {
    this.#server.seen.length = 0;
    this.#server.answer = answer;
  }

  /** Answers as usual, but says no (HTTP 400) for the reason given. */
  refuses(reason: (body: Sent) => string | false, status = 400): void {
    this.answer = ({ body }) => {
      const message = reason(body as unknown as Sent);
      return message === false
        ? { body: greeting }
        : { status, type: 'application/json', body: JSON.stringify({ error: { message } }) };
    };
  }

  /** The bodies that came, in order. */
  get sent(): Sent[] {
    return this.#server.seen.map(({ body }) => body as unknown as Sent);
  }

  get headers(): Seen['headers'][] {
    return this.#server.seen.map(({ headers }) => headers);
  }

  model(more: Partial<Profile> = {}, onRefused?: EndpointOptions['onRefused']): LanguageModel {
    const limits = { first: 5000, idle: 5000 };
    const profile = sample.profile(this.#baseUrl, more);
    return endpointModel({ profile, ...(onRefused && { onRefused }), key: 'secret-of-the-test', limits });
  }

  ask(request: ModelRequest = sample.request(), model = this.model()): ReturnType<LanguageModel['reply']> {
    return model.reply(request, { signal: new AbortController().signal });
  }
}

export interface SentMessage {
  role: string;
  content: string | null;
  reasoning_content?: string;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string }; [extra: string]: unknown }[];
}

/** A request as it came over the wire. */
export interface Sent {
  messages: SentMessage[];
  tools?: unknown[];
  tool_choice?: string;
  response_format?: { type: string };
  stream_options?: unknown;
  [other: string]: unknown;
}

/** What an endpoint without quirks answers. */
export const greeting = sample.events(sample.delta({ content: 'Hello' }, 'stop'), '[DONE]');
