import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { IcsReading } from '../../src/calendar/ics/read-ics.ts';
import { occurrencesIn } from '../../src/calendar/occurrences-in.ts';
import { decodeFile, decodeText } from '../../src/records/decode-file.ts';
import { csvRows, tableRows } from '../../src/records/tables.ts';
import { parseJsonWithExactIntegers, stringifyExactJson } from '../../src/values/exact-json.ts';
import { withoutHiddenCharacters } from '../../src/values/hidden-characters.ts';
import type { ImportRequest } from '../../src/formats/imports.ts';
import { readImport } from '../../src/formats/run-import.ts';
import { modelErrorFromResponse } from '../../src/model/endpoint/model-error.ts';
import type { PlanFileReading } from '../../src/formats/plan-file/plan-file-reading.ts';
import { readAddedFile } from '../../src/ui/files/add-files.ts';
import { McpTools } from '../../src/tools/mcp/mcp-tools.ts';
import { toolbox } from '../../src/tools/registry.ts';
import { fetchedContent } from '../../src/tools/fetch/fetched-content.ts';
import { FakeMcp } from '../fakes/fake-mcp.ts';
import { toolPorts } from '../fakes/tool-ports.ts';
import { FakeNetwork } from '../fakes/fake-network.ts';
import { asRead } from '../unit/model/as-read.ts';
import { Endpoint } from '../unit/model/quirk-bench.ts';
import { usual } from '../unit/engine/usual.ts';
import { calls, prose, results, World } from '../unit/engine/world.ts';
import { elsewhere } from './reports-elsewhere.ts';

// Cases of strangers, each by its id in ../shared/reports/cases.json, with the files named there.

const folder = '../shared/reports';
const isThere = existsSync(join(folder, 'cases.json'));
const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, 'inputs', name)));
const text = (name: string) => readFileSync(join(folder, 'inputs', name), 'utf8');
const json = (name: string) => JSON.parse(text(name)) as never;
interface Replies {
  replies: { status: number; body: unknown; timeline: [number, string][] }[];
}

const file = new Blob([]);
function read(wish: ImportRequest, name: string): unknown {
  const turns = readImport(wish, decodeFile(bytes(name)), (prefix) => `${prefix}_${(next += 1)}`);
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  return turn.value;
}
let next = 0;

const at = '2026-02-01T00:00:00.000Z';
const calendar = (name: string, zone = 'Europe/Berlin') =>
  read({ kind: 'calendar', file, zone, stored: [], now: at, untitled: '-' }, name) as IcsReading & { ok: true };
const year = { from: Date.parse('2026-01-01T00:00:00Z'), until: Date.parse('2027-01-01T00:00:00Z') };
const shown = (name: string, zone?: string) =>
  occurrencesIn(calendar(name, zone).rows, year).map(({ entry }) => `${entry.start.slice(0, 16)} ${entry.title}`);
const plan = (name: string) => {
  const reading = read({ kind: 'plan', file, planId: 'plan_new', at }, name) as PlanFileReading;
  if (!reading.ok) throw new Error(JSON.stringify(reading));
  return reading;
};

