import { expect, test } from 'vitest';
import { redactRows } from '../../../src/task/redact-session.ts';
import { hostsIn, rowsWithoutSiteNames } from '../../../src/task/without-names.ts';
import { redactionMark } from '../../../src/task/session-rows.ts';

const article = 'The heron stands in the reeds.\n\nIt waits.';
const read = {
  ok: true,
  text: article,
  output: { paragraphs: 2 },
  foreign: true,
  source: { address: 'https://birds.example/heron', title: 'Herons at dusk' },
};
const rows = [
  {
    table: 'journal',
    row: { seq: 1, body: { type: 'tool_result', input: { url: 'https://birds.example' }, result: read } },
  },
  {
    table: 'versions',
    row: { seq: 2, change: { patch: { in: { output: { to: { paragraphs: 2 } } } } } },
  },
  {
    table: 'journal',
    row: { seq: 2, body: { type: 'plan_step_end', summary: 'The heron stands in the reeds. It waits.' } },
  },
  {
    table: 'journal',
    row: { seq: 3, body: { type: 'message', text: '1. The heron stands in the reeds. It waits. (Herons at dusk)' } },
  },
  { table: 'files', row: { id: 'f1', kind: 'artifact' } },
  { table: 'contents', row: { id: 'f1', content: article } },
  { table: 'files', row: { id: 'f2', kind: 'file', name: 'mine.md' } },
  { table: 'contents', row: { id: 'f2', content: 'My own words' } },
];

test('R13 a deleted file is in no shared session, nor what calls wrote to it or read in it', () => {
  const input = { action: 'write', name: 'grades.csv', content: 'Anna;5,5' };
  const read = { ok: true, text: '“grades.csv”, whole:\nAnna;5,5', output: { content: 'Anna;5,5' } };
  const reply = { text: '', calls: [{ id: 'c', name: 'files', arguments: JSON.stringify(input) }] };
  const deleted = [
    { table: 'files', row: { id: 'f3', kind: 'file', name: 'grades.csv', deleted_at: '2026-11-29T10:00:00.000Z' } },
    { table: 'contents', row: { id: 'f3', content: 'Anna;5,5' } },
    { table: 'journal', row: { seq: 4, body: { type: 'model_reply', reply } } },
    { table: 'journal', row: { seq: 5, body: { type: 'tool_result', tool: 'files', input, result: { ok: true } } } },
    { table: 'journal', row: { seq: 6, body: { type: 'tool_result', input: { file: 'grades.csv' }, result: read } } },
  ];
  const shared = redactRows([...rows, ...deleted], new Set());
  expect(shared.slice(0, rows.length)).toEqual(rows);
  expect(JSON.stringify(shared)).not.toContain('Anna');
  expect(shared.map(({ table }) => table).slice(rows.length)).toEqual(['journal', 'journal', 'journal']);
  const again = { table: 'files', row: { id: 'f4', kind: 'file', name: 'grades.csv', deleted_at: null } };
  expect(JSON.stringify(redactRows([...rows, ...deleted, again], new Set()))).toContain('Anna');
});

test('P the language of a drawing is no site that was read', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><a href="https://birds.example/a"/></svg>';
  const drawing = [{ table: 'contents', row: { id: 'f3', content: svg } }];
  expect(hostsIn(drawing)).toEqual(['birds.example']);
  expect(JSON.stringify(rowsWithoutSiteNames(drawing, drawing))).toContain('xmlns=\\"http://www.w3.org/2000/svg\\"');
  expect(hostsIn([{ table: 'journal', row: { text: 'See http://www.w3.org/TR/SVG2/' } }])).toEqual(['www.w3.org']);
});

test('P what was read from outside is left out of results, of what steps came to, of answers and of kept copies', () => {
  const text = JSON.stringify(redactRows(rows, new Set(['pages'] as const)));
  expect(text).not.toMatch(/heron stands|Herons at dusk|paragraphs/);
  expect(text).toContain(`1. ${redactionMark} (${redactionMark})`);
  expect(text).toContain('My own words');
});

test('P a short text from outside is left out where it was read, and stays where it stands by chance', () => {
  const short = [
    { table: 'journal', row: { body: { result: { ...read, text: 'ok', source: undefined } } } },
    { table: 'journal', row: { body: { text: 'All is ok' } } },
  ];
  const [first, second] = redactRows(short, new Set(['pages'] as const));
  expect(JSON.stringify(first)).toContain(redactionMark);
  expect(second).toEqual(short[1]);
});

test('P a file that is left out is gone from the calls that wrote it, as they stand in replies, calls and steps', () => {
  const input = { action: 'write', name: 'mine.md', content: 'My own words' };
  const wrote = [
    { table: 'journal', row: { body: { reply: { calls: [{ name: 'files', arguments: JSON.stringify(input) }] } } } },
    { table: 'journal', row: { body: { reply: { calls: [{ name: 'files', arguments: '{"content":"My own wor' }] } } } },
    { table: 'journal', row: { body: { type: 'tool_call', tool: 'files', input } } },
    { table: 'versions', row: { plan: { steps: [{ tool: 'files', parameters: input }] } } },
  ];
  const text = JSON.stringify(redactRows([...rows, ...wrote], new Set(['files'] as const)));
  expect(text).not.toContain('My own wor');
  expect(text).toContain('heron stands');
});

test('P without a part left out, every row stays as it is', () => {
  expect(redactRows(rows, new Set())).toEqual(rows);
});

test('R13.3 the text of an earlier plan, with inputs and results of its calls, is in no shared session', () => {
  const plan = 'Shop\n1. [completed] Read (files {"content":"Anna;5,5"}) → Anna;5,5';
  const kept = (change: unknown, run: object) => [
    { table: 'versions', row: { seq: 1, state: { goal: 'g', ...run } } },
    { table: 'versions', row: { seq: 2, change } },
  ];
  const shared = redactRows(
    kept({ patch: { in: { earlier_plan: { to: plan }, goal: { to: 'h' } } } }, { earlier_plan: plan }),
    new Set(),
  );
  expect(shared).toEqual(kept({ patch: { in: { goal: { to: 'h' } } } }, {}));
});

test('R4.11 where a reply is kept at its endpoint is in no export', () => {
  const body = { type: 'reply_pending', pending: { id: 'resp_1', from: '["responses"]' }, protocol: 'tools' };
  const [row] = redactRows([{ table: 'journal', row: { seq: 1, body } }], new Set());
  expect(row).toEqual({ table: 'journal', row: { seq: 1, body: { ...body, pending: null } } });
});

test('R13.3 what a server says of a failure is left out with the pages, also where it is quoted', () => {
  const quote = 'Employee Jane Roe earns\n4,000 a month';
  const failed = { ok: false, text: `“hr” says: ${quote} and more`, output: null, foreign: true, quote };
  const reason = { code: 'calls_failed', params: { quote, said: 'Employee Jane Roe earns 4,000 a month' } };
  const shared = [
    { table: 'journal', row: { seq: 1, body: { type: 'tool_result', result: failed } } },
    { table: 'journal', row: { seq: 2, body: { type: 'plan_step_end', summary: 'It failed.', reason } } },
  ];
  expect(JSON.stringify(redactRows(shared, new Set(['pages'] as const)))).not.toContain('Jane Roe');
  expect(JSON.stringify(redactRows(shared, new Set()))).toContain('Jane Roe');
});
