import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { toolError, toolSuccess } from '../../../src/task/tool-result.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { unrestrictedAccess, type Tool } from '../../../src/tools/tool.ts';
import type { PlannedCall } from '../../../src/ports/toolbox.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';
import { figure } from '../../fixtures/figure.ts';
import { LocalSession } from './local-session.ts';

const tools = allTools(toolPorts());
const box = toolbox(tools);
const names = tools.map(({ name }) => name);
const failureOf = (tool: string, input: unknown) => {
  const call = box.check(tool, input);
  return call.ok ? null : call.result;
};

describe('what is offered', () => {
  test('R9.1 every tool is offered with a plain schema: an object, flat, without oneOf, defaults or dates', () => {
    expect(box.offered().map(({ name }) => name)).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
    for (const { description, schema } of box.offered()) {
      expect(description.length).toBeLessThan(260);
      expect(schema).toMatchObject({ type: 'object', properties: {} });
      expect(JSON.stringify(schema)).not.toMatch(/oneOf|anyOf|"default"|date-time|\$ref|\$schema/);
      expect(JSON.stringify(schema).length).toBeLessThan(2500);
    }
  });

  test.each([
    ['fetch', { url: 'https://example.org' }, true],
    ['read_artifact', { file: 'a' }, true],
    ['todo', { action: 'list' }, true],
    ['todo', { action: 'add', title: 'x' }, false],
    ['todo', { action: 'nonsense' }, false],
    ['schedule', { action: 'find_free' }, true],
    ['schedule', { action: 'delete', id: 'x' }, false],
    ['files', { action: 'read', name: 'a.md' }, true],
    ['files', { action: 'write', name: 'a.md', content: 'x' }, false],
    ['none', {}, false],
  ])('R4.3 whether %s with %j only reads: %s', (tool, input, reads) => {
    expect(box.reads(tool, input)).toBe(reads);
    expect(box.repeats(tool)).toBe(false);
  });
});

const callOf = (tool: string, input?: unknown): PlannedCall => ({
  step: '1',
  tool,
  ...(input !== undefined && { input }),
});

describe('what is wrong with planned calls', () => {
  test('R2.5 unknown are the names that mean neither a tool nor its action, nor a tool that is away', async () => {
    const more = {
      list: () => [],
      ready: async () => undefined,
      unavailableReason: (name: string) =>
        name.startsWith('mcp_away_') ? toolError('network', 'The server is away.') : null,
    };
    const asked = ['todo', 'functions.Todo', 'add_todo', 'tood', 'mcp_away_find', 'mcp_gone_find'];
    const problems = await toolbox(tools, more).callErrors(asked.map((name) => callOf(name)));
    expect(problems.map(({ code, tool }) => [code, tool])).toEqual([
      ['unknown_tool', 'tood'],
      ['unknown_tool', 'mcp_gone_find'],
    ]);
  });

  test('R2.5 names are looked up without a suggestion for each, and only the first of very many', async () => {
    const many = tools
      .slice(0, 1)
      .flatMap((tool) =>
        Array.from({ length: 60 }, (_, at) => ({ ...tool, name: `tool_number_and_words_${at}_abcdef` })),
      );
    const asked = Array.from({ length: 100_000 }, (_, at) => `mool_number_amd_wards_x${at}_abcdefg`);
    const problems = await figure(() => toolbox(many).callErrors(asked.map((name) => callOf(name))));
    expect(problems.map(({ tool }) => tool)).toEqual(asked.slice(0, 500));
  });
});

