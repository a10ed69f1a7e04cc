import { describe, expect, test } from 'vitest';
import { ChunkAssembly } from '../../../src/model/endpoint/chunk-assembly.ts';
import { heard } from './read-bytes.ts';

const delta = (body: unknown, finish: string | null = null) => ({
  choices: [{ index: 0, delta: body, finish_reason: finish }],
});
const call = (body: object) => delta({ tool_calls: [body] });
const stop = delta({}, 'stop');

function assemble(chunks: unknown[], done = true, firstCallNumber = 1) {
  const assembly = new ChunkAssembly(heard([], firstCallNumber));
  const added = chunks.map((chunk) => assembly.add(chunk));
  const shown = added.map((each) => (each.kind === 'chunk' ? each.text : '')).join('') + assembly.end();
  return { outcome: assembly.outcome(done), shown, added };
}

function reply(chunks: unknown[], done = true) {
  const { outcome } = assemble(chunks, done);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.reply;
}

const calls = (...chunks: unknown[]) =>
  reply(chunks).calls.map(({ id, name, arguments: written }) => [id, name, written]);

describe('R11.3 tool calls', () => {
  test('an ordinary call comes in pieces', () => {
    expect(
      calls(
        call({ index: 0, id: 'a', type: 'function', function: { name: 'todo', arguments: '' } }),
        call({ index: 0, function: { arguments: '{"x"' } }),
        call({ index: 0, function: { arguments: ':1}' } }),
      ),
    ).toEqual([['a', 'todo', '{"x":1}']]);
  });

  test('without an index, deltas belong to their id, else to the last call (T1)', () => {
    expect(
      calls(
        call({ id: 'a', function: { name: 'todo', arguments: '{"x"' } }),
        call({ id: 'b', function: { name: 'fetch', arguments: '{' } }),
        call({ id: 'a', function: { name: '', arguments: ':1}' } }),
        call({ id: 'b', function: { arguments: '}' } }),
        call({ function: { arguments: ' ' } }),
      ),
    ).toEqual([
      ['a', 'todo', '{"x":1}'],
      ['b', 'fetch', '{} '],
    ]);
  });

  test('whole calls without index and id are calls of their own, also of the same tool (T1, T3, T9)', () => {
    const whole = (x: number) => ({ function: { name: 'todo', arguments: `{"x":${x}}` } });
    expect(calls(delta({ tool_calls: [whole(1), whole(2)] }), call(whole(3)))).toEqual([
      ['call00001', 'todo', '{"x":1}'],
      ['call00002', 'todo', '{"x":2}'],
      ['call00003', 'todo', '{"x":3}'],
    ]);
  });

  test('indices may start at 1 (T2), and several calls may share the index 0 when their ids differ', () => {
    expect(calls(call({ index: 1, id: 'a', function: { name: 'todo', arguments: '{}' } }))).toEqual([
      ['a', 'todo', '{}'],
    ]);
    expect(
      calls(
        call({ index: 0, id: 'a', function: { name: 'todo', arguments: '{}' } }),
        call({ index: 0, id: 'b', function: { name: 'todo', arguments: '{}' } }),
      ).map(([id]) => id),
    ).toEqual(['a', 'b']);
  });

  test('an id may be empty, late, or repeated with the name in each delta (T3)', () => {
    expect(
      calls(
        call({ index: 0, id: '', function: { name: 'todo', arguments: '{"x"' } }),
        call({ index: 0, id: 'late', function: { name: '', arguments: ':1' } }),
        call({ index: 0, id: 'late', function: { name: 'todo', arguments: '}' } }),
      ),
    ).toEqual([['late', 'todo', '{"x":1}']]);
    expect(
      calls(
        call({ id: 'a', function: { name: 'todo', arguments: '{' } }),
        call({ id: 'other', function: { arguments: '}' } }),
      ),
    ).toEqual([['a', 'todo', '{}']]);
  });

  test('made-up ids go on from the calls of the conversation, and a repeated id is replaced', () => {
    const twice = delta({
      tool_calls: [0, 1].map((index) => ({ index, id: '0', function: { name: 'todo', arguments: '{}' } })),
    });
    const { outcome } = assemble([twice, stop], true, 5);
    expect(outcome.ok && outcome.reply.calls.map(({ id }) => id)).toEqual(['0', 'call00006']);
  });

  test('arguments may come before the name (T4), as an object (T5), empty or null (T6)', () => {
    expect(
      calls(
        call({ index: 0, id: 'a', function: { arguments: '{"x"' } }),
        call({ index: 0, function: { name: 'todo', arguments: ':1}' } }),
      ),
    ).toEqual([['a', 'todo', '{"x":1}']]);
    expect(calls(call({ index: 0, id: 'a', function: { name: 'todo', arguments: { x: [1] } } }))).toEqual([
      ['a', 'todo', '{"x":[1]}'],
    ]);
    for (const written of ['', ' ', null, undefined])
      expect(calls(call({ index: 0, id: 'a', function: { name: 'todo', arguments: written } }))).toEqual([
        ['a', 'todo', '{}'],
      ]);
  });

  test('several calls in one chunk without any mark are told apart by place (T9)', () => {
    expect(
      calls(
        delta({
          tool_calls: [{ function: { name: 'todo', arguments: '{' } }, { function: { name: 'fetch', arguments: '{' } }],
        }),
        delta({ tool_calls: [{ function: { arguments: '"a":1}' } }, { function: { arguments: '"b":2}' } }] }),
      ).map(([, name, written]) => [name, written]),
    ).toEqual([
      ['todo', '{"a":1}'],
      ['fetch', '{"b":2}'],
    ]);
  });

  test('any type is a function call, and unknown keys are kept to be echoed (T8, P4)', () => {
    const extra = { extra_content: { google: { thought_signature: 'sig' } } };
    const made = reply([
      call({ index: 0, id: 'a', type: 'builtin_function', ...extra, function: { name: 'todo', arguments: '{}' } }),
    ]);
    expect(made.calls[0]?.extra).toEqual(extra);
  });

  test('the older function_call and custom calls are calls; a call that never got a name is none', () => {
    expect(
      calls(delta({ function_call: { name: 'todo', arguments: '{' } }), delta({ function_call: { arguments: '}' } })),
    ).toEqual([['call00001', 'todo', '{}']]);
    expect(calls(call({ id: 'a', type: 'custom', custom: { name: 'sum', input: '4 + 4' } }))).toEqual([
      ['a', 'sum', '4 + 4'],
    ]);
    expect(assemble([call({ index: 0, function: { arguments: '{}' } }), stop]).outcome).toMatchObject({
      ok: false,
      code: 'empty',
    });
  });
});

