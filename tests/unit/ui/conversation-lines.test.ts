import { describe, expect, test } from 'vitest';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import { toolError, toolSuccess } from '../../../src/task/tool-result.ts';
import { ConversationBuilder } from '../../../src/ui/conversation/conversation-lines.ts';
import { progressText } from '../../../src/ui/conversation/progress-text.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { historyEntryText } from '../../../src/ui/history/history-entry-text.ts';
import { progressItem, stepRecord } from '../../../src/ui/conversation/progress-item.ts';

const at = '2026-01-01T10:00:00.000Z';

function conversationLines(entries: readonly JournalEntry[]) {
  const lines = new ConversationBuilder().lines(entries);
  expect(new Set(lines.map(({ key }) => key)).size, 'each line has a key of its own').toBe(lines.length);
  return lines;
}

function journal(...bodies: [JournalEntryBody, string?][]): JournalEntry[] {
  return bodies.map(([body, step], n) => ({
    seq: n + 1,
    session_id: 's',
    task_id: 'r',
    step_id: step ?? null,
    at,
    body,
  }));
}

const start = (index: number): JournalEntryBody => ({
  type: 'plan_step_start',
  index,
  total: 2,
  description: `step ${index}`,
});
const call = (id: string): JournalEntryBody => ({
  type: 'tool_call',
  call: id,
  tool: 'fetch',
  input: { url: 'https://a.b' },
});
const result = (id: string): JournalEntryBody => ({
  type: 'tool_result',
  call: id,
  tool: 'fetch',
  input: { url: 'https://a.b' },
  result: toolSuccess('5 rows'),
  retry_at: at,
});
const end: JournalEntryBody = { type: 'plan_step_end', status: 'completed', summary: 'done' };

const easier: JournalEntryBody = {
  type: 'model_reply',
  purpose: 'thought',
  reply: { text: 'ok', calls: [], finish: 'stop', usage: null },
  protocol: 'json',
  eased: 'tools',
};

