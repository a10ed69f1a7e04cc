import { expect, test, vi } from 'vitest';
import type {
  GenerationOutcome,
  GenerationRequest,
  OnDeviceEngine,
  StartOnDeviceEngine,
} from '../../../src/model/on-device/on-device-engine.ts';
import { readModelHeader } from '../../../src/model/on-device/on-device-file.ts';
import { onDeviceModel, type OnDeviceOptions } from '../../../src/model/on-device/on-device-model.ts';
import type { ModelOutcome } from '../../../src/ports/language-model.ts';
import { languageModelContract } from '../../contracts/language-model.ts';
import { sample } from './sample.ts';

type Answer = (asked: GenerationRequest) => Promise<GenerationOutcome>;

const usage = { input: 7, output: 3 };
const said = (text: string): Answer => {
  return async ({ onText }) => {
    onText(text);
    return { ok: true, finish: 'stop', usage };
  };
};
/** Ends only when it is told to, as a model does at its next token. */
const endless: Answer = ({ signal, onLife }) =>
  new Promise((resolve) => {
    onLife();
    signal.addEventListener('abort', () => resolve({ ok: false, code: 'aborted', detail: '' }));
  });
const deaf: Answer = () => new Promise(() => undefined);

/** An engine that does as it is told, and the model over it. */
function staged(answers: Answer[], options: Partial<OnDeviceOptions> = {}) {
  const log: string[] = [];
  let busy = 0;
  const engine: OnDeviceEngine = {
    generate: async (asked) => {
      log.push(`asked ${asked.messages.at(-1)?.content ?? ''}${busy > 0 ? ' while busy' : ''}`);
      busy += 1;
      const generated = await (answers.shift() ?? said('Hello'))(asked);
      busy -= 1;
      return generated;
    },
    close: () => {
      log.push('closed');
      busy = 0;
    },
  };
  const start: StartOnDeviceEngine = async (_, { onRead }) => {
    log.push('started');
    onRead(0.43);
    return { ok: true, engine };
  };
  return { log, model: onDeviceModel({ open: async () => new Blob(['GGUF']), start, ...options }) };
}

const request = (text: string) => sample.request({ tools: [], messages: [{ role: 'user', text }] });
const never = new AbortController().signal;
const codeOf = (outcome: ModelOutcome) => (outcome.ok ? 'ok' : outcome.error.code);

languageModelContract('on device', {
  answering: async () => staged([said('<think>Hm.</think>Hello there')]).model,
  slow: async () => staged([endless]).model,
  request: request('Hello'),
});

test('R11.4 the model is brought into the memory once, at the first call, and how far that has come is told', async () => {
  const shares: (number | undefined)[] = [];
  const { log, model } = staged([]);
  expect(log).toEqual([]);
  for (const text of ['one', 'two'])
    await model.reply(request(text), { signal: never, onWait: ({ loaded }) => shares.push(loaded) });
  expect(log).toEqual(['started', 'asked one', 'asked two']);
  expect(shares.filter((share) => share !== undefined)).toEqual([0.43]);
  expect(shares.at(-1)).toBeUndefined();
});

test('R11.4 steps that run in parallel wait for each other: one generation at a time, in order', async () => {
  const { log, model } = staged([]);
  await Promise.all(['one', 'two', 'three'].map((text) => model.reply(request(text), { signal: never })));
  expect(log).toEqual(['started', 'asked one', 'asked two', 'asked three']);
});

test('R8.1 a call that is aborted while it waits for another ends at once and is never begun', async () => {
  const { log, model } = staged([endless]);
  const [first, second] = [new AbortController(), new AbortController()];
  const one = model.reply(request('one'), { signal: first.signal });
  const two = model.reply(request('two'), { signal: second.signal });
  await vi.waitFor(() => expect(log).toContain('asked one'));
  second.abort();
  expect(codeOf(await two)).toBe('aborted');
  first.abort();
  expect(codeOf(await one)).toBe('aborted');
  expect(codeOf(await model.reply(request('three'), { signal: never }))).toBe('ok');
  expect(log).toEqual(['started', 'asked one', 'asked three']);
});

test('R8.1 a model that does not heed an abort is taken out of the memory and brought back for the next call', async () => {
  vi.useFakeTimers();
  try {
    const { log, model } = staged([deaf]);
    const stop = new AbortController();
    const one = model.reply(request('one'), { signal: stop.signal });
    await vi.advanceTimersByTimeAsync(0);
    stop.abort();
    expect(codeOf(await one)).toBe('aborted');
    const two = model.reply(request('two'), { signal: never });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(codeOf(await two)).toBe('ok');
    expect(log).toEqual(['started', 'asked one', 'closed', 'started', 'asked two']);
  } finally {
    vi.useRealTimers();
  }
});

test('R11.3 a model that falls silent is given up as stalled, each wait being told, and starts afresh', async () => {
  vi.useFakeTimers();
  try {
    const waits: unknown[] = [];
    const silent: Answer = (asked) => {
      asked.onText('{');
      asked.onLife();
      return deaf(asked);
    };
    const { log, model } = staged([silent], { limits: { first: 5000, idle: 1000 } });
    const one = model.reply(request('one'), { signal: never, onWait: (wait) => waits.push(wait) });
    await vi.advanceTimersByTimeAsync(1000);
    expect(codeOf(await one)).toBe('stalled');
    expect(waits).toEqual([
      { said: false, limit_ms: 5000 },
      { said: false, limit_ms: 5000, loaded: 0.43 },
      { said: true, limit_ms: 1000 },
    ]);
    expect(codeOf(await model.reply(request('two'), { signal: never }))).toBe('ok');
    expect(log.slice(-3)).toEqual(['closed', 'started', 'asked two']);
  } finally {
    vi.useRealTimers();
  }
});