describe('R11.3 text', () => {
  test('a role, an index or a delta may be missing, and other choices are not ours (S4, S5)', () => {
    expect(
      reply([{ choices: [{ delta: { content: 'a' } }] }, { choices: [{ index: 1, delta: { content: 'x' } }] }, stop])
        .text,
    ).toBe('a');
    expect(reply([{ choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] }]).text).toBe('whole');
    expect(reply([{ choices: [{ text: 'plain', finish_reason: 'stop' }] }]).text).toBe('plain');
  });

  test('content may be a list of parts; reasoning is never text (S14, S15)', () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }], text: 'hm' },
      { type: 'text', text: 'four' },
      '!',
    ];
    expect(reply([delta({ content: parts }), stop]).text).toBe('four!');
    const { outcome, added } = assemble([
      delta({ reasoning_content: 'hm' }),
      delta({ reasoning: 'hm', reasoning_details: [{}] }),
      delta({ content: 'a' }),
      stop,
    ]);
    expect(outcome).toMatchObject({ ok: true, reply: { text: 'a' } });
    expect(added[0]).toEqual({ kind: 'chunk', text: '', said: true });
  });

  test('a refusal is what the model said', () => {
    expect(reply([delta({ content: null, refusal: 'I cannot.' }), stop]).text).toBe('I cannot.');
  });

  test.each([
    ['<think>hm</think>\n\nfour', 'four'],
    ['  <thinking>a</thinking> <think>b</think>four', 'four'],
    ['<think>hm</think>', ''],
    ['<think>hm', ''],
    ['<thing> is a tag', '<thing> is a tag'],
    ['  kept space', '  kept space'],
    ['use `<think>` and `</think>`', 'use `<think>` and `</think>`'],
    ['<th', '<th'],
  ])('leading think blocks are stripped while it streams: %j (S16)', (written, visible) => {
    for (const size of [1, 3, 100]) {
      const pieces = written.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      const { outcome, shown } = assemble([...pieces.map((content) => delta({ content })), stop]);
      expect(shown).toBe(visible);
      if (visible === '') expect(outcome).toMatchObject({ ok: false, code: 'empty' });
      else expect(outcome).toMatchObject({ ok: true, reply: { text: visible } });
    }
  });

  test('reasoning that was never opened is taken out of the reply once it is whole (S16)', () => {
    expect(reply([delta({ content: 'hm, hm</think>\nfour' }), stop]).text).toBe('four');
  });
});

