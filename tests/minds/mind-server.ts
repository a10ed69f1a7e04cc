import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';
import { endpointModel } from '../../src/model/endpoint/endpoint-model.ts';
import type { ApiName } from '../../src/records/profile.ts';
import type { ModelMessage, ModelRequest } from '../../src/ports/language-model.ts';
import { readAsk } from '../e2e/support/ask.ts';
import { sample } from '../unit/model/sample.ts';
import { World } from '../unit/engine/world.ts';
import type { Mind } from './mind.ts';

/** Serves a simulated model over several APIs with a third-party server, which accepts `tool_choice` but ignores it. */
export class MindServer {
  readonly #server = new LLMock({ port: 0, strict: true, chunkSize: 16 });
  #mind: Mind = () => {
    throw new Error('no mind yet');
  };

  async start(): Promise<void> {
    this.#server.on({ predicate: () => true }, (request: ChatCompletionRequest): FixtureResponse => {
      const { text, calls } = this.#mind(asAsked(request));
      const toolCalls = calls.map(({ name, arguments: input }) => ({ name, arguments: input }));
      return calls.length === 0 ? { content: text } : { content: text, toolCalls };
    });
    await this.#server.start();
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  /** The requests since the present model was set, as chat completions. */
  get requests(): { path: string; body: ChatCompletionRequest | null }[] {
    return this.#server.getRequests().map(({ path, body }) => ({ path, body: body as ChatCompletionRequest | null }));
  }

  /** Returns an engine that asks this model over one of the APIs. */
  world(present: Mind, api: ApiName = 'chat'): World {
    this.#mind = present;
    this.#server.clearRequests();
    const endpoint = endpointModel({
      profile: sample.profile(`${this.#server.url}/v1`, { api }),
      key: 'sk-test-0123456789',
      limits: { first: 60_000, idle: 60_000 },
    });
    return new World(async (request) => {
      const outcome = await endpoint.reply(request, { signal: new AbortController().signal });
      return outcome.ok ? outcome.reply : outcome.error;
    });
  }
}

/** Converts the request to the app's own format. */
function asAsked(request: ChatCompletionRequest): ModelRequest {
  return {
    purpose: readAsk(request).purpose,
    messages: request.messages.map((message): ModelMessage => {
      const text = typeof message.content === 'string' ? message.content : '';
      if (message.role === 'tool') return { role: 'tool', call: message.tool_call_id ?? '', text };
      if (message.role !== 'assistant') return { role: message.role === 'system' ? 'system' : 'user', text };
      const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
        id,
        name,
        arguments: input,
      }));
      return { role: 'assistant', text, calls };
    }),
    tools: (request.tools ?? []).map(({ function: { name, description = '', parameters } }) => ({
      name,
      description,
      schema: parameters as Record<string, unknown>,
    })),
    choice: 'auto',
  };
}