const own: Record<string, () => void | Promise<void>> = {
  'ics-same-uid': () =>
    expect(shown('ics-same-uid.ics')).toEqual(['2026-03-02T07:00 Physics', '2026-03-03T09:00 Biology']),
  'ics-thisandfuture': () =>
    expect(shown('ics-thisandfuture.ics').map((each) => each.slice(5, 16))).toEqual([
      ...['03-03T08:00', '03-10T08:00', '03-17T10:00', '03-24T10:00', '03-31T09:00', '04-07T09:00'],
    ]),
  'ics-exdate-allday-zoned': () => {
    for (const zone of ['Europe/Berlin', 'Asia/Tokyo', 'America/New_York'])
      expect(shown('ics-exdate-allday-zoned.ics', zone)).toHaveLength(3);
  },
  'ics-exdate-plain-date': () => expect(calendar('ics-exdate-plain-date.ics')).toMatchObject({ ok: true }),
  'ics-vtodo-only': () => expect(calendar('ics-vtodo-only.ics').tasks).toHaveLength(2),
  'ics-utf8-fold-split': () => {
    const [entry] = calendar('ics-utf8-fold-split.ics').rows;
    expect(entry?.title).toMatch(/é fin$/);
    expect(JSON.stringify(entry)).toContain('Größe prüfen');
  },
  'ics-tz-display-name': () => expect(shown('ics-tz-display-name.ics')).toEqual(['2026-02-10T14:00 Call']),
  'ics-raw-newline-description': () => expect(calendar('ics-raw-newline-description.ics').rows).toHaveLength(1),
  'ics-trigger-no-colon': () => expect(calendar('ics-trigger-no-colon.ics').rows).toHaveLength(1),
  'json-big-integers': () => {
    const kept = stringifyExactJson(parseJsonWithExactIntegers(text('json-big-integers.json')));
    for (const digits of ['9007199254740993', '12345678901234567890', '1099511627776000123'])
      expect(kept).toContain(digits);
  },
  'jira-duplicate-columns': () => {
    const [row] = tableRows(csvRows(text('jira-duplicate-columns.csv')));
    for (const value of ['front', 'urgent', '60 x 40']) expect(JSON.stringify(row)).toContain(value);
    const { steps } = plan('jira-duplicate-columns.csv').plan;
    expect(steps).toHaveLength(2);
    for (const value of ['front', 'urgent', '60 x 40']) expect(JSON.stringify(steps[0])).toContain(value);
  },
  'csv-sep-line': () =>
    expect(tableRows(csvRows(text('csv-sep-line.csv')))).toEqual([{ Name: 'Meier; Sohn', Betrag: '1.234,50' }]),
  'csv-1252-added-as-chinese': () => {
    const { content } = readAddedFile('x.csv', '', bytes('csv-1252-added.csv'));
    for (const word of ['Müller', 'Straßburg', 'groß', 'Jäger', 'Überlingen', 'mäßig']) expect(content).toContain(word);
  },
  'html-no-charset-1252': () =>
    expect(decodeText(bytes('html-no-charset-1252.html'), null)).toContain('Fermé le mardi – entrée gratuite.'),
  'windows-1251-import': () => {
    for (const name of ['windows-1251.csv', 'windows-1251.md']) {
      const { text: said, encoding } = decodeFile(bytes(name)) as { text: string; encoding: string };
      expect([encoding, /\p{Script=Cyrillic}{4}/u.test(said)]).toEqual(['WINDOWS-1251', true]);
    }
  },
  'csv-multiline-notes': () => {
    const { steps } = plan('csv-multiline-notes.csv').plan;
    expect(steps).toHaveLength(2);
    expect(JSON.stringify(steps[0]).match(/\\n/g)?.length).toBeGreaterThanOrEqual(2);
  },
  'google-tasks-takeout': () => {
    const said = JSON.stringify(plan('google-tasks-takeout.json'));
    const { items } = json('google-tasks-takeout.json') as { items: { title: string; items: { title: string }[] }[] };
    for (const list of items) for (const { title } of [list, ...list.items]) expect(said).toContain(title);
    expect(said).toContain('"completed"');
  },
  'taskmaster-dangling': () => {
    const { plan: made, repairs } = plan('taskmaster-dangling.json');
    expect(JSON.stringify(made)).toContain('Send the newsletter');
    expect(repairs.length).toBeGreaterThan(0);
  },
  'trello-board-json': () => {
    const { plan: made } = plan('trello-board.json');
    expect(made.goal).toContain('Kitchen');
    expect(made.steps.map(({ description, status }) => [description, status])).toEqual(
      expect.arrayContaining([
        [expect.stringContaining('Measure the wall'), 'pending'],
        [expect.stringContaining('Buy tiles'), 'completed'],
      ]),
    );
  },
  'opml-outline': () => {
    const { plan: made } = plan('outline.opml');
    expect(made.goal).toContain('Move house');
    expect(made.steps).toHaveLength(2);
  },
  's3-binary-octet-stream': async () => {
    const { body } = (json('s3-binary-octet-stream.json') as { replies: { body: string }[] }).replies[0]!;
    const { markup, pdf, office } = toolPorts(new FakeNetwork());
    const url = 'https://data.example/open/rain-2025.csv';
    const content = await fetchedContent(
      { url, mime: 'binary/octet-stream', charset: null, body: new TextEncoder().encode(body) },
      { markup, pdf, office },
      new AbortController().signal,
    );
    expect(content.text).toContain('2025-01');
  },
  'tag-block-smuggling': () => {
    const said = withoutHiddenCharacters(text('tag-block-smuggling.json').replace(/\\u/g, '\\u'));
    const { page } = JSON.parse(said) as { page: string };
    expect(withoutHiddenCharacters(page)).not.toMatch(/[\u{E0000}-\u{E007F}]/u);
  },
  ...Object.fromEntries(
    (
      [
        ['kimi-token-limit', 'context_length'],
        ['xai-prompt-length', 'context_length'],
        ['ollama-500-no-user-query', 'context_length'],
        ['gemini-429-retry-in', 'rate_limit'],
      ] as const
    ).map(([id, code]) => [
      id,
      () => {
        const { status, body } = (json(`${id}.json`) as Replies).replies[0]!;
        const fault = modelErrorFromResponse({ status, body: JSON.stringify(body), headers: null }, null);
        expect(fault.code).toBe(code);
        if (code === 'rate_limit') expect(fault.retry_after_ms).toBeGreaterThanOrEqual(21_000);
      },
    ]),
  ),
  'step-context-overflow': async () => {
    const limit = 24_000;
    const page = 'It is a long story of long ago. '.repeat(375);
    let fetched = 0;
    const world = new World(
      (request) => {
        if (request.purpose === 'intake') return calls(['create_plan', { plan: ['Read the pages'] }]);
        if (request.purpose !== 'thought') return calls(['finish_task', { response: 'It is a long story.' }]);
        if (JSON.stringify(request.messages).length > limit) {
          return {
            code: 'context_length',
            detail:
              "This model's maximum context length is 8192 tokens. However, your messages resulted in 9130 tokens.",
            status: 400,
            retry_after_ms: null,
          };
        }
        fetched += 1;
        return fetched <= 6
          ? calls(['fetch', { url: `https://long.example/${fetched}` }])
          : calls(['finish_step', { response: 'Read.' }]);
      },
      { allowed_origins: ['https://long.example'] },
    );
    for (let n = 1; n <= 6; n += 1)
      world.network.page(`https://long.example/${n}`, { type: 'text/plain', body: `${n} ${page}` });
    world.submit('Read the long pages');
    const run = await world.untilPhase('completed', 'failed', 'paused');
    expect([run.phase, run.plan.steps[0]?.status]).toEqual(['completed', 'completed']);
  },
  'extra-begun-step-is-a-dead-end': async () => {
    const world = new World(
      usual(['Do one', 'Do two'], {
        thought: () => ({ code: 'bad_request', detail: 'No.', status: 400, retry_after_ms: null }) as never,
      }),
    );
    world.submit('Do it');
    await world.untilPhase('paused');
    const sent = world.model.requests.length;
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('paused');
    expect(world.model.requests.length).toBe(sent);
    void world.runner.send({ type: 'plan.edit', edit: { kind: 'skip', id: 'step_1' } });
    expect(world.run.plan.steps[0]).toMatchObject({ status: 'skipped' });
  },
  'fault-2-bare-tool-name': async () => {
    const world = new World(usual(['See the list'], { thought: () => calls(['todo', { action: 'list' }]) }));
    world.submit('See it');
    const run = await world.untilPhase('completed', 'failed');
    expect(run.plan.steps[0]?.error).toBe('The same call was made four times with the same result');
  },
  'extra-words-taken-after-one-asking': async () => {
    const world = new World(usual(['Add milk to the to-do list'], { thought: () => prose('I have added it.') }));
    world.submit('Note milk');
    const run = await world.untilPhase('completed', 'failed');
    expect(run.plan.steps[0]).toMatchObject({ status: 'failed', reason: { code: 'nothing_done' } });
  },
  'extra-finish-step-without-work': async () => {
    const end = () => calls(['finish_step', { response: 'I have added it.' }]);
    const world = new World(usual(['Add milk to the to-do list'], { thought: end }));
    world.submit('Note milk');
    const run = await world.untilPhase('completed', 'failed');
    expect(run.plan.steps[0]).toMatchObject({ status: 'failed', reason: { code: 'nothing_done' } });
  },
  'extra-same-write-repeated': async () => {
    const world = new World(
      usual(['Add milk to the to-do list'], { thought: () => calls(['todo', { action: 'add', title: 'Milk' }]) }),
    );
    world.submit('Note milk');
    await world.untilPhase('completed', 'failed');
    expect(world.todos()).toEqual(['Milk']);
  },
  'fault-1-add-todo': async () => {
    const world = new World(
      usual(['Add milk to the to-do list'], {
        thought: (request) =>
          results(request).length === 0
            ? calls(['todo', { action: 'ADD_TODO', title: 'Milk' }])
            : calls(['finish_step', { response: 'Done.' }]),
      }),
    );
    world.submit('Note milk');
    await world.untilPhase('completed', 'failed');
    expect(world.todos()).toEqual(['Milk']);
  },
  'mcp-one-bad-schema': async () => {
    const { result } = json('mcp-one-bad-schema.json') as {
      result: { tools: { name: string; inputSchema: object }[] };
    };
    expect(await offeredBy(result.tools)).toContain('mcp_desk_ping');
  },
  'mcp-root-anyof': async () => {
    const { result } = json('mcp-root-anyof.json') as { result: { tools: { name: string; inputSchema: object }[] } };
    expect(await offeredBy(result.tools)).toContain('mcp_desk_ping');
  },
};