describe('the journal as a conversation', () => {
  test('R4.6 an easier protocol is told by itself, also while a step runs; other replies are not told', () => {
    const reply: JournalEntryBody = { ...easier, eased: undefined };
    const lines = conversationLines(journal([start(1), 'a'], [reply, 'a'], [easier, 'a'], [end, 'a']));
    expect(lines).toMatchObject([
      { kind: 'step', items: [] },
      { kind: 'progress', item: { kind: 'eased', purpose: 'thought', from: 'tools', to: 'json' } },
    ]);
  });

  test('R8.5 messages, plan, steps and the end stand in order', () => {
    const lines = conversationLines(
      journal(
        [{ type: 'message', kind: 'goal', text: 'go' }],
        [{ type: 'plan_generated', steps: 2, from: 'model' }],
        [start(1), 'a'],
        [call('1'), 'a'],
        [result('1'), 'a'],
        [end, 'a'],
        [{ type: 'state', phase: 'replanning' }],
        [{ type: 'replanned', cause: 'step_ended', outcome: 'unchanged', steps: 1 }],
        [{ type: 'task_end', status: 'completed', done: 1, failed: 0, skipped: 1 }],
      ),
    );
    expect(lines.map((line) => (line.kind === 'progress' ? line.item.kind : line.kind))).toEqual([
      'message',
      'planned',
      'step',
      'replanned',
      'ended',
    ]);
    expect(lines[2]).toMatchObject({ number: '1', total: 2, status: 'completed', summary: 'done' });
  });

  const wrote = (store: 'todos' | 'entries', id: string, tool = 'todo'): JournalEntryBody => ({
    type: 'tool_result',
    call: id,
    tool,
    input: {},
    result: { ...toolSuccess('ok'), written: [{ store, id, change: 'put', hash: 'h' }] },
    retry_at: at,
  });
  const ends = (status: 'cancelled' | 'failed'): JournalEntryBody => ({
    type: 'task_end',
    status,
    done: 1,
    failed: 0,
    skipped: 1,
  });
  const planned: JournalEntryBody = { type: 'plan_generated', steps: 2, from: 'model' };
  const writtenAtEnd = (...bodies: [JournalEntryBody, string?][]) => {
    const last = conversationLines(journal(...bodies)).at(-1);
    return last?.kind === 'progress' && last.item.kind === 'ended' ? last.item.written : null;
  };

  test.each(['cancelled', 'failed'] as const)(
    'R8.6 a task that ended %s says what it wrote, each row once',
    (status) => {
      expect(
        writtenAtEnd(
          [planned],
          [wrote('todos', '1'), 'a'],
          [wrote('todos', '1'), 'a'],
          [wrote('entries', '2'), 'a'],
          [ends(status)],
        ),
      ).toEqual([
        { store: 'todos', change: 'put', n: 1 },
        { store: 'entries', change: 'put', n: 1 },
      ]);
      expect(writtenAtEnd([planned], [ends(status)])).toEqual([]);
    },
  );

  test('R8.6 a stop says nothing of what was written if the record does not tell', () => {
    expect(writtenAtEnd([wrote('todos', '1'), 'a'], [ends('cancelled')])).toBeUndefined();
    const called: JournalEntryBody = {
      type: 'tool_result',
      call: 'm',
      tool: 'mcp_1_send',
      input: {},
      result: toolSuccess('sent'),
      retry_at: at,
    };
    expect(writtenAtEnd([planned], [called, 'a'], [ends('cancelled')])).toBeUndefined();
  });

  test('R8.5 so they are where the beginning of their step is not in the record, as after an import', () => {
    const lines = conversationLines(journal([call('1'), 'a'], [call('2'), 'a'], [result('1'), 'a']));
    expect(lines).toMatchObject([
      { kind: 'progress', key: '1', item: { kind: 'action', call: '1', state: 'ok' } },
      { kind: 'progress', key: '2', item: { kind: 'action', call: '2', state: 'running' } },
    ]);
  });

  test('R8.5 a call and its result are one line that says whether it went well', () => {
    const [step] = conversationLines(journal([start(1), 'a'], [call('1'), 'a'], [call('2'), 'a'], [result('1'), 'a']));
    expect(step?.kind === 'step' && step.items).toMatchObject([
      { kind: 'action', call: '1', state: 'ok', result: '5 rows' },
      { kind: 'action', call: '2', state: 'running' },
    ]);
  });

  describe('R6.2, R8.5 a call that Cairn makes again by itself is one line, with the number of tries:', () => {
    const failed = (id: string, code: 'network' | 'invalid_input'): JournalEntryBody => ({
      ...(result(id) as JournalEntryBody & { type: 'tool_result' }),
      result: toolError(code, `It failed: ${code}`),
    });
    const tries = ['network', 'network', 'network', 'network'] as const;
    const bodies = tries.flatMap((code): [JournalEntryBody, string][] => [
      [call('1'), 'a'],
      [failed('1', code), 'a'],
    ]);

    test.each([[true], [false]])('with the beginning of its step in the record: %s', (begun) => {
      const lines = conversationLines(
        journal(...(begun ? [[start(1), 'a'] as [JournalEntryBody, string]] : []), ...bodies),
      );
      expect(lines).toHaveLength(1);
      const [line] = lines;
      const item = line?.kind === 'step' ? line.items[0] : line?.kind === 'progress' ? line.item : undefined;
      expect(line?.kind === 'step' ? line.items : [item]).toHaveLength(1);
      expect(item).toMatchObject({ state: 'failed', tries: 4, failure: 'network', seq: begun ? 2 : 1 });
    });

    test('so is one that succeeds at last, and one that is under way', () => {
      const under = stepRecord(journal(...bodies.slice(0, 3)), 'r', 'a');
      expect(under).toMatchObject([{ state: 'running', tries: 2 }]);
      expect(stepRecord(journal(...bodies.slice(0, 3), [result('1'), 'a']), 'r', 'a')).toMatchObject([
        { state: 'ok', tries: 2 },
      ]);
    });

    test('a call of the model’s own is another line, even with the id of one before', () => {
      const other: JournalEntryBody = { type: 'tool_call', call: '1', tool: 'fetch', input: { url: 'https://c.d' } };
      expect(stepRecord(journal([call('1'), 'a'], [failed('1', 'network'), 'a'], [other, 'a']), 'r', 'a')).toHaveLength(
        2,
      );
      const again = journal([call('1'), 'a'], [failed('1', 'invalid_input'), 'a'], [call('1'), 'a']);
      expect(stepRecord(again, 'r', 'a')).toHaveLength(2);
    });
  });

  test('R8.5 equal errors of the model in a row are one line, with their number; others have their own', () => {
    const error = (code: 'server' | 'stalled'): JournalEntryBody => ({
      ...{ type: 'model_error', purpose: 'intake', retry_at: '2026-01-01T10:00:00.000Z' },
      error: { code, detail: '', status: null, retry_after_ms: null },
    });
    const lines = conversationLines(
      journal([error('server')], [error('server')], [error('server')], [error('stalled')]),
    );
    expect(lines).toMatchObject([
      { key: '1', item: { kind: 'model_error', code: 'server', times: 3 } },
      { key: '4', item: { kind: 'model_error', code: 'stalled' } },
    ]);
    const within = stepRecord(journal([error('server'), 'a'], [error('server'), 'a']), 'r', 'a');
    expect(within).toMatchObject([{ code: 'server', times: 2 }]);
  });

  test('steps that run side by side keep what is theirs', () => {
    const lines = conversationLines(
      journal([start(1), 'a'], [start(2), 'b'], [call('1'), 'a'], [call('2'), 'b'], [end, 'a']),
    );
    expect(lines.map((line) => line.kind === 'step' && [line.status, line.items.length])).toEqual([
      ['completed', 1],
      ['running', 1],
    ]);
  });

  test('a new attempt at a step begins a new line', () => {
    const lines = conversationLines(journal([start(1), 'a'], [end, 'a'], [start(1), 'a'], [call('1'), 'a']));
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ status: 'running', items: [{ call: '1' }] });
  });

  test('the line of a step that asked stands below the answer that it goes on with', () => {
    const entries = journal(
      [start(1), 'a'],
      [start(2), 'b'],
      [{ type: 'message', kind: 'question', text: 'Which?' }, 'a'],
      [{ type: 'message', kind: 'answer', text: 'This' }],
      [{ type: 'plan_step_end', status: 'completed', summary: 'B' }, 'b'],
      [{ type: 'plan_step_end', status: 'completed', summary: 'A' }, 'a'],
    );
    const shown = [
      ['step', 'step 2', 'B'],
      ['message', 'Which?'],
      ['message', 'This'],
      ['step', 'step 1', 'A'],
    ];
    const said = (lines: ReturnType<typeof conversationLines>) =>
      lines.map((line) =>
        line.kind === 'step'
          ? [line.kind, line.description, line.summary]
          : [line.kind, line.kind === 'message' && line.text],
      );
    expect(said(conversationLines(entries))).toEqual(shown);
    const builder = new ConversationBuilder();
    for (const n of entries.keys()) builder.lines(entries.slice(0, n + 1));
    expect(said(builder.lines(entries))).toEqual(shown);
  });

  test('a question within a step is said aloud, not folded away', () => {
    const lines = conversationLines(
      journal([start(1), 'a'], [{ type: 'message', kind: 'question', text: 'Which?' }, 'a']),
    );
    expect(lines.map((line) => line.kind)).toEqual(['step', 'message']);
  });

  test('R6.4 a fault that a person must mend stands by itself', () => {
    const error = { code: 'auth' as const, detail: 'no', status: 401, retry_after_ms: null };
    expect(conversationLines(journal([{ type: 'pause', reason: { code: 'endpoint', error } }]))).toMatchObject([
      { kind: 'stalled', error },
    ]);
  });

  test('R6.4 a fault knows whether a model has replied before', () => {
    const pause: JournalEntryBody = {
      type: 'pause',
      reason: { code: 'endpoint', error: { code: 'unreachable', detail: '', status: null, retry_after_ms: null } },
    };
    const lines = conversationLines(journal([pause], [{ ...easier, eased: undefined }], [pause]));
    expect(lines.flatMap((line) => (line.kind === 'stalled' ? [line.answered] : []))).toEqual([false, true]);
  });

  test('R6.4 a fault of the endpoint knows whether there was a plan yet', () => {
    const stalled: JournalEntryBody = {
      type: 'pause',
      reason: {
        code: 'endpoint',
        error: { code: 'bad_request', detail: '', status: 400, retry_after_ms: null },
      },
    };
    const goal: JournalEntryBody = { type: 'message', kind: 'goal', text: 'Tidy' };
    const lines = conversationLines(
      journal([goal], [stalled], [{ type: 'plan_generated', steps: 1, from: 'model' }], [stalled], [goal], [stalled]),
    );
    expect(lines.flatMap((line) => (line.kind === 'stalled' ? [line.early] : []))).toEqual([true, false, true]);
  });

  test('entries of a step whose beginning is out of sight are lines of their own', () => {
    expect(conversationLines(journal([result('1'), 'a']))).toMatchObject([{ kind: 'progress' }]);
  });
});

