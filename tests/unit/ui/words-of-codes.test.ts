import { expect, test } from 'vitest';
import { ModelError } from '../../../src/task/model-reply.ts';
import { exportPlan } from '../../../src/formats/plan-file/export-plan.ts';
import type { ReasonCode, StepReason } from '../../../src/plan/step-reason.ts';
import { JournalEntryBody } from '../../../src/task/journal.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { ReplyFallbackCode } from '../../../src/task/fallback.ts';
import { newRun, Phase, Run, toStoredRun } from '../../../src/task/run.ts';
import { formatReasonSentence } from '../../../src/task/reason-words.ts';
import { composeClosingAnswer } from '../../../src/engine/closing.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { failureParams, FailureCause, toolError, type ToolResult } from '../../../src/task/tool-result.ts';
import {
  failureCauseText,
  reasonText,
  stepOutcomeText,
  unfinishedStepText,
} from '../../../src/ui/plan/step-outcome-text.ts';
import { progressItem } from '../../../src/ui/conversation/progress-item.ts';
import { progressText, resultText } from '../../../src/ui/conversation/progress-text.ts';
import { noticeText } from '../../../src/ui/conversation/notice-text.ts';
import { historyEntryText } from '../../../src/ui/history/history-entry-text.ts';
import { everyReleased } from '../../fixtures/released/released.ts';

const en = new Translator();
const zh = new Translator();
await zh.setLanguage('zh');
await Promise.all([en.loadAll(), zh.loadAll()]);
const pages: [string, Translator][] = [
  ['English', en],
  ['Chinese', zh],
];

/**
 * What no page may show: a code, the name of a message, a blank that was not filled. A server's own setting may stand.
 */
