import { expect, test } from 'vitest';
import { describeCallFromInput } from '../../../src/task/call-details.ts';
import { JournalEntry, type JournalEntryBody } from '../../../src/task/journal.ts';
import { patchBetween, applyPatch, RunHistoryState } from '../../../src/task/patch.ts';
import { redactRows } from '../../../src/task/redact-session.ts';
import { redactableParts, type StoredSessionRow } from '../../../src/task/session-rows.ts';
import { newRun, Run, toStoredRun } from '../../../src/task/run.ts';
import { toolError, toolSuccess, type ToolResult } from '../../../src/task/tool-result.ts';
import type { Step } from '../../../src/plan/step.ts';
import type { JsonObject } from '../../../src/values/json.ts';

const at = '2026-11-29T10:00:00.000Z';
const site = 'https://canary-site.test:8443';
const brief = 'CANARY-file-brief.txt';
const letter = 'CANARY-file-letter.md';
const refusedDraft = 'CANARY-file-refused.md';
const inBrief = 'CANARY-file-text: the client admitted it.\nOn a second line.';
const inLetter = 'CANARY-file-letter-text, as it was sent.';

/** Each call with a canary in every argument that a person would call content, and a result that repeats it. */
interface Call {
  tool: string;
  input: JsonObject;
  result: ToolResult;
  subject?: string;
}
const written = (store: 'todos' | 'entries' | 'files' | 'notes', id: string) => [
  { store, id, change: 'put' as const, hash: 'h' },
];
const calls: Call[] = [
  {
    tool: 'todo',
    input: {
      action: 'add',
      title: 'CANARY-arg-todo',
      due: 'CANARY-arg-due',
      tags: ['CANARY-arg-tag'],
      notes: 'CANARY-arg-n',
    },
    result: toolSuccess('Added to-do “CANARY-arg-todo”.', {
      output: { id: 't', title: 'CANARY-arg-todo', tags: ['CANARY-arg-tag'] },
      written: written('todos', 't').map((row) => ({ ...row, row_before: 'CANARY-earlier' })),
    }),
  },
  {
    tool: 'todo',
    input: { action: 'list' },
    result: toolSuccess('1 to-do: “CANARY-arg-todo”', { output: [{ t: 'CANARY-arg-todo' }] }),
  },
  {
    tool: 'todo',
    input: { action: 'delete', id: 't', title: 'CANARY-arg-todo-deleted' },
    subject: '“CANARY-arg-todo-deleted”',
    result: toolError('conflict', 'There is no “CANARY-arg-todo-deleted”.', {
      cause: { failure: 'missing_todo', name: 'CANARY-arg-todo-deleted' },
    }),
  },
  {
    tool: 'schedule',
    input: { action: 'add', title: 'CANARY-arg-entry', start: '2027-01-01T09:00', place: 'CANARY-arg-place' },
    result: toolSuccess('Added calendar entry “CANARY-arg-entry”, at CANARY-arg-place.', {
      output: { title: 'CANARY-arg-entry' },
      written: written('entries', 'e'),
    }),
  },
  {
    tool: 'memory',
    input: { action: 'remember', title: 'CANARY-arg-note', text: 'CANARY-arg-note-text' },
    result: toolSuccess('Remembered “CANARY-arg-note”.', {
      output: { title: 'CANARY-arg-note' },
      written: written('notes', 'n'),
    }),
  },
  {
    tool: 'search',
    input: { query: 'CANARY-arg-query' },
    result: toolSuccess('canary-site.test found 1 page for “CANARY-arg-query”: CANARY-page-found', {
      foreign: true,
      output: [{ title: 'CANARY-page-found in a list', url: `${site}/found` }],
    }),
  },
  {
    tool: 'fetch',
    input: { url: `${site}/read?iban=CANARY-arg-address` },
    subject: `${site}/read?iban=CANARY-arg-address`,
    result: toolSuccess(
      `Address: ${site}/read?iban=CANARY-arg-address\n\nCANARY-page-text stands here.\n\nAnd more of it.`,
      {
        foreign: true,
        artifact: 'copy',
        output: { text: 'CANARY-page-text stands here.\n\nAnd more of it.' },
        source: { address: `${site}/read?iban=CANARY-arg-address`, title: 'CANARY-page-title' },
      },
    ),
  },
  {
    tool: 'fetch',
    input: { url: `${site}/collect`, method: 'POST', body: 'CANARY-arg-body', headers: { 'x-a': 'CANARY-arg-header' } },
    subject: `POST ${site}/collect\n\nCANARY-arg-body`,
    result: toolError('server', `${site} says: CANARY-page-error, CANARY-arg-body`, {
      status: 500,
      quote: 'CANARY-page-error, CANARY-arg-body',
    }),
  },
  {
    tool: 'compute',
    input: { code: '"CANARY-arg-code" + 1', files: [brief] },
    result: toolSuccess('Result: CANARY-file-computed 1', { output: 'CANARY-file-computed 1', foreign: true }),
  },
  {
    tool: 'files',
    input: { action: 'read', name: brief },
    result: toolSuccess(`“${brief}”, whole:\n${inBrief}`, { output: { name: brief, content: inBrief }, foreign: true }),
  },
  {
    tool: 'compute',
    input: { code: 'data', data: inBrief },
    result: toolSuccess('Result: CANARY-file-by-reference', { output: ['CANARY-file-by-reference'] }),
  },
  {
    tool: 'files',
    input: { action: 'write', name: letter, content: inLetter },
    result: toolSuccess(`Wrote the new file “${letter}” (1 kB).`, {
      output: { name: letter },
      written: written('files', 'f2'),
    }),
  },
  {
    tool: 'files',
    input: { action: 'write', name: refusedDraft, content: { draft: ['CANARY-file-draft'] } },
    subject: `“${refusedDraft}”`,
    result: toolError('denied', 'The person did not allow it.'),
  },
  {
    tool: 'look',
    input: { file: brief },
    result: toolSuccess(`“${brief}”: you see CANARY-file-look`, { artifact: 'seen', foreign: true, shows: true }),
  },
  {
    tool: 'chart',
    input: { title: 'CANARY-arg-chart', data: [{ a: 'CANARY-arg-row', b: 1 }], file: brief },
    result: toolSuccess('Wrote the new file “CANARY-file-chart.svg” (1 kB). The person sees it in the conversation.', {
      output: { name: 'CANARY-file-chart.svg', title: 'CANARY-arg-chart' },
      written: written('files', 'f3'),
    }),
  },
  {
    tool: 'mcp_crm_find',
    input: { customer: 'CANARY-arg-mcp', deep: { to: 'CANARY-arg-mcp-deep' }, action: 'CANARY-arg-mcp-action' },
    subject: 'crm: find {"customer":"CANARY-arg-mcp"}',
    result: toolError('invalid_input', 'customer: CANARY-arg-mcp is none', { quote: 'CANARY-page-mcp says no' }),
  },
];
calls[15]!.result = { ...calls[15]!.result, foreign: true, refused: { field: 'customer', value: 'CANARY-arg-mcp' } };
calls[7]!.result = { ...calls[7]!.result, foreign: true };