describe('lines that say the same', () => {
  const unchanged: JournalEntryBody = { type: 'replanned', cause: 'step_ended', outcome: 'unchanged', steps: 2 };
  const plan_kept: JournalEntryBody = { type: 'default', code: 'plan_kept', params: {} };
  const done: JournalEntryBody = { type: 'decision', kind: 'done', note: 'OK, noted.' };
  const failed: JournalEntryBody = { type: 'plan_step_end', status: 'failed', summary: 'Nothing was done' };

  test('R8.5 a check that said nothing is one line, and its repeats are counted', () => {
    const entries = journal([unchanged], [plan_kept], [unchanged], [plan_kept], [unchanged]);
    expect(conversationLines(entries)).toMatchObject([
      { kind: 'progress', item: { kind: 'default', code: 'plan_kept', times: 2 } },
      { kind: 'progress', item: { kind: 'replanned', outcome: 'unchanged' } },
    ]);
    const fold = new ConversationBuilder();
    entries.forEach((_, n) => fold.lines(entries.slice(0, n + 1)));
    expect(fold.lines(entries)).toEqual(conversationLines(entries));
  });

  test('R5.5 a line that only counts what a stopped call cost is in the history, not in the conversation', () => {
    const error = { code: 'aborted', detail: '', status: null, retry_after_ms: null } as const;
    const counted: JournalEntryBody = { type: 'model_error', purpose: 'thought', error, retry_at: '' };
    expect(conversationLines(journal([counted], [counted, 'a']))).toEqual([]);
  });

  test('R8.5 what repeats the line before it takes its place, whatever stands further up', () => {
    const said: JournalEntryBody = { type: 'message', kind: 'notice', text: 'First' };
    const fault = (seq: number): JournalEntryBody => ({
      type: 'model_error',
      purpose: 'thought',
      error: { code: 'server', detail: '', status: 500, retry_after_ms: null },
      retry_at: `2026-01-01T10:00:0${seq}.000Z`,
    });
    expect(conversationLines(journal([said], [said], [fault(1)], [fault(2)]))).toMatchObject([
      { key: '1', text: 'First' },
      { key: '2', text: 'First' },
      { key: '3', item: { kind: 'model_error', times: 2 } },
    ]);
  });

  test('R8.5, R8.6 what a model decides again stands once in its step, without the sign of something done', async () => {
    const entries = journal([start(1), 'a'], [done, 'a'], [done, 'a'], [failed, 'a']);
    const [line] = conversationLines(entries);
    expect(line).toMatchObject({ kind: 'step', status: 'failed', items: [{ kind: 'decision', times: 2 }] });
    const words = new Translator();
    await words.loadAll();
    const [item] = stepRecord(entries, 'r', 'a');
    expect(item && progressText(item, words)).toEqual({
      icon: 'conversation',
      text: 'Says that the step is done: OK, noted. (2 times)',
      tone: 'plain',
    });
  });
});