const raw =
  /\b(?!num_ctx)[a-z]+(?:_[a-z]+)+\b|\{\w+\}|\b(?:notice|reason|history|default|progress)\.\w|undefined|\[object/;
/** Four words of English in a row, where nothing was said by a model or a person. */
const english = /(?:\b[A-Za-z’']+\b[ ,]+){3}\b[A-Za-z’']+\b/;

function expectWords(text: string, words: Translator): void {
  expect(text).not.toBe('');
  expect(text).not.toMatch(raw);
  if (words === zh) expect(text).not.toMatch(english);
}

const call = JSON.stringify({ what: 'files.write', name: '账.md', bytes: 16 });
const codes: Record<ReasonCode, StepReason['params'][]> = {
  blocked: [{}, { said: '门关着。' }],
  contract: [{}],
  too_long: [{ n: '225046', limit: '200000' }],
  calls_failed: [
    {},
    { tool: 'todo', n: '3', failure: 'invalid_input', said: 'Call it with “action”.' },
    { tool: 'fetch', n: '3', failure: 'rate_limit' },
    { tool: 'mcp_desk_add', n: '3', failure: 'timeout' },
  ],
  wrong_value: [{ tool: 'todo', n: '3', field: 'action', value: 'BREW' }],
  too_many_calls: [{ n: '8' }],
  cut_off: [{ n: '9000' }],
  loop: [{}],
  missing: [
    {},
    { said: '没有这一页。' },
    { tool: 'fetch', failure: 'not_found', said: 'There is no page at https://example.org/“x” (404).' },
  ],
  direct: [
    {},
    { tool: 'fetch', failure: 'missing_page', host: 'shop.example:8443', said: 'There is no page.' },
    { tool: 'files', failure: 'conflict' },
    { tool: 'files', failure: 'missing_result', name: '$nope', said: 'There is no result behind it.' },
    { tool: 'search', failure: 'denied', said: 'Do not try it.' },
    { tool: 'files', failure: 'not_found', said: 'This session has no file “账.md”. The files are: “清单.md”.' },
    { tool: 'todo', failure: 'conflict', said: 'Several to-dos have the title “买菜”: give the id of one.' },
  ],
  judged: [{}, { said: '还不够。' }],
  stopped: [{}, { said: '不值得。' }],
  judged_skip: [{}, { said: '不需要。' }],
  nothing_done: [
    {},
    { said: '做好了。' },
    { tool: 'fetch', failure: 'network', n: '4' },
    { tool: 'fetch', failure: 'network', n: '4', said: '做好了。' },
  ],
  nothing_written: [{}, { said: '已经有了。' }],
  not_allowed: [{}],
  said_denied: [{ call }],
  said_failed: [{ call, failure: 'closed_site' }],
  said_outside: [{}, { said: '做好了。' }],
  other_file: [{ file: 'compare.md' }],
  unsaved_file: [{ file: 'compare.md' }],
  not_read: [{ name: 'brief.txt' }, { name: 'brief.txt', said: '做好了。' }],
  outcome_unknown: [
    { call, failure: 'outcome_unknown', name: 'shop.example' },
    { call, failure: 'left_in_doubt', name: 'shop.example', said: '做好了。' },
  ],
  accepted: [{}, { said: '做好了。' }],
  cancelled: [{}],
};
const reasons = Object.entries(codes).flatMap(([code, all]) =>
  all.map((params): StepReason => ({ code: code as ReasonCode, params })),
);
const digest = { done: '1', total: '3', current: '2', finished: '甲', failed: '乙', open: '丙' };

test.each(pages)('R8.6 every reason is a sentence in list, answer, notice and history, %s', (_, words) => {
  for (const reason of reasons) {
    const { tool } = reason.params;
    const shown = [
      stepOutcomeText({ error: 'told', result: null, reason }, words),
      unfinishedStepText({ description: '乙', words: 'told', reason }, words),
      historyEntryText({ type: 'plan_step_end', status: 'failed', summary: 'told', reason }, words).detail,
      noticeText('replans_used_up', { ...digest, detail: 'told', reason: JSON.stringify(reason) }, words),
    ].map((text) => (tool?.startsWith('mcp_') ? text.replaceAll(tool, '') : text));
    for (const text of shown) {
      expect(text).not.toContain('told');
      expectWords(text, words);
    }
  }
});

/** What older versions stored in place of a sentence. */
const older = ['act_refused', '8', 'todo', 'read_artifact', 'mcp_desk_add'];

test.each(pages)(
  'R8.6 what an older version stored as a code is read as a sentence with its reason, %s',
  (_, words) => {
    for (const code of older) {
      const entry = JournalEntryBody.parse({ type: 'plan_step_end', status: 'failed', summary: code });
      expectWords(historyEntryText(entry, words).detail, words);
      const notice = JournalEntryBody.parse({
        type: 'notice',
        code: 'replans_used_up',
        params: { ...digest, detail: code },
      });
      expectWords(historyEntryText(notice, words).detail, words);
    }
    for (const violation of [
      'Two steps have the id "a".',
      'plan[1].dependencies names "b", which is no step\'s id.',
      'plan[1].parameters refers to "b", which is no step\'s id.',
      'plan[0].tool: there is no tool "teleport". The tools are: todo, files.',
      'The dependencies form a circle: a → b → a.',
    ])
      expectWords(
        historyEntryText(JournalEntryBody.parse({ type: 'notice', code: 'plan_mended', params: { violation } }), words)
          .text,
        words,
      );
  },
);

test.each(['Buy milk and bread', '买牛奶和面包'])(
  'R8.6 a plan of an older version goes to the page, the file, the answer and the model in words: %s',
  (goal) => {
    const at = '2026-01-01T00:00:00.000Z';
    const failed = (error: string, n: number) => ({
      ...{ id: `step_${n}`, description: goal, status: 'failed', dependencies: [], result: null, error, attempts: 1 },
      ...{ started_at: at, ended_at: at },
    });
    const steps = [
      ...older.map(failed),
      { ...failed('todo', 9), plan: { goal, status: 'failed', steps: [failed('act_refused', 10)] } },
    ];
    const run = Run.parse({
      ...toStoredRun(newRun({ run: 'r', session: 's', plan: 'p' }, goal, at)),
      plan: { ...emptyPlan('p', goal, at), steps },
      undo: steps,
      happenings: older.map((summary, n) => ({ kind: 'ended', step: `step_${n}`, status: 'failed', summary })),
    });
    const words = goal.startsWith('Buy') ? en : zh;
    for (const step of [...run.plan.steps, ...run.undo!, run.plan.steps.at(-1)!.plan!.steps[0]!]) {
      for (const page of [en, zh]) expectWords(stepOutcomeText(step, page), page);
      expectWords(step.error!, words);
    }
    for (const each of run.events) expectWords(each.kind === 'ended' ? each.summary : '', words);
    expectWords(composeClosingAnswer(run.plan), words);
    const file = JSON.parse(exportPlan(run.plan)) as { steps: { error: string }[] };
    for (const { error } of file.steps) expectWords(error, words);
    expect(Run.parse(structuredClone(toStoredRun(run)))).toEqual(run);
  },
);

test('R2.7 a failure in somebody’s own words stays as it is', () => {
  for (const error of ['not_found', '404', '0', 'ENOENT', 'rate_limited', 'The shop is shut.', '']) {
    const entry = JournalEntryBody.parse({ type: 'plan_step_end', status: 'failed', summary: error });
    expect(entry).toEqual({ type: 'plan_step_end', status: 'failed', summary: error });
  }
  const done = JournalEntryBody.parse({ type: 'plan_step_end', status: 'completed', summary: '42' });
  expect(done).toMatchObject({ summary: '42' });
});

const notices: [string, Record<string, string>][] = [
  ...[
    'no_key',
    'planned_without_plan',
    'nothing_to_continue',
    'at_work',
    'noted_in_pause',
    'paused_by_stop',
    'waiting_permission',
    'waiting_consent',
  ],
  ...['proposal_accepted', 'proposal_kept', 'no_images', 'images_refused', 'thinking_off'],
].map((code): [string, Record<string, string>] => [code, {}]);
notices.push(
  ['limit', { ...digest, limit: '60' }],
  ['spending', { ...digest, limit: '$1', spent: '$1' }],
  ['limit', { ...digest, total: '0', limit: '60' }],
  ['spending', { ...digest, total: '0', limit: '$1', spent: '$1' }],
  ['not_verified', { ...digest, detail: '' }],
  ['cut_in_silence', { tokens: '4096' }],
  ['copy', { title: '旅行', at: '2026-01-01T00:00:00.000Z' }],
);

test.each(['limit', 'spending'])(
  'R5.5 the notice of a %s reached before there is a plan speaks of no steps',
  (code) => {
    const none = { done: '0', total: '0', finished: '', doubtful: '', failed: '', open: '', limit: '$1', spent: '$2' };
    expect(noticeText(code, none, en)).not.toMatch(/steps/);
    expect(noticeText(code, none, zh)).not.toMatch(/步/);
  },
);

test.each(pages)('R14.5 every notice, pause, fault, default, edit and phase is in words, %s', (_, words) => {
  for (const [code, params] of notices) expectWords(noticeText(code, params, words), words);
  const error = (code: ModelError['code']) => ({ code, detail: '', status: null, retry_after_ms: null });
  const bodies: unknown[] = [
    ...ModelError.shape.code.options.flatMap((code) => [
      { type: 'model_error', purpose: 'thought', error: error(code), retry_at: '2031-01-14T10:00:00.000Z' },
      { type: 'pause', reason: { code: 'endpoint', error: error(code) } },
    ]),
    ...['person', 'interrupted', 'imported'].map((code) => ({ type: 'pause', reason: { code } })),
    ...ReplyFallbackCode.options.map((code) => ({ type: 'default', code, params: { names: '丙' } })),
    ...[...['move', 'change', 'add', 'depend', 'release', 'delete'], ...['skip', 'retry', 'undo', 'undo_replan']].map(
      (what) => ({
        ...{ type: 'edit', what, description: '丙' },
      }),
    ),
    ...Phase.options.map((phase) => ({ type: 'state', phase })),
    { type: 'planning_retry', violation: 'too_long' },
    { type: 'recovery', count: 1, reason: '乙' },
    { type: 'final_verify', ok: false, checked: 1, mismatch: '' },
    ...['completed', 'failed', 'cancelled'].map((status) => ({
      ...{ type: 'task_end', status, done: 1, failed: 1, skipped: 1 },
    })),
  ];
  for (const body of bodies) {
    const { text, detail } = historyEntryText(JournalEntryBody.parse(body), words);
    expectWords([text, detail].join(' '), words);
  }
});

test.each(everyReleased())(
  'R8.6 the journal of the release of version $version is told in words',
  ({ raw: { stores } }) => {
    const rows = stores.find(({ name }) => name === 'journal')?.rows ?? [];
    expect(rows.length).toBeGreaterThan(50);
    for (const { value } of rows) {
      const body = JournalEntryBody.parse((value as { body: unknown }).body);
      if (body.type.startsWith('tool_')) continue;
      for (const [, words] of pages) expect(historyEntryText(body, words).text).not.toMatch(raw);
    }
  },
);

test('R8.6 what a tool of Cairn’s own says of a failed call is shown in the person’s language', () => {
  const action = { kind: 'action', seq: 1, at: '', tool: 'todo', input: {}, call: 'c', state: 'failed' } as const;
  const missing = {
    ...action,
    failure: 'not_found',
    result: 'There is no to-do with the id “todo_3”. The action list shows the ids.',
  };
  expect(resultText(missing, zh)).toBe('没有找到');
  expect(resultText(missing, en)).toBe(missing.result);
  const wrong = 'The input of files is not valid: “总结.docx”: take 报告.md. Expected: action (write | append | read).';
  expect(resultText({ ...action, failure: 'invalid_input', result: wrong }, zh)).not.toContain('Expected');
  expect(resultText({ ...action, failure: 'server', result: 'shop.test 回答：暂停服务' }, zh)).toContain('暂停服务');
  expect(resultText({ ...action, tool: 'mcp_desk_add', failure: 'failed', result: 'The desk is full.' }, zh)).toBe(
    'The desk is full.',
  );
  expect(resultText({ ...action, state: 'ok', result: 'Added to-do “牛奶” (id todo_3479b0a5c87b26d9).' }, zh)).toBe(
    '添加待办“牛奶”',
  );
});

test('R6.4 a wait that an endpoint asks for is shown in seconds', () => {
  const wait = { kind: 'model_error', seq: 1, at: '', code: 'rate_limit', asked: 30 } as const;
  expect(progressText(wait, en).text).toBe('The provider asked to wait 30 s');
});

test.each([
  ['English', en, /there is no such page at shop\.example/i],
  ['Chinese', zh, /网站 shop\.example 上没有这个网页/],
] as const)('R8.6 a step that found no page says on which site, %s', (_, words, text) => {
  const params = { tool: 'fetch', n: '1', failure: 'missing_page', host: 'shop.example' };
  const failed = { error: 'Gone.', result: null };
  expect(stepOutcomeText({ ...failed, reason: { code: 'direct', params } }, words)).toMatch(text);
  expect(
    failureCauseText({ ...failed, reason: { code: 'missing', params: { ...params, said: 'Gone.' } } }, words),
  ).toMatch(text);
});

test.each(pages)('R8.6 every cause of a failed call is a sentence that names what it is about, %s', (_, words) => {
  for (const failure of FailureCause.shape.failure.options) {
    const said = 'Call it with another name.';
    const shown = (name: string) =>
      reasonText(
        'told',
        { code: 'direct', params: { ...failureParams(failed(failure, name)), tool: 'files', said } },
        words,
      );
    expect(shown('账.md')).toContain('账.md');
    expectWords(shown('账.md'), words);
    if (failure.startsWith('missing_') && failure !== 'missing_time') expectWords(shown(''), words);
  }
});

const failed = (failure: FailureCause['failure'], name: string) =>
  toolError('not_found', 'Gone.', { cause: { failure, name } });

test.each([
  ['English', en, 'missing_file', 'sales.csv', 'The file sales.csv is not here'],
  ['Chinese', zh, 'missing_file', 'sales.csv', '这里没有文件 sales.csv'],
  ['English', en, 'missing_todo', 'X', 'There is no to-do “X”'],
  ['Chinese', zh, 'missing_todo', 'X', '没有待办“X”'],
  ['Chinese', zh, 'text_only', '总结.pptx', '总结.pptx 会打不开，因为 Cairn 写不了这种文件'],
  ['English', en, 'unreadable_word', 'letter.docx', 'Cairn cannot read the Word file letter.docx'],
] as const)('R8.6 a step that lacks something names it, %s, %s', (_, words, failure, name, text) => {
  const params = { ...failureParams(failed(failure, name)), said: 'Gone.' };
  expect(failureCauseText({ error: 'Gone.', result: null, reason: { code: 'missing', params } }, words)).toContain(
    text,
  );
});

test.each([
  [
    'nothing_done',
    'It is saved.',
    'a.pptx would not open, since Cairn cannot write files of this kind. The model said: It is saved.',
  ],
  [
    'nothing_done',
    undefined,
    'a.pptx would not open, since Cairn cannot write files of this kind; nothing was done in this step',
  ],
  ['missing', undefined, 'a.pptx would not open, since Cairn cannot write files of this kind'],
  ['direct', 'It would not open.', 'a.pptx would not open, since Cairn cannot write files of this kind'],
] as const)('R8.6 a file that cannot be written is no failure of a tool: %s, %s', (code, said, text) => {
  const params = { ...failureParams(failed('text_only', 'a.pptx')), tool: 'files', ...(said && { said }) };
  expect(formatReasonSentence(en.tDynamic, { code, params })).toBe(text);
});

test('R9.12 a call that was not allowed reads so, not as one that failed; one whose outcome is unknown reads as neither', () => {
  const call = { call: 'c', tool: 'fetch', input: { url: 'https://a.example/' }, step_id: 'a' };
  const bodyOf = (result: ToolResult) => ({ type: 'tool_result' as const, ...call, result, retry_at: '' });
  const denied = bodyOf(toolError('denied', 'Do not try it again.'));
  const cause = { failure: 'left_in_doubt', name: 'a.example' } as const;
  const unknown = bodyOf(toolError('denied', 'Not repeated.', { cause }));
  const at = { seq: 1, at: '2026-11-30T09:00:00.000Z', session_id: 's', task_id: 't', step_id: 'a' };
  const states = [denied, unknown].map((body) => progressItem({ ...at, body }));
  expect(states).toMatchObject([{ state: 'denied', result: '' }, { state: 'unknown' }]);
  expect([denied, unknown].map((body) => historyEntryText(body, en))).toMatchObject([
    { text: expect.stringMatching(/^Not allowed: /) as string, tone: 'plain', detail: 'you did not allow it' },
    {
      text: expect.stringMatching(/^Not known whether it was done: /) as string,
      ...{ tone: 'partly', detail: 'a.example had not said whether it was done, and you left it as it is' },
    },
  ]);
  const access = {
    origin: 'https://a.example',
    private_address: false,
    subject: 'POST https://a.example/',
    rule: 'in_doubt',
  };
  const decided = (decision: 'once' | 'deny' | 'done') =>
    ({ type: 'approval', tool: 'fetch', access, decision }) as Extract<JournalEntryBody, { type: 'approval' }>;
  const kinds = (['once', 'deny', 'done'] as const).map((decision) => [
    historyEntryText(decided(decision), en).text,
    progressText(progressItem({ ...at, body: decided(decision) })!, en).text,
  ]);
  expect(kinds).toEqual([
    [expect.stringMatching(/^You had it done again: /), expect.stringMatching(/^To be done again: /)],
    [expect.stringMatching(/^You left it as it is/), expect.stringMatching(/^Left as it is/)],
    [expect.stringMatching(/^You said that it was done: /), expect.stringMatching(/^Done, as you said: /)],
  ]);
  expect(historyEntryText(denied, zh).text).toMatch(/^未允许：/);
});