describe('the input of a planned call', () => {
  test.each([
    ['todo', { action: 'ad', titel: 'x' }, [['wrong_field', 'action']]],
    ['todo', { action: 'add', titel: 'x' }, [['missing_field', 'title']]],
    ['todo', { action: 'add', title: 'x', due: 'soonish' }, [['wrong_field', 'due']]],
    ['files', { action: 'write', name: 'a.md', text: 'x' }, [['missing_field', 'content']]],
    ['files', { action: 'write', name: 'a:b.md', content: 'x' }, [['wrong_field', 'name']]],
    ['compute', { program: '1' }, [['missing_field', 'code']]],
    ['memory', { action: 'remember' }, [['missing_field', 'text']]],
    ['schedule', { action: 'add', title: 'x' }, [['missing_field', 'start']]],
    ['chart', { type: 'bar' }, [['missing_field', 'rows']]],
    ['fetch', { url: 'example' }, [['wrong_field', 'url']]],
    ['todo', { action: 'update', id: 'todo_1' }, [['invalid_input', '']]],
    ['add_todo', { titel: 'x' }, [['missing_field', 'title']]],
    ['todo', { action: 'add', title: 'x' }, []],
    ['todo', { 操作: '添加', 标题: 'x' }, []],
  ])('R2.5 of %s, %j, is checked as when it is called', async (tool, input, expected) => {
    const problems = await toolbox(tools).callErrors([callOf(tool, input)]);
    expect(problems.map(({ code, field }) => [code, field])).toEqual(expected);
  });

  test('R2.5 is not wrong where a value is known only when the step runs', async () => {
    const inputs = [
      { action: 'add', title: '${a.result}', due: '${a.result.date}' },
      { action: 'add', title: 'x', due: '{{date}}' },
      { action: 'move', id: '${a.result}', place: '${a.result.place}' },
    ];
    expect(await toolbox(tools).callErrors(inputs.map((input) => callOf('todo', input)))).toEqual([]);
  });

  test('R2.5 names the values that a field may have', async () => {
    const [problem] = await toolbox(tools).callErrors([callOf('files', { action: 'create', name: 'a.md' })]);
    expect(problem).toMatchObject({ field: 'action', choices: ['write', 'append', 'read', 'list', 'delete'] });
  });
});

describe('R9.3 the reason of a call with a wrong input', () => {
  test.each([
    ['todo', { action: 'ad' }, { failure: 'wrong_field', name: 'action' }],
    ['compute', { program: '1' }, { failure: 'missing_field', name: 'code' }],
    ['files', { action: 'write', name: 'a.docm', content: 'x' }, { failure: 'text_only', name: 'a.docm' }],
  ])('R9.3 of %s, %j, names the field', (tool, input, cause) => {
    const call = toolbox(tools).check(tool, input);
    expect(call.ok ? undefined : call.result.cause).toEqual(cause);
  });
});

describe('other names of a tool', () => {
  test.each([
    ['calendar', 'schedule'],
    ['calendar_event', 'schedule'],
    ['日历', 'schedule'],
    ['browse', 'fetch'],
    ['open_url', 'fetch'],
    ['http_get', 'fetch'],
    ['functions.visit_webpage', 'fetch'],
    ['google_search', 'search'],
    ['file', 'files'],
  ])('R6.1 %s is taken for %s, in a plan and in a call', (name, tool) => {
    expect(box.nameOf(name)).toBe(tool);
    expect(box.asMeant(name, { url: 'https://example.org' }).tool).toBe(tool);
  });

  test.each(['calendar', 'browse'])('R6.1 %s means none of them where a server has a tool of that name', (name) => {
    const [first] = tools;
    if (!first) throw new Error('no tool');
    const served = {
      ...{ ...first, name: `mcp_desk_${name}`, server: { origin: 'https://desk.example', id: 'd', tool: name } },
      server_names: { tool: name, server: 'Desk' },
    };
    expect(toolbox([...tools, served]).nameOf(name)).toBeNull();
    const exact = { ...first, name };
    expect(toolbox([...tools, exact]).nameOf(name)).toBe(name);
  });
});