test('R14.2 the record of a step holds its own calls of its own task', () => {
  const entries = journal([start(1), 'a'], [call('1'), 'a'], [result('1'), 'a'], [call('2'), 'b']);
  expect(stepRecord(entries, 'r', 'a')).toMatchObject([{ kind: 'action', call: '1', state: 'ok' }]);
  expect(stepRecord(entries, 'other', 'a')).toEqual([]);
});

describe('the conversation as it grows', () => {
  const record = journal(
    [start(1), 'a'],
    [call('1'), 'a'],
    [result('1'), 'a'],
    [end, 'a'],
    [start(2), 'b'],
    [end, 'b'],
  );

  test('R8.5 lines added one entry at a time are those of the whole record', () => {
    const fold = new ConversationBuilder();
    record.forEach((_, n) => fold.lines(record.slice(0, n + 1)));
    expect(fold.lines(record)).toEqual(conversationLines(record));
  });

  test('R8.5 a line that did not change stays the same object, also when the window moves on', () => {
    const fold = new ConversationBuilder();
    const [before] = fold.lines(record.slice(0, 5));
    expect(fold.lines(record)[0]).toBe(before);
    const second = fold.lines(record)[1];
    expect(fold.lines(structuredClone(record.slice(4)))[0]).toBe(second);
  });

  test.each([3, 4, 5])('R12.3 lines that another device has replaced are shown, %i instead of four', (count) => {
    const fold = new ConversationBuilder();
    const said = (text: string): JournalEntryBody => ({ type: 'message', kind: 'reply', text });
    const own = journal([said('one')], [start(1), 'a'], [end, 'a'], [said('the Alster venue')]);
    const end2: JournalEntryBody = { type: 'plan_step_end', status: 'completed', summary: 'of the phone' };
    const bodies: [JournalEntryBody, string?][] = [
      [start(1), 'a'],
      [end2, 'a'],
      [said('the Elbe venue')],
      [said('ok')],
    ];
    const theirs = journal([said('one')], ...bodies.slice(0, count - 1));
    fold.lines(own);
    expect(fold.lines(theirs)).toEqual(conversationLines(theirs));
    expect(fold.lines(structuredClone(theirs))).toBe(fold.lines(theirs));
  });
});