test('R6.4 a file that is gone, one that cannot be used and a prompt that is too long each have their code and reason', async () => {
  const gone = staged([], { open: async () => null });
  expect(codeOf(await gone.model.reply(request('one'), { signal: never }))).toBe('unknown_model');

  const broken = staged([], { start: async () => ({ ok: false, detail: 'unknown model architecture' }) });
  expect(await broken.model.reply(request('one'), { signal: never })).toMatchObject({
    error: { code: 'bad_request', detail: 'unknown model architecture' },
  });

  const long = staged([async () => ({ ok: false, code: 'context_length', detail: '9000 tokens' })]);
  expect(codeOf(await long.model.reply(request('one'), { signal: never }))).toBe('context_length');
  expect(codeOf(await long.model.reply(request('two'), { signal: never }))).toBe('ok');
  expect(long.log).toEqual(['started', 'asked one', 'asked two']);
});

test('R6.4 an engine that could not be had once is asked for again by the next call', async () => {
  const start = vi.fn<StartOnDeviceEngine>();
  start.mockRejectedValueOnce(new TypeError('The wasm file could not be fetched.'));
  const engine: OnDeviceEngine = { generate: said('Hello'), close: () => undefined };
  start.mockResolvedValue({ ok: true, engine });
  const { model } = staged([], { start });
  expect(await model.reply(request('one'), { signal: never })).toMatchObject({
    error: { code: 'bad_request', detail: 'TypeError: The wasm file could not be fetched.' },
  });
  expect(codeOf(await model.reply(request('two'), { signal: never }))).toBe('ok');
  expect(start).toHaveBeenCalledTimes(2);
});

test('R6.4 a model that breaks down is brought back into the memory by the next call', async () => {
  const { log, model } = staged([async () => ({ ok: false, code: 'server', detail: 'out of memory' })]);
  expect(await model.reply(request('one'), { signal: never })).toMatchObject({
    error: { code: 'server', detail: 'out of memory' },
  });
  expect(codeOf(await model.reply(request('two'), { signal: never }))).toBe('ok');
  expect(log).toEqual(['started', 'asked one', 'closed', 'started', 'asked two']);
});

test('R5.5, R4.4 tokens are counted, a reply at its limit says so, and the schema and all roles go along', async () => {
  let asked: GenerationRequest | null = null;
  const { model } = staged([
    async (generation) => {
      asked = generation;
      generation.onText('{"a');
      return { ok: true, finish: 'length', usage };
    },
  ]);
  const schema = { type: 'object' };
  const outcome = await model.reply(
    sample.request({
      tools: [],
      format: { name: 'plan', schema },
      messages: [
        { role: 'system', text: 'You plan.' },
        { role: 'tool', call: 'a', text: 'Done.' },
      ],
    }),
    { signal: never },
  );
  expect(outcome).toEqual({
    ok: true,
    reply: { text: '{"a', calls: [], finish: 'length', usage: { ...usage, estimated: false } },
  });
  expect(asked).toMatchObject({
    schema,
    messages: [
      { role: 'system', content: 'You plan.' },
      { role: 'user', content: 'Done.' },
    ],
  });
});

test('R4.7 it takes no tools, so that the protocol falls back to json', async () => {
  expect(codeOf(await staged([]).model.reply(sample.request(), { signal: never }))).toBe('no_tools');
});

test('R11.4 a closed model ends what it was doing, and can be asked again', async () => {
  const { log, model } = staged([deaf]);
  const one = model.reply(request('one'), { signal: never });
  await vi.waitFor(() => expect(log).toContain('asked one'));
  model.close();
  expect(codeOf(await one)).toBe('aborted');
  expect(codeOf(await model.reply(request('two'), { signal: never }))).toBe('ok');
});

test('the header of a model file tells how much it takes in, and what is no such file tells nothing', async () => {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  const number = (value: number, bytes: 4 | 8) => {
    const view = new DataView(new ArrayBuffer(bytes));
    view.setUint32(0, value, true);
    parts.push(new Uint8Array(view.buffer));
  };
  const text = (value: string) => {
    number(value.length, 8);
    parts.push(value);
  };
  const figures = {
    'llama.context_length': 2048,
    'llama.block_count': 3,
    'llama.embedding_length': 128,
    'llama.attention.head_count': 4,
    'llama.attention.head_count_kv': 2,
  };
  parts.push('GGUF');
  number(3, 4);
  number(0, 8);
  number(Object.keys(figures).length + 2, 8);
  text('general.architecture');
  number(8, 4);
  text('llama');
  text('tokenizer.ggml.tokens');
  number(9, 4);
  number(8, 4);
  number(2, 8);
  text('a');
  text('b');
  for (const [name, value] of Object.entries(figures)) {
    text(name);
    number(4, 4);
    number(value, 4);
  }
  expect(await readModelHeader(new Blob(parts))).toEqual({ context: 2048, bytesPerToken: 3 * 2 * 32 * 4 });
  expect(await readModelHeader(new Blob(['GGUF', 'too short']))).toBeNull();
  expect(await readModelHeader(new Blob(['Not Found, although it says so at length']))).toBeNull();
});
