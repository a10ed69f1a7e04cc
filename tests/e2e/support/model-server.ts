import { LLMock, type ChatCompletionRequest, type FixtureResponse } from '@copilotkit/aimock';
import { readAsk, type Ask } from './ask.ts';
import { Gate } from './gate.ts';

export interface Reply {
  text?: string;
  calls?: { name: string; input: Record<string, unknown> }[];
  /** The summary of its thinking, which the APIs that have one give. */
  thinking?: string;
  /** The endpoint takes the request for a bad one (HTTP 400) and says this. */
  refusal?: string;
  /**
   * How many tokens the endpoint says it has read; if left out, a fourth of the texts' letters, without calls and
   * tools.
   */
  read?: number;
}

/**
 * How a scripted model thinks. `topic` names what a request is about: the same topic twice is the same question twice.
 */
export interface ScriptedModel {
  topic(ask: Ask): string;
  answer(ask: Ask): Reply;
  /** How long it thinks before it begins to answer, in milliseconds; not at all if left out. */
  delay?(ask: Ask): number;
}

/** A real OpenAI-compatible endpoint with streaming, CORS and a journal, whose mind is a script of the test's. */
export class ModelServer {
  readonly model = 'scripted-1';
  asks: Ask[] = [];
  topics: string[] = [];
  readonly #server: LLMock;
  #script: ScriptedModel = { topic: () => '', answer: () => ({ text: 'Nothing was scripted.' }) };
  #gates: { when: (topic: string, ask: Ask) => boolean; gate: Gate }[] = [];
  #failures: { when: (topic: string) => boolean; failed: () => void }[] = [];
  #slow: (ask: Ask) => boolean = () => false;
  #flowing = false;

  private constructor() {
    this.#server = new LLMock({ port: 0, strict: true, chunkSize: 16 });
    const reply = (request: ChatCompletionRequest) => this.#reply(request);
    this.#server.on({ predicate: (request) => this.#slow(readAsk(request)) }, reply, { latency: 150, chunkSize: 4 });
    this.#server.on({ predicate: () => this.#flowing }, reply, { latency: 3, chunkSize: 32 });
    this.#server.on({ predicate: () => true }, reply);
  }

  static async start(): Promise<ModelServer> {
    const server = new ModelServer();
    await server.#server.start();
    return server;
  }

  get baseUrl(): string {
    return `${this.#server.url}/v1`;
  }

  /** Forgets the last test and takes on a new mind. */
  play(script: ScriptedModel): void {
    this.reset();
    this.#script = script;
  }

  reset(): void {
    this.#gates.forEach(({ gate }) => gate.open());
    this.#gates = [];
    this.#failures = [];
    this.#slow = () => false;
    this.#flowing = false;
    this.asks = [];
    this.topics = [];
    this.#server.clearRequests();
  }

  /** The first request that fits stands still, unanswered, until the gate is opened. */
  hold(when: (topic: string, ask: Ask) => boolean): Gate {
    const gate = new Gate();
    this.#gates.push({ when, gate });
    return gate;
  }

  /** The first request that fits meets a server that is out of order; resolves when it has. */
  fail(when: (topic: string) => boolean): Promise<void> {
    return new Promise((failed) => this.#failures.push({ when, failed }));
  }

  /** Requests that fit are answered a few characters at a time. */
  trickle(when: (ask: Ask) => boolean): void {
    this.#slow = when;
  }

  /** Every request is answered piece by piece, briskly: there is such a thing as the middle of a reply. */
  flow(): void {
    this.#flowing = true;
  }

  /** What was asked more than once, by topic. */
  askedAgain(): string[] {
    return this.topics.filter((topic, at) => this.topics.indexOf(topic) !== at);
  }

  /** The server's own journal: one line for each chat request it took, with status and body. */
  journal() {
    return this.#server.getRequests().filter(({ path }) => path.startsWith('/v1/chat/completions'));
  }

  async stop(): Promise<void> {
    this.reset();
    await this.#server.stop();
  }

  async #reply(request: ChatCompletionRequest): Promise<FixtureResponse> {
    const ask = readAsk(request);
    const topic = this.#script.topic(ask);
    const { text = '', calls = [], refusal, thinking, read } = this.#script.answer(ask);
    this.asks.push(ask);
    this.topics.push(topic);
    const at = this.#gates.findIndex(({ when }) => when(topic, ask));
    if (at >= 0) await this.#gates.splice(at, 1)[0]?.gate.pass();
    const delay = this.#script.delay?.(ask) ?? 0;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    const out = this.#failures.findIndex(({ when }) => when(topic));
    if (out >= 0) {
      this.#failures.splice(out, 1)[0]?.failed();
      return { status: 503, error: { message: 'Out of order', type: 'server_error' } };
    }
    if (refusal !== undefined) return { status: 400, error: { message: refusal, type: 'invalid_request_error' } };
    const written = Math.ceil((text.length + JSON.stringify(calls).length) / 4);
    const more = {
      ...(thinking === undefined ? {} : { reasoning: thinking }),
      ...(read === undefined ? {} : { usage: { prompt_tokens: read, completion_tokens: written } }),
    };
    if (calls.length === 0) return { content: text, ...more };
    const toolCalls = calls.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) }));
    return text ? { content: text, toolCalls, ...more } : { toolCalls, ...more };
  }
}
