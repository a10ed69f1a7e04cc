import { expect, test } from 'vitest';
import type { ModelError } from '../../../src/task/model-reply.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import { estimatedTokens } from '../../../src/values/estimated-tokens.ts';
import { modelErrorFromResponse } from '../../../src/model/endpoint/model-error.ts';
import { chatCompletionsBody } from '../../../src/model/endpoint/request-body.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { usual } from './usual.ts';
import { calls, prose, textOf, World } from './world.ts';

/** The tokens of a request as a server counts them, with all that it was sent. */
const tokens = (request: ModelRequest) =>
  estimatedTokens(
    JSON.stringify(chatCompletionsBody(request, { model: 'm', effort: 'normal', refused: new Set() }).messages),
  );
const whole = (request: ModelRequest) => tokens(request) + estimatedTokens(JSON.stringify(request.tools));

const overflow = (message: string, status = 400): ModelError =>
  modelErrorFromResponse({ status, body: { error: { message } }, headers: null }, null);

const address = (n: number) => `https://pages.example.org/long/${n}`;

/** A step that reads twenty pages of 40,000 characters one after the other, whatever its prompt still shows of them. */
function reader(over: (request: ModelRequest) => ReturnType<typeof calls> | ModelError | undefined) {
  let read = 0;
  const world = new World(
    usual(['Read the twenty pages', 'Note the end'], {
      thought: (request) => {
        const answer = over(request);
        if (answer) return answer;
        if (!textOf(request).includes('Step 1/2')) return undefined;
        read += 1;
        return read <= 20
          ? calls(['fetch', { url: address(read) }])
          : calls(['finish_step', { response: 'Read all twenty.' }]);
      },
      replan: (request) => over(request),
    }),
    {
      thoroughness: 'balanced',
      limits: { ...defaultLimits, max_step_tool_calls: 30 },
      allowed_origins: ['https://pages.example.org'],
    },
  );
  for (let n = 1; n <= 20; n += 1)
    world.network.page(address(n), {
      body: `Page ${n}. ${'All work and no play makes Jack a dull boy. '.repeat(900)}`,
    });
  return world;
}

/** Lets the model report so many tokens of input for what it was sent. */
function reports({ model }: World, input: (sent: number, n: number) => number): void {
  const reply = model.reply.bind(model);
  model.reply = async (request, options) => {
    const outcome = await reply(request, options);
    const usage = { input: input(whole(request), model.requests.length), output: 5, estimated: false };
    return outcome.ok ? { ok: true, reply: { ...outcome.reply, usage } } : outcome;
  };
}

test.each([
  ['in numbers', "This model's maximum context length is 8000 tokens. However, your messages resulted in 9000 tokens."],
  ['with the limit only', "This model's maximum context length is 8000 tokens."],
  ['without numbers', 'Prompt exceeds max length'],
])('R8.6 a step with far too much to read for its model reaches its end, told of it %s', async (_, message) => {
  let refused = 0;
  const world = reader((request) => {
    if (whole(request) <= 8000) return undefined;
    refused += 1;
    return overflow(message);
  });
  world.submit('Read and note');
  const run = await world.untilPhase('completed', 'paused');
  expect([run.phase, world.statuses(), refused]).toEqual(['completed', ['completed', 'completed'], 1]);
  const { requests } = world.model;
  const first = requests.findIndex((request) => whole(request) > 8000);
  expect(requests.slice(first + 1).filter((request) => whole(request) > 8000)).toEqual([]);
  expect(requests.slice(first + 1).some((request) => /\[the whole: file \w+\]/.test(textOf(request)))).toBe(true);
});

test('R8.6 a server that cuts in silence is found out after two reports, told of once, and sent no more than it reads', async () => {
  const world = reader(() => undefined);
  const read = 4800;
  reports(world, (sent) => Math.min(read, sent));
  world.submit('Read and note');
  await world.untilPhase('completed');
  const far = world.model.requests.map((request) => whole(request) * 0.6 > read);
  expect(far.filter(Boolean)).toHaveLength(2);
  const after = world.model.requests.slice(far.lastIndexOf(true) + 1);
  expect(after.length).toBeGreaterThan(3);
  expect(after.filter((request) => whole(request) > read)).toEqual([]);
  expect(world.lines('notice')).toEqual([{ type: 'notice', code: 'cut_in_silence', params: { tokens: '4800' } }]);
});

test.each([
  ['usage that counts as the estimate does', (sent: number) => sent],
  ['a count of what the cache lacked', (_: number, n: number) => 600 + 700 * (n % 3)],
  ['numbers too small to be anything', () => 12],
  ['counts that leave the tools out', (sent: number) => Math.min(1500, Math.round(sent / 2))],
  ['what a cache lacks, much the same each time', (_: number, n: number) => 1000 + 40 * (n % 2)],
])('R8.6 nothing is shortened for %s', async (_, input) => {
  const world = reader(() => undefined);
  reports(world, input);
  world.submit('Read and note');
  await world.untilPhase('completed');
  expect([world.room, world.lines('notice')]).toEqual([null, []]);
});