async function offeredBy(tools: { name: string; inputSchema: object }[]): Promise<string[]> {
  const mcp = new FakeMcp();
  const url = 'https://tools.example.org/mcp';
  for (const { name, inputSchema } of tools)
    mcp.server(url).offer(name, { content: [], failed: false }, { schema: inputSchema as never });
  const source = new McpTools({
    connect: (server, changed) => mcp.connect({ url: server.url, key: async () => null }, changed),
    wait: () => new Promise(() => undefined),
    seen: () => undefined,
    named: () => undefined,
    held: () => undefined,
  });
  source.follow([{ id: 'm1', name: 'Desk', url, enabled: true }]);
  await source.ready();
  const offered = toolbox([], source).offered();
  for (const { schema } of offered)
    for (const word of ['anyOf', 'oneOf', 'allOf']) expect(Object.keys(schema)).not.toContain(word);
  return offered.map(({ name }) => name);
}

describe.skipIf(!isThere)('reports of strangers', () => {
  const endpoint = new Endpoint();
  const todo = [{ name: 'todo', input: { action: 'add', title: 'Buy stamps' } }];
  const replies: [id: string, body: () => string, gives: Partial<ReturnType<typeof asRead>>][] = [
    ['tool-name-in-pieces', () => text('tool-name-in-pieces.sse'), { calls: todo }],
    ['copilot-two-choices', () => text('copilot-two-choices.sse'), { text: 'I will note that down.', calls: todo }],
    [
      'answer-quotes-closing-think',
      () => text('answer-quotes-closing-think.sse'),
      { text: 'Replace the line `text.split("</think>")` in your script. Then run it again.' },
    ],
    ['minimax-200-base-resp', () => text('minimax-200-base-resp.sse'), { error: 'quota' }],
    ['answer-only-in-reasoning', () => text('answer-only-in-reasoning.sse'), { error: 'empty' }],
    [
      'finish-stop-on-reasoning',
      () => (json('finish-stop-on-reasoning.json') as Replies).replies[0]!.timeline.map(([, sent]) => sent).join(''),
      { text: 'The museum opens at ten.' },
    ],
    /** `functions.` is taken off where names of tools are read. */
    [
      'kimi-section-tokens',
      () => text('kimi-section-tokens.sse'),
      { calls: todo.map((call) => ({ ...call, name: 'functions.todo' })) },
    ],
    ['harmony-text-leak', () => text('harmony-text-leak.sse'), { text: 'The museum opens at ten.' }],
    ['magistral-think-brackets', () => text('magistral-think-brackets.sse'), { text: 'Three days are enough.' }],
  ];

  const tried: [id: string, shows: () => void | Promise<void>][] = [
    ...Object.entries(own),
    ...replies.map(([id, body, gives]): [string, () => Promise<void>] => [
      id,
      async () => {
        endpoint.answer = () => ({ body: body(), sizes: [7] });
        expect(asRead(await endpoint.ask())).toMatchObject(gives);
      },
    ]),
  ];
  for (const [id, shows] of tried) test(id, async () => shows());

  test.each(Object.entries(elsewhere))('%s is shown by a test of its own', (_, [path, title]) => {
    expect(readFileSync(path, 'utf8')).toContain(title);
  });

  test('no case is left out', () => {
    const known = new Set([...tried.map(([id]) => id), ...Object.keys(elsewhere)]);
    const all = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as { id: string }[];
    expect(all.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  });
});
