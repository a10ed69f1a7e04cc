import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatCompletionRequest, ChatMessage } from '@copilotkit/aimock';
import { readAsk, type Ask } from '../../../e2e/support/ask.ts';
import { Gate } from '../../../e2e/support/gate.ts';
import type { Reply, ScriptedModel } from '../../../e2e/support/model-server.ts';

type Part = Record<string, unknown>;

/** A response that is written at its own pace, whoever reads it. */
interface Kept {
  id: string;
  events: Part[];
  /** When it was asked for, and how long it takes from one event to the next, in milliseconds. */
  since: number;
  pace: number;
}

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-allow-methods': 'GET, POST',
};

/** A strict endpoint of the Responses API that takes background mode only and keeps every response. */
export class BackgroundEndpoint {
  readonly model = 'scripted-1';
  /** What was asked for by POST, in order. */
  topics: string[] = [];
  /** How many responses were read on by GET. */
  pickedUp = 0;
  readonly #server: Server;
  readonly #kept = new Map<string, Kept>();
  #script: ScriptedModel;
  #pace: () => number = () => 0;
  #gates: { when: (topic: string, ask: Ask) => boolean; gate: Gate }[] = [];

  private constructor(script: ScriptedModel) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(script: ScriptedModel): Promise<BackgroundEndpoint> {
    const endpoint = new BackgroundEndpoint(script);
    await new Promise<void>((open) => endpoint.#server.listen(0, '127.0.0.1', open));
    return endpoint;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/v1`;
  }

  /** Begins anew with this model; `pace` draws the time between two events of a response. */
  play(script: ScriptedModel, pace: () => number): void {
    this.#script = script;
    this.#pace = pace;
    this.topics = [];
    this.pickedUp = 0;
  }

  /** The first request that fits stands still, unanswered, until the gate is opened. */
  hold(when: (topic: string, ask: Ask) => boolean): Gate {
    const gate = new Gate();
    this.#gates.push({ when, gate });
    return gate;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.baseUrl);
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
    const [, , , id] = pathname.split('/');
    if (request.method === 'POST' && pathname === '/v1/responses')
      return this.#stream(await this.#create(await bodyOf(request)), -1, response);
    const kept = this.#kept.get(id ?? '');
    if (!kept || request.method !== 'GET' || searchParams.get('stream') !== 'true')
      return void response.writeHead(404, headers).end('{"error":{"message":"Response not found."}}');
    this.pickedUp += 1;
    return this.#stream(kept, Number(searchParams.get('starting_after') ?? -1), response);
  }

  async #create(body: Part): Promise<Kept> {
    if (body.background !== true || body.store !== true || body.stream !== true)
      throw new Error('Only stored, streamed responses in background mode here.');
    const ask = readAsk(asChat(body));
    const topic = this.#script.topic(ask);
    this.topics.push(topic);
    const at = this.#gates.findIndex(({ when }) => when(topic, ask));
    if (at >= 0) await this.#gates.splice(at, 1)[0]?.gate.pass();
    const id = `resp_${this.#kept.size + 1}`;
    const kept = { id, events: eventsOf(id, this.#script.answer(ask)), since: Date.now(), pace: this.#pace() };
    this.#kept.set(id, kept);
    return kept;
  }

  /** Sends the events after that number as they are written; ends when the other side is gone. */
  async #stream({ events, since, pace }: Kept, after: number, response: ServerResponse): Promise<void> {
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (let at = after + 1; at < events.length && !response.destroyed; at += 1) {
      const wait = since + at * pace - Date.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      response.write(`data: ${JSON.stringify({ ...events[at], sequence_number: at })}\n\n`);
    }
    response.end();
  }
}

function eventsOf(id: string, { text = '', calls = [] }: Reply): Part[] {
  const message = { type: 'message', content: [{ type: 'output_text', text }] };
  const made = calls.map(({ name, input }, at): Part => ({
    ...{ type: 'function_call', call_id: `call_${id}_${at}`, name, arguments: JSON.stringify(input) },
  }));
  const words = text.split(/(?<= )/);
  const response = (status: string, more: Part = {}) => ({ id, object: 'response', background: true, status, ...more });
  return [
    { type: 'response.created', response: response('queued') },
    { type: 'response.in_progress', response: response('in_progress') },
    ...words.map((delta) => ({ type: 'response.output_text.delta', output_index: 0, delta })),
    ...made.map((item, at) => ({ type: 'response.output_item.done', output_index: at + 1, item })),
    {
      type: 'response.completed',
      response: response('completed', { output: [message, ...made], usage: { input_tokens: 100, output_tokens: 20 } }),
    },
  ];
}

/** The request as the same one of chat completions, so that it is read by the one reader. */
function asChat({ instructions, input, tools = [] }: Part): ChatCompletionRequest {
  const messages = (input as Part[]).map((item): ChatMessage => {
    if (item.type === 'function_call_output')
      return { role: 'tool', tool_call_id: String(item.call_id), content: String(item.output) };
    if (item.type !== 'function_call') return { role: item.role as ChatMessage['role'], content: String(item.content) };
    const called = { name: String(item.name), arguments: String(item.arguments) };
    return {
      ...{ role: 'assistant', content: '' },
      tool_calls: [{ id: String(item.call_id), type: 'function', function: called }],
    };
  });
  return {
    model: 'scripted-1',
    messages: [{ role: 'system', content: String(instructions) }, ...messages],
    tools: (tools as Part[]).map(({ name, description, parameters }) => ({
      ...{ type: 'function', function: { name, description, parameters } },
    })) as NonNullable<ChatCompletionRequest['tools']>,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Part> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Part;
}