describe('R11.3 endings', () => {
  test.each([
    ['stop', 'stop'],
    ['end_turn', 'stop'],
    ['eos', 'stop'],
    ['STOP', 'stop'],
    ['something new', 'stop'],
    ['length', 'length'],
    ['MAX_TOKENS', 'length'],
    ['content_filter', 'filter'],
    ['SAFETY', 'filter'],
  ])('the word %s means %s (F2)', (word, finish) => {
    expect(reply([delta({ content: 'a' }), delta({}, word)], false).finish).toBe(finish);
  });

  test('calls decide, not the word (F1), but a cut at the length stays a cut', () => {
    const made = call({ index: 0, id: 'a', function: { name: 'todo', arguments: '{}' } });
    expect(reply([made, stop]).finish).toBe('calls');
    expect(reply([made], true).finish).toBe('calls');
    expect(reply([made, delta({}, 'length')]).finish).toBe('length');
    expect(reply([delta({ content: 'a' }), delta({}, 'tool_calls')]).finish).toBe('stop');
  });

  test('no finish reason and no [DONE] is truncated (S9); either is enough (S10)', () => {
    expect(assemble([delta({ content: 'a' })], false).outcome).toMatchObject({ ok: false, code: 'truncated' });
    expect(assemble([delta({ content: 'a' }), delta({}, '')], true).outcome.ok).toBe(true);
    expect(assemble([delta({ content: 'a' }), stop], false).outcome.ok).toBe(true);
    expect(assemble([delta({ content: 'a' }), delta({}, 'abort')], true).outcome).toMatchObject({
      ok: false,
      code: 'truncated',
    });
    expect(assemble([], false).outcome).toMatchObject({ ok: false, code: 'truncated' });
  });

  test('a reply of nothing is empty (H9)', () => {
    expect(assemble([stop]).outcome).toMatchObject({ ok: false, code: 'empty' });
    expect(assemble([delta({ content: ' \n' }), delta({}, 'length')]).outcome).toMatchObject({
      ok: false,
      code: 'empty',
      detail: 'length',
    });
    expect(assemble([], true).outcome).toMatchObject({ ok: false, code: 'empty' });
  });
});

describe('R11.3 the rest of a chunk', () => {
  test('usage may come in a chunk of its own, at Groq apart, or under other names; the last one counts (S3, S17)', () => {
    const said = delta({ content: 'a' }, 'stop');
    expect(reply([said]).usage).toBeNull();
    expect(reply([said, { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } }]).usage).toEqual({
      input: 3,
      output: 2,
      estimated: false,
    });
    expect(reply([{ ...said, x_groq: { usage: { prompt_tokens: 5, completion_tokens: 1 } } }]).usage?.input).toBe(5);
    expect(
      reply([said, { usage: { input_tokens: 7, output_tokens: 1 } }, { choices: [], usage: null }]).usage?.input,
    ).toBe(7);
  });

  test('keep-alive objects, empty choices and values that are no objects are ignored (S2, S3)', () => {
    const { added } = assemble([
      { type: 'keepalive' },
      { choices: [], prompt_filter_results: [] },
      null,
      'ping',
      7,
      [],
    ]);
    expect(added.every(({ kind }) => kind === 'ignored')).toBe(true);
  });

  test.each([
    { error: { message: 'boom' } },
    { error: 'boom' },
    { choices: [{ index: 0, delta: {} }], error: { code: 502, message: 'boom' } },
    { object: 'error', message: 'boom', code: 500 },
    { type: 'error', error: { type: 'overloaded_error', message: 'boom' } },
    { message: 'boom', code: 'InternalError' },
    { detail: 'boom' },
    delta({}, 'error'),
    delta({}, 'network_error'),
    { choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 500, message: 'boom' } }] },
  ])('a fault in the middle is a fault: %j (S6, S7)', (chunk) => {
    expect(assemble([delta({ content: 'a' }), chunk]).added[1]?.kind).toBe('fault');
  });
});