describe('R8.5 the line of a step that had begun does not stay open', () => {
  const edit = (what: string, of?: string): JournalEntryBody => ({
    ...{ type: 'edit', what, description: 'step 1' },
    ...(of !== undefined && { of }),
  });
  const states = (entries: readonly JournalEntry[]) =>
    conversationLines(entries).flatMap((line) => (line.kind === 'step' ? [[line.status, line.reason?.code]] : []));
  const replanned: JournalEntryBody = {
    ...{ type: 'replanned', cause: 'person', outcome: 'replanned', steps: 1 },
    difference: [{ kind: 'dropped', id: 'a', description: 'step 1' }],
  };
  const over = (status: 'completed' | 'cancelled'): JournalEntryBody => ({
    ...{ type: 'task_end', status, done: 0, failed: 0, skipped: 1 },
  });

  test.each<[string, [JournalEntryBody, string?][], unknown[]]>([
    ['once the person skips it', [[edit('skip'), 'a']], [['skipped', undefined]]],
    ['once the person changes it', [[edit('change'), 'a']], [['restarted', undefined]]],
    ['once the person lets it start over', [[edit('start_over'), 'a']], [['restarted', undefined]]],
    ['as an older version recorded that', [[edit('retry'), 'a']], [['restarted', undefined]]],
    [
      'once it begins anew',
      [[start(1), 'a']],
      [
        ['restarted', undefined],
        ['running', undefined],
      ],
    ],
    ['once a replan drops it', [[replanned]], [['skipped', undefined]]],
    ['once the person stops the task', [[over('cancelled')]], [['skipped', 'cancelled']]],
    ['once the task is over', [[over('completed')]], [['skipped', undefined]]],
    [
      'unless the edit is undone',
      [
        [edit('skip'), 'a'],
        [edit('undo', 'skip'), 'a'],
      ],
      [['running', undefined]],
    ],
    [
      'if the edit is made again',
      [
        [edit('skip'), 'a'],
        [edit('undo', 'skip'), 'a'],
        [edit('redo', 'skip'), 'a'],
      ],
      [['skipped', undefined]],
    ],
    [
      'as long as one of two edits stands',
      [
        [edit('change'), 'a'],
        [edit('change'), 'a'],
        [edit('undo', 'change'), 'a'],
      ],
      [['restarted', undefined]],
    ],
    ['but for a pause', [[{ type: 'pause', reason: { code: 'person' } }]], [['running', undefined]]],
    ['but for an edit of another step', [[edit('skip'), 'b']], [['running', undefined]]],
    ['but for a move', [[edit('move'), 'a']], [['running', undefined]]],
    [
      'and says what became of it if it goes on after the undo',
      [
        [edit('change'), 'a'],
        [edit('undo', 'change'), 'a'],
        [end, 'a'],
      ],
      [['completed', undefined]],
    ],
  ])('%s', (_, since, expected) => {
    const entries = journal([start(1), 'a'], ...since);
    expect(states(entries)).toEqual(expected);
    const builder = new ConversationBuilder();
    for (let n = 1; n <= entries.length; n += 1) builder.lines(entries.slice(0, n));
    expect(builder.lines(entries)).toEqual(conversationLines(entries));
  });

  test('of a plan that an imported one or a new goal replaces', () => {
    const next: JournalEntryBody[] = [
      { type: 'plan_generated', steps: 1, from: 'import' },
      { type: 'message', kind: 'goal', text: 'Something else' },
    ];
    for (const body of next) {
      const [begun, replaced] = journal([start(1), 'a'], [body]);
      expect(states([begun!, { ...replaced!, task_id: 'r2' }])).toEqual([['skipped', 'cancelled']]);
    }
  });

  test('with the steps of its own plan, and its call is shown as stopped', () => {
    const lines = conversationLines(journal([start(1), 'a/x'], [call('1'), 'a/x'], [edit('skip'), 'a']));
    expect(lines[0]).toMatchObject({ status: 'skipped', items: [{ kind: 'action', state: 'stopped' }] });
  });
});