test('R8.6 a model for which even the shortest form is too long pauses the plan; Continue sends nothing again, also after a reload', async () => {
  const world = reader((request) =>
    request.purpose === 'thought'
      ? overflow('Your request exceeded model token limit: 900 (requested: 1100)')
      : undefined,
  );
  world.submit('Read and note');
  expect((await world.untilPhase('paused')).pause).toMatchObject({ error: { code: 'context_length' } });
  const sent = world.model.requests.map((request) => JSON.stringify(request.messages));
  expect(new Set(sent).size).toBe(sent.length);
  for (const again of [() => undefined, () => undefined, () => world.reload()]) {
    again();
    world.clock.advance(3_600_000);
    void world.runner.send({ type: 'plan.continue' });
    expect((await world.untilPhase('paused')).pause).toMatchObject({ error: { code: 'context_length' } });
  }
  expect(world.model.requests).toHaveLength(sent.length);
});

test.each(['intake', 'replan', 'evaluation'] as const)(
  'R8.6 too long outside of a thought, too, leads to a shorter request: %s',
  async (purpose) => {
    const limit = 2000;
    let refused = 0;
    const world = new World(
      usual(['Compare the two', 'Note it'], {
        [purpose]: (request: ModelRequest) => {
          if (tokens(request) <= limit) return undefined;
          refused += 1;
          return overflow('Input is too long for requested model');
        },
      }),
    );
    world.submit(`Compare ${'a long story of long ago '.repeat(800)}`);
    await world.untilPhase('completed');
    expect(refused).toBeGreaterThan(0);
    const sent = world.model.requests.map((request) => JSON.stringify(request));
    expect(new Set(sent).size).toBe(sent.length);
  },
);

test('R8.6 a request that is refused for its content is sent with its calls as text, and that is remembered', async () => {
  const world = new World(
    usual(['Note it'], {
      thought: (request) => {
        if (request.messages.some(({ role }) => role === 'tool'))
          return { code: 'bad_request', detail: 'Invalid request', status: 400, retry_after_ms: null };
        if (request.tools.length > 0) return undefined;
        return prose('{"status":"done","response":"Noted."}');
      },
    }),
    { thoroughness: 'balanced' },
  );
  world.submit('Note it');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Part 1']);
  expect(world.protocol).toBe('json');
  expect(world.statuses()).toEqual(['completed']);
});

test.each([400, 422])(
  'R8.6 what is refused with %i in every form pauses the plan with one sentence, and is not sent again',
  async (status) => {
    const world = new World(
      usual(['Note it'], {
        thought: (request) =>
          /Calls|todo/.test(textOf(request)) && request.messages.length > 2
            ? { code: 'bad_request', detail: 'Invalid request', status, retry_after_ms: null }
            : undefined,
      }),
    );
    world.submit('Note it');
    expect((await world.untilPhase('paused')).pause).toMatchObject({ error: { code: 'bad_request' } });
    const sent = world.model.requests.length;
    const bodies = world.model.requests.map((request) => JSON.stringify(request));
    expect(new Set(bodies).size).toBe(sent);
    for (const again of [() => undefined, () => world.reload()]) {
      again();
      world.clock.advance(60_000);
      void world.runner.send({ type: 'plan.continue' });
      expect((await world.untilPhase('paused')).pause).toMatchObject({ error: { code: 'refused' } });
    }
    expect(world.model.requests).toHaveLength(sent);
    world.connection = 'p2';
    void world.runner.send({ type: 'plan.continue' });
    await world.until(() => world.model.requests.length > sent, 'another endpoint is asked');
  },
);

test('R6.4 other refusals are sent again: the person may have mended them', async () => {
  for (const error of [
    { code: 'bad_request', status: 404 },
    { code: 'auth', status: 401 },
    { code: 'quota', status: 402 },
  ] as const) {
    let broken = true;
    const world = new World(
      usual(['Note it'], {
        thought: () => (broken ? { ...error, detail: 'No', retry_after_ms: null } : undefined),
      }),
    );
    world.submit('Note it');
    await world.untilPhase('paused');
    broken = false;
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
  }
});

test.each([
  ['short messages go back far, up to sixty', 100, 20, null, 62],
  ['long messages go back as far as they fit', 100, 1600, null, 40],
  ['very long ones are shortened before others are left out', 100, 9000, null, 32],
  ['a small window is not filled with earlier talk', 100, 20, 2000, 56],
  ['a very small one keeps the last twelve', 100, 200, 1000, 14],
])('R3.5 of the earlier conversation, %s', async (_, turns, letters, room, sent) => {
  const world = new World(() => prose('Yes.'));
  world.room = room;
  await world.journal.transact(async (transaction) => {
    for (let n = 0; n < turns; n += 1)
      for (const kind of ['goal', 'reply'] as const)
        await transaction.append({
          ...{ session_id: 's1', task_id: `old${n}`, step_id: null, at: '2026-01-01T10:00:00.000Z' },
          body: { type: 'message', kind, text: `${n} `.padEnd(letters, 'word ') },
        });
  });
  void world.runner.note({ type: 'message', kind: 'goal', text: 'And now?' });
  world.submit('And now?');
  await world.untilPhase('answered');
  const messages = world.model.requests[0]?.messages ?? [];
  const earlier = messages.slice(1, -1);
  expect(earlier.at(0)?.role).toBe('user');
  expect(earlier.length).toBe(sent);
  expect(earlier[0]?.text.startsWith('0 ')).toBe(true);
  expect(earlier[1]?.text.startsWith('0 ')).toBe(true);
  expect(earlier[2]?.text).toContain('[… earlier messages are left out …]');
  expect(earlier.at(-1)?.text.startsWith('99 ')).toBe(true);
});