const about = ({ tool, input }: Call) => ({
  ...describeCallFromInput(tool, input).about,
  ...(tool.startsWith('mcp') && { what: 'server', name: 'find', host: 'crm', text: JSON.stringify(input) }),
});
const access = (call: Call) => ({
  origin: site,
  private_address: false,
  subject: call.subject ?? '',
  rule: 'always_ask' as const,
  about: about(call),
});
const decisions = [null, 'once', 'plan', 'always', 'deny'] as const;
const words = 'CANARY-word of the model';

const step = (id: string, call: Call, more: Partial<Step> = {}): Step => ({
  id,
  description: `${words}: ${id}`,
  status: 'pending',
  tool: call.tool,
  parameters: call.input,
  dependencies: [],
  result: null,
  error: null,
  attempts: 0,
  started_at: null,
  ended_at: null,
  ...more,
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const failed = (call: Call): Partial<Step> => {
  const { cause, quote, refused } = call.result;
  const params = {
    tool: call.tool,
    call: JSON.stringify(about(call)),
    ...(cause && { failure: cause.failure, name: cause.name }),
    ...(quote !== undefined && { quote }),
    ...(refused && refused),
  };
  const sentence = `This failed: ${about(call).name ?? 'a call'} ${refused?.value ?? ''}`;
  return { status: 'failed', error: sentence, reason: { code: 'said_failed', params } };
};
const ended = (call: Call): Partial<Step> =>
  call.result.ok
    ? { status: 'completed', result: oneLine(call.result.text), output: call.result.output ?? null }
    : failed(call);

function states(): object[] {
  const run = newRun({ run: 'r', session: 's', plan: 'p' }, `${words}: the goal`, at);
  const steps = calls.map((call, n) => step(`s${n}`, call));
  const sub = { goal: words, status: 'running' as const, steps: [step('s1.1', calls[0]!, ended(calls[0]!))] };
  const planned: Run = {
    ...run,
    plan: { ...run.plan, steps },
    first_calls: calls.map(({ tool, input }, n) => ({ call: `c${n}`, tool, input })),
    proposal: {
      steps: calls.map(({ tool, input }, n) => ({
        ...{ id: `s${n}`, description: words, tool, parameters: input, dependencies: [], expected_output: null },
      })),
      at_stake: [],
      closing: null,
    },
    undo: steps,
    edits: [{ id: 'e', before: steps, added: [], order: null }],
    earlier_plan: 'CANARY-earlier',
    last_steps_plan: 'CANARY-earlier',
    first_words: { step: 's0', text: 'CANARY-earlier' },
  };
  const asked: Run = {
    ...planned,
    first_calls: [],
    approvals: calls.flatMap((call, n) =>
      decisions.map((decision) => ({
        effect: `e${n}`,
        step_id: `s${n}`,
        tool: call.tool,
        access: access(call),
        decision,
      })),
    ),
    plan: {
      ...planned.plan,
      steps: steps.map((each, n) => ({ ...each, ...ended(calls[n]!), ...(n === 1 && { plan: sub }) })),
    },
    events: calls.map((call, n) => ({
      ...{ kind: 'ended' as const, step: `s${n}`, status: 'completed' },
      summary: ended(call).result ?? ended(call).error ?? '',
    })),
  };
  const again: Run = {
    ...asked,
    events: [...asked.events, { kind: 'mismatch', text: 'todos: CANARY-arg-todo' }],
    repair: { violation: 'steps[0].parameters.title: CANARY-arg-todo', tries: 1 },
    plan: {
      ...asked.plan,
      steps: asked.plan.steps.map((each, n) => ({
        ...each,
        ...(n === 9 && { output: { name: brief, content: `${inBrief} CANARY-file-second-output` } }),
        ...(n === 11 && { parameters: { ...each.parameters, content: 'CANARY-file-edited' } }),
        ...(n === 0 && { parameters: { ...each.parameters, title: 'CANARY-arg-edited' } }),
      })),
    },
  };
  return [run, planned, asked, again].map(toStoredRun);
}

function versions(): StoredSessionRow[] {
  const all = states();
  return all.map((run, n) => ({
    table: 'versions',
    row: {
      ...{ session_id: 's', n: n + 1, seq: n + 1, base: 1 },
      change: n === 0 ? { run } : { patch: patchBetween(all[n - 1], run) },
    },
  }));
}

const planCall = (list: readonly Call[]) => ({
  id: 'p',
  name: 'create_plan',
  arguments: JSON.stringify({
    plan: list.map(({ tool, input }, n) => ({ id: `s${n}`, description: words, tool, parameters: input })),
  }),
});
const written_ = (call: Call) =>
  JSON.stringify({ status: 'continue', next_action: { tool: call.tool, input: call.input } });

const bodies: JournalEntryBody[] = [
  { type: 'message', kind: 'goal', text: `${words}: the goal`, images: ['f1'] },
  ...calls.flatMap((call, n): JournalEntryBody[] => {
    const reply = (text: string, list: { id: string; name: string; arguments: string }[]): JournalEntryBody => ({
      ...{ type: 'model_reply', purpose: 'thought' },
      reply: { text, calls: list, finish: 'calls', usage: null },
    });
    return [
      reply(words, [{ id: `c${n}`, name: call.tool, arguments: JSON.stringify(call.input) }]),
      reply(written_(call), []),
      reply(`${words}\n[Act] ${call.tool} ${JSON.stringify({ input: call.input })}`, []),
      reply('', [{ id: `c${n}`, name: call.tool, arguments: JSON.stringify(call.input).slice(0, -1) }]),
      ...decisions.map((decision): JournalEntryBody => ({
        type: 'approval',
        tool: call.tool,
        access: access(call),
        decision,
      })),
      { type: 'decision', kind: 'act', note: words },
      { type: 'tool_call', call: `c${n}`, tool: call.tool, input: call.input },
      { type: 'tool_result', call: `c${n}`, tool: call.tool, input: call.input, result: call.result, retry_at: '' },
      {
        type: 'plan_step_end',
        status: call.result.ok ? 'completed' : 'failed',
        summary: ended(call).result ?? ended(call).error ?? '',
        ...(ended(call).reason && { reason: ended(call).reason }),
      },
    ];
  }),
  {
    type: 'model_reply',
    purpose: 'intake',
    reply: { text: '', calls: [planCall(calls)], finish: 'calls', usage: null },
  },
  { type: 'planning_retry', violation: 'steps[0].parameters.title: CANARY-arg-todo' },
  { type: 'final_verify', ok: false, checked: 1, mismatch: `todos: CANARY-arg-todo; files: ${letter}` },
  { type: 'notice', code: 'not_verified', params: { detail: `todos: CANARY-arg-todo; files: ${letter}` } },
  { type: 'notice', code: 'replans_used_up', params: { detail: '', reason: JSON.stringify(failed(calls[2]!).reason) } },
  { type: 'message', kind: 'closing', text: `${words}: all that came of it. ${oneLine(calls[6]!.result.text)}` },
  {
    ...{ type: 'task_end', status: 'failed', done: 1, failed: 1, skipped: 0 },
    written: [{ store: 'files', change: 'put', n: 1, names: [letter] }],
    undone: [{ description: words, words: failed(calls[2]!).error ?? '', reason: failed(calls[2]!).reason }],
  },
];

const file = (id: string, name: string, more: object = {}) => ({
  table: 'files',
  row: {
    id,
    session_id: 's',
    name,
    mime: 'text/plain',
    size: 3,
    kind: 'file',
    source: null,
    created_at: at,
    deleted_at: null,
    ...more,
  },
});
const session: StoredSessionRow[] = [
  ...versions(),
  ...bodies.map((body, n) => ({
    table: 'journal',
    row: {
      seq: n + 1,
      session_id: 's',
      task_id: 'r',
      step_id: null,
      at,
      body: JSON.parse(JSON.stringify(body)) as unknown,
    },
  })),
  file('f1', brief),
  file('f1_text', `${brief}.md`, { kind: 'artifact', source: brief }),
  file('seen', `${brief}.jpg`, { kind: 'artifact', source: brief }),
  file('f2', letter),
  file('f3', 'CANARY-file-chart.svg'),
  file('copy', 'CANARY-page-copy.md', { kind: 'artifact', source: `${site}/read?iban=CANARY-arg-address` }),
  { table: 'contents', row: { id: 'f1', content: inBrief } },
  { table: 'contents', row: { id: 'f1_text', content: 'CANARY-file-extracted' } },
  { table: 'contents', row: { id: 'seen', content: 'data:image/jpeg;base64,CANARY-file-picture' } },
  { table: 'contents', row: { id: 'f2', content: inLetter } },
  { table: 'contents', row: { id: 'f3', content: '<svg>CANARY-file-svg</svg>' } },
  { table: 'contents', row: { id: 'copy', content: 'CANARY-page-text stands here.\n\nAnd more of it.' } },
  { table: 'sessions', row: { id: 's', title: `${words}: the goal` } },
];

const kinds = {
  pages: /CANARY-page[\w-]*/g,
  files: /CANARY-file[\w.-]*/g,
  arguments: /CANARY-arg[\w-]*/g,
  sites: /canary-site/g,
};
const found = (rows: unknown, part: keyof typeof kinds) => [...new Set(JSON.stringify(rows).match(kinds[part]))].sort();

/** The parts that fall away with another one: what a tool was given stands in its result, and what it read, too. */
const alongWith: Record<keyof typeof kinds, (keyof typeof kinds)[]> = {
  pages: [],
  files: [],
  arguments: ['pages'],
  sites: [],
};

test.each(redactableParts)('P nothing of a part that is left out is left anywhere: %s', (part) => {
  const rows = redactRows(session, new Set([part]));
  expect(found(rows, part)).toEqual([]);
  expect(JSON.stringify(rows)).not.toContain('CANARY-earlier');
  expect(JSON.stringify(rows)).toContain(words);
  for (const other of redactableParts)
    if (other !== part && !alongWith[part].includes(other)) expect(found(rows, other)).not.toEqual([]);
});

test('P what is not left out stays: of the other parts, no text is lost that does not stand in a result along with it', () => {
  expect(redactRows(session, new Set())).toEqual(
    JSON.parse(
      JSON.stringify(session).replaceAll(
        /,"(?:(?:earlier|last_steps)_plan":\{"to":"CANARY-earlier"\}|first_words":\{"to":\{[^}]*\}\}|row_before":"CANARY-earlier")/g,
        '',
      ),
    ),
  );
  const args = (part: keyof typeof kinds) => found(redactRows(session, new Set([part] as const)), 'arguments');
  expect(args('pages')).toEqual(found(session, 'arguments'));
  expect(args('sites')).toEqual(found(session, 'arguments'));
  expect(found(redactRows(session, new Set(['sites'] as const)), 'pages')).toEqual(found(session, 'pages'));
  expect(found(redactRows(session, new Set(['files'] as const)), 'pages')).toEqual(found(session, 'pages'));
});

const journal = (...rows: object[]): StoredSessionRow[] =>
  rows.map((body, n) => ({ table: 'journal', row: { seq: n + 1, session_id: 's', at, body } }));
const shared = (rows: StoredSessionRow[], ...parts: (keyof typeof kinds)[]) =>
  JSON.stringify(redactRows(rows, new Set(parts)));
const asFile = (name: string, content: string) => [
  file(`id of ${name}`, name),
  { table: 'contents', row: { id: `id of ${name}`, content } },
];
const asked = (input: { url: string; method: string; body: string }) => ({
  ...{ type: 'approval', tool: 'fetch', decision: 'deny' },
  access: {
    origin: site,
    subject: `POST ${site}\n\n${input.body}`,
    about: describeCallFromInput('fetch', input).about,
  },
});

test('P the beginning of a long file is left out where the rest of it was cut off', () => {
  const long = `SECRET client admitted it. ${'And so on, and so on. '.repeat(120)}`;
  const rows = [...journal(asked({ url: site, method: 'POST', body: `See: ${long}` })), ...asFile('brief.txt', long)];
  expect(JSON.stringify(rows)).toContain('…');
  expect(shared(rows, 'files')).not.toContain('SECRET');
  const deleted = rows.map((each) =>
    each.table === 'files' ? file('id of brief.txt', 'brief.txt', { deleted_at: at }) : each,
  );
  expect(shared(deleted)).not.toContain('SECRET');
  expect(shared(rows, 'sites')).toContain('SECRET');
});

test('P each text that a file was given is left out of what other tools were given, not the last one only', () => {
  const [first, second] = ['SECRET first draft of the letter', 'Last draft of the letter'];
  const wrote = (content: string) => ({
    type: 'tool_call',
    tool: 'files',
    input: { action: 'write', name: 'l.md', content },
  });
  const rows = [
    ...journal(
      wrote(first),
      { type: 'tool_call', tool: 'memory', input: { action: 'remember', title: 'Draft', text: first } },
      asked({ url: site, method: 'POST', body: first }),
      wrote(second),
    ),
    ...asFile('l.md', second),
  ];
  expect(shared(rows, 'files')).not.toMatch(/SECRET|Last draft/);
});

test('P a text file that begins with “data:” has its words left out, and so has a short one where it stands alone', () => {
  const given = (text: string) => ({ type: 'tool_call', tool: 'memory', input: { action: 'remember', text } });
  const yaml = 'data:\n  client: SECRET';
  const rows = [
    ...journal(given(yaml), given('PIN4711'), given('注意：张三欠款五万元。'), given('My PIN4711 is old')),
    ...[...asFile('a.yaml', yaml), ...asFile('pin.txt', 'PIN4711'), ...asFile('b.txt', '张三欠款五万元')],
  ];
  const text = shared(rows, 'files');
  expect(text).not.toMatch(/SECRET|"PIN4711"|张三/);
  expect(text).toContain('My PIN4711 is old');
});

test('P a file’s name without an ending goes from lists, quotes and links; a usual word stays in sentences', () => {
  const message = (text: string) => ({ type: 'message', kind: 'closing', text });
  const rows = [
    ...journal(
      message('[Mandant Müller](Mandant%20M%C3%BCller), Mandant Mu\u0308ller, Mandant Müllers Akte'),
      message('„Kowalczyk“ and *Kowalczyk*'),
      { type: 'task_end', written: [{ store: 'files', change: 'put', n: 1, names: ['Kowalczyk', 'notes'] }] },
      { type: 'tool_call', tool: 'files', input: { action: 'read', name: 'notes' } },
      message('I made notes, with “notes”.'),
    ),
    ...['Kowalczyk', 'Mandant Müller', 'notes'].flatMap((name) => asFile(name, 'Some text')),
  ];
  const text = shared(rows, 'files');
  expect(text).not.toMatch(/Kowalczyk|Mandant|M%C3|“notes”|"notes"/);
  expect(text).toContain('I made notes, with “file-3”.');
  expect(text).toContain('"tool":"files"');
});

test.each(['1.5', '0.25', '2026.11', 'a', 'is', 'id', 'row', 'files', 'add', '\ud800'])(
  'P a file called %j changes nothing but its name',
  (name) => {
    const rows = [
      ...journal(
        { type: 'tool_call', tool: 'todo', input: { action: 'add', title: `This is a row of 1.5, 0.25 and ${name}` } },
        { type: 'tool_result', result: { ok: true, text: 'Sum', output: { [name]: 1.5, all: [0.25, 2026.11] } } },
        { type: 'model_reply', reply: { text: '', calls: [{ id: 'c', name: 'files', arguments: '{"n":1.5}' }] } },
      ),
      ...asFile(name, 'Some text'),
    ];
    expect(redactRows(rows, new Set(['files'])).slice(0, 3)).toEqual(rows.slice(0, 3));
  },
);

test.each([
  ['https://w…', 'https://…'],
  ['https://canary-si…', 'https://…'],
  ['http://s/ and http://server:8080', 'http://site-1.example/ and http://site-2.example'],
  ['http://row/, http://text/, http://type/', 'http://site-1.example/, http://site-2.example/, http://site-3.example/'],
  ['https://münchen.de/termine, münchen.de', 'https://site-1.example/termine, site-1.example'],
  ['https://xn--mnchen-3ya.de and https://München.de', 'https://site-1.example and https://site-2.example'],
  ['见https://birds.test的页面，birds.test说', '见https://site-1.example的页面，site-1.example说'],
  ['https://1/ 1 row of 1.5 at https://127.0.0.1:80', 'https://site-1.example/ 1 row of 1.5 at https://site-2.example'],
  ['http://x.co, fox.co, x.community', 'http://site-1.example, fox.co, x.community'],
  ['https%3A%2F%2Fa.test%2Fb https://a.test', 'https%3A%2F%2Fsite-1.example%2Fb https://site-1.example'],
])('P of sites, only their names change: %s', (text, expected) => {
  const of = (words: string) =>
    journal(
      { type: 'message', kind: 'goal', text: words },
      { type: 'tool_result', server: 1, host: 'm', result: { ok: true, text: 'row', output: { s: 1, 'a.test': 1.5 } } },
    );
  expect(redactRows(of(text), new Set(['sites']))).toEqual(of(expected));
});

test('P with pages left out, an output that looks like a change of one stays; with files, a reply that holds no call', () => {
  const kept = {
    type: 'tool_result',
    tool: 'compute',
    result: { ok: true, text: 'Sum', output: { rows: [1], more: [2] } },
  };
  const read = {
    type: 'tool_result',
    tool: 'fetch',
    result: { ok: true, foreign: true, text: 'SECRET', output: 'SECRET' },
  };
  const reply = (text: string) => ({ type: 'model_reply', reply: { text, calls: [] } });
  const rows = journal(
    kept,
    read,
    reply('Since a < b I add the to-do {see below}.'),
    reply('[Act] todo {"title": "SEC'),
  );
  expect(redactRows(rows, new Set(['pages']))[0]).toEqual(rows[0]);
  const [, , first, second] = redactRows(rows, new Set(['files']));
  expect(first).toEqual(rows[2]);
  expect(JSON.stringify(second)).not.toContain('SEC');
});

test('P with all parts left out, a session can still be read, and holds no canary but the words', () => {
  const rows = redactRows(session, new Set(redactableParts));
  expect([...new Set(JSON.stringify(rows).match(/CANARY-(?!word)[\w.-]*|canary-site/gi))]).toEqual([]);
  expectReadable(rows);
});

function expectReadable(rows: readonly StoredSessionRow[]): void {
  for (const { table, row } of rows) {
    if (table === 'journal') expect(JournalEntry.safeParse(row).error?.issues).toBeUndefined();
    if (table === 'versions') expect(RunHistoryState.safeParse(row).error?.issues).toBeUndefined();
  }
  let run: unknown = null;
  for (const { row } of rows.filter(({ table }) => table === 'versions')) {
    const { change } = RunHistoryState.parse(row);
    run = 'run' in change ? change.run : applyPatch(run, change.patch);
    expect(Run.safeParse(run).error?.issues).toBeUndefined();
  }
}