test.each([
  [
    'en',
    [
      'You took back: delete “Call Eve”',
      'You made again: skip “Call Eve”',
      'You took back: the last change',
      'You changed “Call Eve” to “Call Eve at noon”',
      'You let “Call Eve” be done after all',
      'Looking for a way without what you skipped (1)',
    ],
  ],
  [
    'zh',
    [
      '你撤销了：删除“Call Eve”',
      '你重做了：跳过“Call Eve”',
      '你撤销了：上一次修改',
      '你把“Call Eve”改成了“Call Eve at noon”',
      '你决定还是做“Call Eve”',
      '正在设法绕开你跳过的步骤（第 1 次）',
    ],
  ],
] as const)('R8.5 the line of an edit says which it was and what it changed (%s)', async (language, expected) => {
  const words = new Translator();
  await words.loadAll();
  await words.setLanguage(language);
  const bodies: JournalEntryBody[] = [
    { type: 'edit', what: 'undo', description: 'Call Eve', of: 'delete' },
    { type: 'edit', what: 'redo', description: 'Call Eve', of: 'skip' },
    { type: 'edit', what: 'undo', description: '' },
    { type: 'edit', what: 'change', description: 'Call Eve at noon', was: 'Call Eve' },
    { type: 'edit', what: 'after_all', description: 'Call Eve' },
    { type: 'recovery', count: 1, reason: 'Call Eve', skipped: true },
  ];
  const entries = journal(...bodies.map((body): [JournalEntryBody] => [body]));
  const texts = entries.map((entry) => progressText(progressItem(entry)!, words));
  expect(texts.map(({ text }) => text)).toEqual(expected);
  expect(texts.map(({ tone }) => tone)).toEqual(expected.map(() => 'plain'));
  expect(bodies.map((body) => historyEntryText(body, words).text)).toEqual(expected);
});

describe('a plan made from the calls of a reply', () => {
  const message = (kind: 'goal' | 'closing', text: string): JournalEntryBody => ({ type: 'message', kind, text });
  const made: JournalEntryBody = { type: 'plan_generated', steps: 1, from: 'reply' };
  const ended = (failed = 0): JournalEntryBody => ({
    ...{ type: 'task_end', status: 'completed', done: 1 - failed, failed, skipped: 0, written: [] },
  });
  const checked: JournalEntryBody = { type: 'final_verify', ok: true, checked: 1, mismatch: '' };
  const begin = { ...start(1), total: 1, description: 'yes' } as JournalEntryBody;
  const kinds = (entries: JournalEntry[]) =>
    conversationLines(entries).map((line) => (line.kind === 'progress' ? line.item.kind : line.kind));

  test('is one line above the answer, which holds its machinery', () => {
    const entries = journal(
      [message('goal', 'yes')],
      [made],
      [begin, 'a'],
      [call('1'), 'a'],
      [result('1'), 'a'],
      [end, 'a'],
      [checked],
      [message('closing', 'Done.')],
      [ended()],
    );
    expect(kinds(entries)).toEqual(['message', 'step', 'message']);
    const step = conversationLines(entries)[1];
    expect(step).toMatchObject({ kind: 'step', isMessage: true });
    expect(step?.kind === 'step' && step.items.map(({ kind }) => kind)).toEqual(['action', 'verified', 'ended']);
    expect(conversationLines(entries).at(-1)).toMatchObject({ kind: 'message', end: { tone: 'green' } });
  });

  test('tells by itself that it failed, and what was planned anew', () => {
    const more = { type: 'replanned', cause: 'person', outcome: 'replanned', steps: 3 } as JournalEntryBody;
    expect(kinds(journal([made], [begin, 'a'], [end, 'a'], [ended(1)]))).toEqual(['step', 'ended']);
    expect(kinds(journal([made], [begin, 'a'], [more], [end, 'a'], [ended()]))).toEqual(['step', 'replanned', 'ended']);
  });
});