describe('calls that cannot be made', () => {
  test.each([
    ['tood', 'There is no tool “tood”. Did you mean “todo”?'],
    ['fetch_all', 'There is no tool “fetch_all”. Did you mean “fetch”?'],
    ['write_to_file', 'There is no tool “write_to_file”. Did you mean “files”?'],
    ['save_file', 'There is no tool “save_file”. Did you mean “files”?'],
    ['python', 'There is no tool “python”. Did you mean “compute”?'],
    ['set_reminder', 'There is no tool “set_reminder”. Did you mean “schedule”?'],
    ['xyzzy', 'There is no tool “xyzzy”.'],
  ])('R6.1 the unknown tool %s gets the nearest named', (name, says) => {
    const text = `${says} The tools are: ${names.join(', ')}.`;
    expect(failureOf(name, {})).toMatchObject({ ok: false, text, failure: { code: 'unknown_tool' } });
  });

  test.each([
    ['fetch', {}, '“url” is missing'],
    ['fetch', 42, 'it must be an object, not 42'],
    ['fetch', { url: ['a'] }, '“url” must be text, not ["a"]'],
    ['fetch', { url: 'ftp://example.org' }, '“url” must start with http:// or https://, not ftp:'],
    ['fetch', { url: 'javascript:alert(1)' }, '“url” must start with http:// or https://, not javascript:'],
    ['fetch', { url: 'http://' }, '“url” is not an address'],
    ['fetch', { url: 'https://me:pw@example.org' }, 'must not hold a user name or password'],
    ['todo', {}, '“action” is missing'],
    [
      'todo',
      { action: 'remove' },
      '“action” must be one of add, list, update, complete, reopen, delete, move, not "remove"',
    ],
    ['todo', { action: 'complte' }, 'did you mean complete?'],
    ['todo', { action: 'add' }, 'add needs a “title”'],
    [
      'todo',
      { action: 'add', title: 'x', due: 'someday' },
      '“due” must be 2026-01-31 for a day or 2026-01-31T15:00 for a time, or none, not "someday"',
    ],
    ['todo', { action: 'add', title: 'x', due: '2026-02-30' }, '“due” must be'],
    ['todo', { action: 'add', title: 'y'.repeat(501) }, '“title” must be 500 characters at most'],
    ['todo', { action: 'complete' }, 'complete needs the “id” of the to-do; list shows the ids'],
    ['todo', { action: 'update', id: 'todo_1' }, 'update needs what to change'],
    ['todo', { action: 'move', id: 'todo_1' }, 'move needs a “place”'],
    ['schedule', { action: 'add', title: 'x' }, 'add needs a “start”'],
    ['schedule', { action: 'add', start: '2026-01-01' }, 'add needs a “title”'],
    ['schedule', { action: 'add', title: 'x', start: 'someday' }, '“start” must be 2026-01-31 for a day'],
    ['schedule', { action: 'add', title: 'x', start: '2026-01-01T25:00' }, '“start” must be'],
    [
      'schedule',
      { action: 'add', title: 'x', start: '2026-01-01', zone: 'Mars/Base' },
      '“zone” must be a time zone such as Europe/Berlin, not “Mars/Base”',
    ],
    [
      'schedule',
      { action: 'add', title: 'x', start: '2026-01-01', reminder: 'soon' },
      '“reminder” must be a number, not "soon"',
    ],
    ['schedule', { action: 'delete' }, 'delete needs the “id” of the entry'],
    ['schedule', { action: 'update', id: 'e' }, 'update needs what to change'],
    ['schedule', { action: 'find_free', day_start: '9am' }, '“day_start” must be a time of day such as 09:00'],
    ['read_artifact', { file: 'a', from: -1 }, '“from” must be 0 or more'],
    ['files', { action: 'write', content: 'x' }, 'write needs the “name” of the file'],
    ['files', { action: 'append', name: 'a.md' }, 'append needs a “content”'],
    ['files', { action: 'read', name: 'a.md', line: 0 }, '“line” must be 1 or more'],
    ['files', { action: 'remove', name: 'a.md' }, '“action” must be one of write, append, read, list, delete'],
  ])('R6.1 %s with %j is told what is wrong and what is expected', (tool, input, text) => {
    const result = failureOf(tool, input);
    expect(result?.failure?.code).toBe('invalid_input');
    expect(result?.text).toContain(text);
    expect(result?.text).toMatch(/Expected: \w+ \(/);
  });
});

describe('inputs as weak models write them', () => {
  test.each([
    ['null for what is left out', { action: 'add', title: 'Buy bread', notes: null, due: '', id: null }],
    ['keys nobody knows', { action: 'add', title: 'Buy bread', colour: 'red' }],
    ['the whole as a text', '{"action":"add","title":"Buy bread"}'],
    ['another case and spaces', { Action: ' ADD ', TITLE: ' Buy bread ' }],
  ])('R6.1 %s is understood', async (_, input) => {
    const session = new LocalSession(tools);
    expect((await session.call('todo', input)).output).toMatchObject({ title: 'Buy bread', notes: '', due: null });
  });

  test('R6.1 numbers, yes and no, and lists as texts are understood', async () => {
    const session = new LocalSession(tools);
    const entry = await session.call('schedule', {
      action: 'add',
      title: 'X',
      start: '2026-02-01',
      all_day: 'true',
      reminder: '30',
    });
    expect(entry.output).toMatchObject({ all_day: true, reminder: 30 });
    const todo = await session.call('functions.Todo', { action: 'add', title: 2026, tags: 'home, #shop', due: 'none' });
    expect(todo.output).toMatchObject({ title: '2026', tags: ['home', 'shop'], due: null });
    const other = await session.call('todo', { action: 'add', title: 'Y', tags: '["a b","c"]' });
    expect(other.output).toMatchObject({ tags: ['a b', 'c'] });
  });
});

describe('tools that fail', () => {
  const careless: Tool = {
    name: 'careless',
    description: 'Adds and fails.',
    input: z.object({ throws: z.boolean() }),
    place: 'local',
    reads: () => false,
    access: () => unrestrictedAccess,
    run: async ({ throws }, { stores, now }) => {
      const row = {
        notes: '',
        due: null,
        priority: 'normal' as const,
        tags: [],
        done: false,
        position: 1,
        session_id: null,
        deleted_at: null,
      };
      await stores.todos.put({ ...row, id: 'a', title: 'Half', created_at: now, updated_at: now });
      if (throws) throw new Error('out of luck');
      return toolSuccess('done');
    },
  };

  test('R6.1 a local tool that throws becomes a failed result and leaves nothing behind', async () => {
    const session = new LocalSession([careless]);
    const result = await session.call('careless', { throws: true });
    expect(result).toMatchObject({
      ok: false,
      text: 'careless failed and changed nothing: out of luck',
      failure: { code: 'failed' },
    });
    expect(session.storage.tables.todos.size).toBe(0);
    expect((await session.call('careless', { throws: false })).ok).toBe(true);
    expect(session.storage.tables.todos.size).toBe(1);
  });

  test('R12.1 what the storage throws is passed on, so that the transaction rolls back', async () => {
    const call = toolbox([careless]).check('careless', { throws: false });
    const broken = {
      get: () => Promise.reject(new Error('full')),
      all: () => Promise.reject(new Error('full')),
      put: () => Promise.reject(new Error('full')),
    };
    const context = {
      stores: { todos: broken, entries: broken, notes: broken, files: broken },
      now: '',
      zone: 'UTC',
      language: 'en' as const,
      sessionId: 's',
      tainted: false,
      caller: { run: 'run_1', step: 's1' },
      newId: () => 'x',
    };
    if (!call.ok || call.place !== 'local') throw new Error('not local');
    await expect(call.run(context)).rejects.toThrow('full');
  });

  test('R6.1 a remote tool that throws becomes a failed result', async () => {
    const remote: Tool = {
      ...careless,
      place: 'remote',
      repeatable: () => true,
      run: () => Promise.reject(new Error('no luck')),
    };
    const call = toolbox([remote]).check('careless', { throws: true });
    if (!call.ok || call.place !== 'remote') throw new Error('not remote');
    const { result } = await call.run({
      site: null,
      signal: new AbortController().signal,
      now: '',
      zone: 'UTC',
      sessionId: 's',
      files: async () => [],
    });
    expect(result).toMatchObject({ ok: false, text: 'careless failed: no luck', failure: { code: 'failed' } });
  });
});
