import { createServer } from 'node:http';
import { latencyOf } from './latency.mjs';
import { Meter } from './meter.mjs';
import { readRequest } from './read-request.mjs';
import { replies } from './replies.mjs';

const pieceLength = 24;
const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type, *',
  'Access-Control-Max-Age': '600',
};

/** An OpenAI-compatible endpoint that plays one task after another and measures the requests. */
export class ScriptedEndpoint {
  #server;
  #answer = null;
  #latency = { ms: 0, skewed: false };
  #byStep = new Map();
  #meter = new Meter();
  #log = [];

  static async start() {
    const endpoint = new ScriptedEndpoint();
    endpoint.#server = createServer((request, response) => void endpoint.#serve(request, response));
    await new Promise((resolve) => endpoint.#server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  get baseUrl() {
    return `http://127.0.0.1:${this.#server.address().port}/v1`;
  }

  /** Begins a run; resets the figures of the previous one. */
  play(task, { latency = 0, skewed = false, ...script } = {}) {
    this.#answer = replies(task, script);
    this.#latency = { ms: latency, skewed };
    this.#byStep = new Map();
    this.#meter = new Meter();
    this.#log = [];
  }

  /** The cost of the run so far. It is computed only on request, so that counting takes no time from the run. */
  get figures() {
    return this.#counted().figures;
  }

  /** The requests so far, in order of arrival: kind, tokens and times of each. */
  get log() {
    this.#counted();
    return this.#log;
  }

  #counted() {
    for (const entry of this.#log.filter(({ body }) => body)) {
      Object.assign(entry, this.#meter.take(entry.body), { output: this.#meter.answer(entry.message) });
      delete entry.body;
      delete entry.message;
    }
    return this.#meter;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request, response) {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, headers).end();
      return;
    }
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const body = JSON.parse(Buffer.concat(pieces).toString());
    if (!this.#answer || !Array.isArray(body.messages)) {
      response.writeHead(404, headers).end('{"error":{"message":"Nothing is played here."}}');
      return;
    }
    const start = performance.now();
    const read = readRequest(body);
    const { wants, item } = read;
    const message = this.#answer(read);
    const wait = latencyOf(this.#latency, this.#numberOf(item));
    const entry = { wants, item, wait, start, end: null, body, message };
    this.#log.push(entry);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait - (performance.now() - start))));
    if (response.destroyed) return;
    const usage = { prompt_tokens: aboutTokens(body.messages), completion_tokens: aboutTokens(message) };
    if (body.stream) stream(response, body, message, usage);
    else whole(response, body, message, usage);
    entry.end = performance.now();
  }

  /** Returns a number that is the same for the same call of the same step, regardless of the program and the time. */
  #numberOf(item) {
    const nth = (this.#byStep.get(item) ?? 0) + 1;
    this.#byStep.set(item, nth);
    return (item ?? 0) * 101 + nth;
  }
}

/** Estimates the usage that the reply reports; the figures use exact token counts. */
const aboutTokens = (said) => Math.ceil(JSON.stringify(said).length / 4);
const finishOf = (message) => (message.tool_calls ? 'tool_calls' : 'stop');
let answered = 0;
/** Each reply has a different id: LangGraph treats two messages with the same id as one. */
const shellOf = ({ model }, object) => ({ id: `chatcmpl-${(answered += 1)}`, object, created: 1, model });
const totalled = (usage) => ({ ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens });

function whole(response, body, message, usage) {
  const choices = [{ index: 0, message, finish_reason: finishOf(message), logprobs: null }];
  const reply = { ...shellOf(body, 'chat.completion'), choices, usage: totalled(usage) };
  response.writeHead(200, { ...headers, 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
}

function stream(response, body, message, usage) {
  response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream' });
  const shell = shellOf(body, 'chat.completion.chunk');
  const events = [];
  const send = (delta, finish_reason = null) =>
    events.push(`data: ${JSON.stringify({ ...shell, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  send({ role: 'assistant', content: '' });
  for (const piece of piecesOf(message.content ?? '')) send({ content: piece });
  for (const [index, { id, function: made }] of (message.tool_calls ?? []).entries()) {
    send({ tool_calls: [{ index, id, type: 'function', function: { name: made.name, arguments: '' } }] });
    for (const piece of piecesOf(made.arguments)) send({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  send({}, finishOf(message));
  if (body.stream_options?.include_usage)
    events.push(`data: ${JSON.stringify({ ...shell, choices: [], usage: totalled(usage) })}\n\n`);
  response.end(`${events.join('')}data: [DONE]\n\n`);
}

/** Splits a text into the pieces that are streamed; all of them are sent at once after the wait. */
const piecesOf = (text) => text.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? [];
