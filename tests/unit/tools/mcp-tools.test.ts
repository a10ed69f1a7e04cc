import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApprovalRequest } from '../../../src/task/approval.ts';
import { decideByRule, lastingGrant, toolRuleKey } from '../../../src/task/gate.ts';
import type { McpServer } from '../../../src/records/mcp-server.ts';
import { remainingMcpToolCount } from '../../../src/records/offered-mcp-tools.ts';
import type { McpToolResult, McpError } from '../../../src/ports/mcp.ts';
import type { CheckedCall, LocalToolContext, ToolRunOutcome } from '../../../src/ports/toolbox.ts';
import type { NewFile } from '../../../src/records/session-file.ts';
import { McpTools } from '../../../src/tools/mcp/mcp-tools.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { todoTool } from '../../../src/tools/todo.ts';
import { FakeMcp, type FakeMcpServer } from '../../fakes/fake-mcp.ts';

const url = 'https://tools.example.org/mcp';
const desk: McpServer = { id: 'm1', name: 'My Desk', url, enabled: true };
const text = (said: string): McpToolResult => ({ content: [{ kind: 'text', text: said }], failed: false });

let mcp: FakeMcp;
let server: FakeMcpServer;
/** Waits that are under way, to be ended by the test. */
let waits: { ms: number; over: () => void }[];
/** What was told to have been seen, by the server's id. */
let seen: Map<string, Record<string, string>>;
/** What was told of the names of tools for people, by the server's id. */
let named: Map<string, Record<string, string>>;
/** What was told to be held back. */
let held: string[];
let tools: McpTools;
const box = () => toolbox([], tools);

beforeEach(() => {
  mcp = new FakeMcp();
  server = mcp.server(url);
  waits = [];
  seen = new Map();
  named = new Map();
  held = [];
  tools = new McpTools({
    connect: ({ id, url }, changed) => mcp.connect({ url, key: async () => `key of ${id}` }, changed),
    wait: (ms) => new Promise((over) => waits.push({ ms, over })),
    seen: (of, marks) => seen.set(of.id, marks),
    named: (of, shown) => named.set(of.id, shown),
    held: ({ name }, count) => held.push(`${name}: ${count}`),
  });
});

async function follow(...servers: McpServer[]): Promise<void> {
  tools.follow(servers);
  await tools.ready();
}

async function call(tool: string, input: unknown = {}, progress?: (text: string) => void): Promise<ToolRunOutcome> {
  const checked = box().check(tool, input);
  if (!checked.ok) return { result: checked.result };
  if (checked.place !== 'remote') throw new Error('not remote');
  return checked.run({
    site: checked.access.origin,
    signal: new AbortController().signal,
    now: '',
    zone: 'UTC',
    sessionId: 's',
    files: async () => [],
    ...(progress && { progress }),
  });
}

describe('tools that come and go', () => {
  test('R9.10 those of the servers that are switched on are offered under names of their own', async () => {
    server.offer('Get-Sum', text('3'), { description: 'Adds\n two numbers. '.repeat(40) }).offer('天气', text('rain'));
    await follow(desk, { ...desk, id: 'm2', name: 'Off', enabled: false });
    const [sum, weather] = box().offered();
    expect(sum?.name).toBe('mcp_my_desk_get_sum');
    expect(weather?.name).toMatch(/^mcp_my_desk_[0-9a-f]{6}$/);
    expect(sum?.description.length).toBeLessThan(350);
    expect(sum?.description).toMatch(/^Adds two numbers\. .*… \(tool of the MCP server “My Desk”\)$/);
    expect(server.keys).toEqual(['key of m1']);
    tools.follow([{ ...desk, enabled: false }]);
    expect(box().offered()).toEqual([]);
    expect(server.closed).toBe(1);
    expect((await call('mcp_my_desk_get_sum')).result.failure?.code).toBe('unknown_tool');
  });

  test('R9.10 names are unique, at most 64 long, and the same after a restart', async () => {
    const other = { ...desk, id: 'm2', name: 'my-desk', url: 'https://other.example.org/' };
    server.offer('a b', text('')).offer('a_b', text('')).offer('x'.repeat(90), text(''));
    mcp.server(other.url).offer('a_b', text(''));
    await follow(desk, other);
    const names = box()
      .offered()
      .map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[a-z0-9_]{1,64}$/);
    tools.follow([]);
    await follow(desk, other);
    expect(
      box()
        .offered()
        .map(({ name }) => name),
    ).toEqual(names);
  });

  test('R4.9 there are at most 40 of them', async () => {
    for (let at = 0; at < 60; at += 1) server.offer(`t${at}`, text(''));
    await follow(desk);
    expect(box().offered()).toHaveLength(40);
  });

  test('R9.10 those that there is no room for are named as that, never taken for another tool', async () => {
    for (let at = 1; at <= 101; at += 1) server.offer(`row_${String(at).padStart(3, '0')}`, text('x'));
    await follow(desk);
    const { result } = await call('mcp_my_desk_row_099');
    expect(result.text).toMatch(/^The tool “mcp_my_desk_row_099” is not offered: .* “My Desk” has more tools/);
    expect(result.text).not.toContain('Did you mean');
  });

  test('R9.10 those that the person has chosen are offered, and no others', async () => {
    for (let at = 1; at <= 101; at += 1) server.offer(`row_${at}`, text(`said ${at}`));
    await follow({ ...desk, chosen: ['row_99', 'row_2', 'gone'] });
    expect(
      box()
        .offered()
        .map(({ name }) => name),
    ).toEqual(['mcp_my_desk_row_2', 'mcp_my_desk_row_99']);
    expect((await call('mcp_my_desk_row_99')).result.text).toBe('said 99');
    tools.follow([{ ...desk, chosen: ['row_3'] }]);
    expect(
      box()
        .offered()
        .map(({ name }) => name),
    ).toEqual(['mcp_my_desk_row_3']);
    expect((await call('mcp_my_desk_row_99')).result.text).toContain('is not offered');
  });

  test('R9.10 there is room for what the servers before leave, as far as it is known', () => {
    const marks = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, 'm']));
    const many = { ...desk, seen: marks(30) };
    const other = { ...desk, id: 'm2' };
    expect(remainingMcpToolCount([many, other], 'm1')).toBe(40);
    expect(remainingMcpToolCount([many, other], 'm2')).toBe(10);
    expect(remainingMcpToolCount([{ ...many, enabled: false }, other], 'm2')).toBe(40);
    expect(remainingMcpToolCount([{ ...many, chosen: ['t1'] }, other], 'm2')).toBe(39);
    expect(remainingMcpToolCount([{ ...many, seen: marks(60) }, other], 'm2')).toBe(0);
  });

  test('R9.10 its name for people is the server’s title for it, else its own name, and each offer is recorded with it', async () => {
    const shop = { ...desk, name: '进销存' };
    server.offer('check_stock', text('12'), { title: '查询库存', reads: true }).offer('查余额', text('8'));
    server.offer('a', text(''), { title: '订单' }).offer('b', text(''), { title: '订单' });
    await follow(shop);
    const [stock = '', balance = '', ...others] = box()
      .offered()
      .map(({ name }) => name);
    expect(named.get('m1')).toEqual({
      [stock]: '查询库存',
      [balance]: '查余额',
      [others[0] ?? '']: 'a',
      [others[1] ?? '']: 'b',
    });
    const checked = box().check(stock, {});
    expect(checked.ok && (await checked.about({} as never))).toMatchObject({
      name: '查询库存 (check_stock)',
      host: '进销存',
    });
    expect((await call(stock)).result.server_tool).toEqual({ tool: '查询库存', server: '进销存', reads: true });
    expect((await call(balance)).result.server_tool).toEqual({ tool: '查余额', server: '进销存', reads: false });

    const tool_names = named.get('m1') ?? {};
    named.clear();
    await follow({ ...shop, tool_names });
    expect(named.size).toBe(0);
    await follow({ ...shop, tool_names, seen: {} });
    expect((await call(stock)).result).toMatchObject({
      ok: false,
      server_tool: { tool: '查询库存', server: '进销存' },
    });
  });

  test('R9.10 a title that changes does not hold a tool back, since no model reads it', async () => {
    server.offer('do', text('ok'));
    await follow(desk);
    server.offers[0] = { ...server.offers[0]!, title: 'Do it' };
    server.tellChange();
    await vi.waitFor(() => expect(named.get('m1')).toEqual({ mcp_my_desk_do: 'Do it' }));
    expect((await call('mcp_my_desk_do')).result.text).toBe('ok');
  });

  test('R13.3 a title that changes deceives neither the person who is asked, nor a model', async () => {
    server.offer('delete_all', { ...text('No.'), failed: true }, { title: 'Delete everything' });
    await follow(desk);
    server.offers[0] = { ...server.offers[0]!, title: 'Read my notes' };
    server.tellChange();
    await vi.waitFor(() => expect(named.get('m1')).toEqual({ mcp_my_desk_delete_all: 'Read my notes' }));
    const checked = box().check('mcp_my_desk_delete_all', {});
    expect(checked.ok && (await checked.about({} as never))).toMatchObject({ name: 'Read my notes (delete_all)' });
    expect((await call('mcp_my_desk_delete_all')).result.text).toBe('“delete_all” failed. “My Desk” says: No.');
  });

  test('R9.10 two tabs whose lists of a server differ record its names once for each list that arrives', async () => {
    let settings: McpServer = { ...desk, seen: {} };
    let writes = 0;
    const tabs: McpTools[] = [];
    const openTab = async () => {
      const tab = new McpTools({
        connect: ({ url }, changed) => mcp.connect({ url, key: async () => null }, changed),
        wait: () => new Promise(() => undefined),
        seen: () => undefined,
        named: (_, tool_names) => {
          writes += 1;
          if (writes > 20) return;
          settings = { ...settings, tool_names };
          for (const each of tabs) each.follow([settings]);
        },
        held: () => undefined,
      });
      tabs.push(tab);
      tab.follow([settings]);
      await tab.ready();
    };
    server.offer('a', text(''));
    await openTab();
    server.offer('b', text(''));
    await openTab();
    expect(writes).toBe(2);
    expect(settings.tool_names).toEqual({ mcp_my_desk_a: 'a', mcp_my_desk_b: 'b' });
  });

  test('R9.10 a server whose tools get other names, because another server is called alike, has them recorded', async () => {
    const other = { ...desk, id: 'm2', name: 'my-desk', url: 'https://other.example.org/' };
    server.offer('a', text(''));
    mcp.server(other.url).offer('a', text(''));
    await follow(desk);
    await follow(desk, other);
    const names = box()
      .offered()
      .map(({ name }) => name);
    await vi.waitFor(() =>
      expect([named.get('m1'), named.get('m2')]).toEqual([{ [names[0] ?? '']: 'a' }, { [names[1] ?? '']: 'a' }]),
    );
  });

  test('R9.10 fields with names that endpoints refuse have others for the model, and their own for server and person', async () => {
    const given = { type: 'string' };
    const row = { type: 'object', properties: { 数量: { type: 'integer' } }, required: ['数量'] };
    const properties = {
      商品: given,
      收件人: { ...given, description: '谁收' },
      field_1: given,
      明细: { type: 'array', items: row },
    };
    server.offer('do', text('ok'), { schema: { type: 'object', properties, required: ['商品'] } });
    await follow(desk);
    expect(box().offered()[0]?.schema).toMatchObject({
      properties: {
        field_2: { ...given, description: '商品' },
        field_3: { ...given, description: '收件人: 谁收' },
        field_1: given,
        field_4: {
          description: '明细',
          items: { properties: { field_5: { type: 'integer', description: '数量' } }, required: ['field_5'] },
        },
      },
      required: ['field_2'],
    });
    const written = { field_2: '可乐', 收件人: '王', field_4: [{ field_5: 3 }] };
    const real = { 商品: '可乐', 收件人: '王', 明细: [{ 数量: 3 }] };
    expect(box().asMeant('mcp_my_desk_do', written)).toEqual({ tool: 'mcp_my_desk_do', input: real });
    expect(box().check('mcp_my_desk_do', written)).toMatchObject({
      access: { subject: `My Desk: do ${JSON.stringify(real)}` },
    });
    await call('mcp_my_desk_do', JSON.stringify(written));
    expect(server.calls[0]?.input).toEqual(real);
    expect((await call('mcp_my_desk_do', {})).result.text).toContain('“商品” is missing');
  });

  test('R9.10 a field of another name for the model has its own again only where the server has that field', async () => {
    const row = { type: 'object', properties: { 数量: {} } };
    const properties = { 名称: { type: 'string' }, data: { type: 'object' }, rows: { anyOf: [{ type: 'null' }, row] } };
    server.offer('do', text('ok'), { schema: { type: 'object', properties, additionalProperties: row } });
    await follow(desk);
    const read = (input: Record<string, unknown>) => box().asMeant('mcp_my_desk_do', input).input;
    const free = { field_1: 1, field_2: 2, 名称: 3 };
    expect(read({ field_1: 'x', data: free, rows: { field_1: 4, field_2: 5 } })).toEqual({
      名称: 'x',
      data: free,
      rows: { field_1: 4, 数量: 5 },
    });
    expect(read({ field_1: 'x', 名称: 'y', rows: '[]' })).toEqual({ field_1: 'x', 名称: 'y', rows: '[]' });
  });

  test('R9.10 one of several fields that must be given is named to the model as it is offered', async () => {
    const needs = {
      type: 'object',
      properties: { 'a b': { type: 'string' } },
      anyOf: [{ required: ['a b'] }, { required: ['c'], properties: { c: {} } }],
    };
    server.offer('odd', text(''), { schema: needs });
    await follow(desk);
    expect(box().offered()[0]?.description).toContain('Give one of: field_1; c.');
  });

  test('R9.10 a list that changes is asked for again', async () => {
    server.offer('one', text('1'));
    await follow(desk);
    server.offer('two', text('2'));
    server.tellChange();
    await vi.waitFor(() => expect(server.lists).toBe(2));
    server.offers = server.offers.slice(1);
    tools.refresh();
    await vi.waitFor(() => expect(box().offered()).toHaveLength(0));
  });

  describe('R13.3 the person is told once of tools that are held back', () => {
    const changed = async (change: () => void) => {
      const before = server.lists;
      change();
      server.tellChange();
      await vi.waitFor(() => expect(server.lists).toBe(before + 1));
    };

    test('where one changed while the server is in use, and again where it changes once more', async () => {
      server.offer('one', text('1'));
      await follow(desk);
      expect(held).toEqual([]);
      await changed(() => (server.offers[0]!.description = 'Something else.'));
      await vi.waitFor(() => expect(held).toEqual(['My Desk: 1']));
      await changed(() => undefined);
      expect(held).toHaveLength(1);
      await changed(() => server.offer('two', text('2')));
      await vi.waitFor(() => expect(held).toEqual(['My Desk: 1', 'My Desk: 2']));
    });

    test('where one changed since an earlier visit', async () => {
      server.offer('one', text('1'));
      await follow({ ...desk, seen: { one: 'an older mark' } });
      await vi.waitFor(() => expect(held).toEqual(['My Desk: 1']));
    });

    test('not of what they accept, nor of a server that they have switched off or removed', async () => {
      server.offer('one', text('1'));
      await follow(desk);
      await follow({ ...desk, seen: seen.get('m1') ?? {} });
      expect(held).toEqual([]);
      await follow({ ...desk, seen: {} });
      tools.follow([]);
      for (const { over } of waits) over();
      await Promise.resolve();
      expect(held).toEqual([]);
    });

    test('not of a server that is just being added, unless they go without looking', async () => {
      server.offer('one', text('1'));
      await follow({ ...desk, seen: {} });
      expect([box().offered(), held]).toEqual([[], []]);
      for (const { over } of waits) over();
      await vi.waitFor(() => expect(held).toEqual(['My Desk: 1']));
    });
  });

  test('R8.3 a tool is waited for until its server has answered, but not for ever; other tools are not', async () => {
    let open = (): void => undefined;
    server.gate = new Promise((resolve) => (open = resolve));
    server.offer('one', text('1'));
    tools.follow([desk]);
    const isReady = vi.fn();
    void box().ready('mcp_my_desk_one').then(isReady);
    await box().ready('todo');
    expect(isReady).not.toHaveBeenCalled();
    open();
    await vi.waitFor(() => expect(isReady).toHaveBeenCalled());
    expect((await call('mcp_my_desk_one')).result.text).toBe('1');
    tools.follow([]);
    server.gate = new Promise(() => undefined);
    tools.follow([desk]);
    const late = box().ready('mcp_my_desk_one');
    waits.findLast(({ ms }) => ms === 10_000)?.over();
    await late;
    expect((await call('mcp_my_desk_one')).result.failure?.code).toBe('unknown_tool');
  });

  test('R6.2 a server that is away is asked again, and what it misses until then is a passing failure', async () => {
    server.fault = { code: 'unreachable' };
    server.offer('one', text('1'));
    await follow(desk);
    const { result } = await call('mcp_my_desk_one');
    expect(result.failure?.code).toBe('network');
    expect(result.text).toMatch(
      /^The tool “mcp_my_desk_one” is not there for the moment\. The MCP server “My Desk” cannot/,
    );
    const there = box().ready('mcp_my_desk_one');
    server.fault = null;
    await vi.waitFor(() => expect(waits.some(({ ms }) => ms === 1000)).toBe(true));
    waits.find(({ ms }) => ms === 1000)?.over();
    await there;
    expect((await call('mcp_my_desk_one')).result.ok).toBe(true);
  });

  test('R9.10 a server that wants a key is not asked again by itself, only when the settings are saved', async () => {
    server.fault = { code: 'key', status: 401 };
    server.offer('one', text('1'));
    await follow(desk);
    await box().ready('mcp_my_desk_one');
    expect(server.lists).toBe(1);
    server.fault = null;
    await follow(desk);
    expect(box().offered()).toHaveLength(1);
  });
});

describe('a call', () => {
  test('R9.12, R13.5 asks first, for the site of its server, with what would be sent', async () => {
    server.offer('write', text('ok'));
    const near = { ...desk, id: 'm2', name: 'near', url: 'http://127.0.0.1:9/mcp' };
    mcp.server(near.url).offer('write', text('ok'), { reads: true, repeatable: true });
    await follow(desk, near);
    expect(box().check('mcp_my_desk_write', { a: 1 })).toMatchObject({
      access: {
        origin: 'https://tools.example.org',
        private_address: false,
        subject: 'My Desk: write {"a":1}',
        rule: 'call',
      },
      place: 'remote',
      repeatable: false,
    });
    expect(box().check('mcp_near_write', {})).toMatchObject({ access: { private_address: true }, repeatable: true });
    expect(box().reads('mcp_my_desk_write', {})).toBe(false);
    expect(box().reads('mcp_near_write', {})).toBe(true);
  });

  test('R13.5 means the tool of that name on its server, if no other server and no tool of Cairn has the name', async () => {
    server.offer('create_issue', text('ok')).offer('add_todo', text('ok'));
    await follow(desk);
    expect(box().nameOf('create_issue')).toBe('mcp_my_desk_create_issue');
    expect(box().nameOf('createIssue')).toBe(null);
    const other = { ...desk, id: 'm2', name: 'near', url: 'http://127.0.0.1:9/mcp' };
    mcp.server(other.url).offer('create_issue', text('ok'));
    await follow(desk, other);
    expect(box().nameOf('create_issue')).toBe(null);
    expect(toolbox([todoTool], tools).nameOf('add_todo')).toBe('todo');
  });

  test('R9.12 asks each time if the server declares that the tool may delete, unless the settings allow it', async () => {
    server.offer('wipe', text('ok'), { destructive: true });
    await follow(desk);
    const { tool, access } = box().check('mcp_my_desk_wipe', {}) as Extract<CheckedCall, { ok: true }>;
    expect(access.rule).toBe('always_ask');
    expect(lastingGrant(tool, access)).toBe(null);
    const once = { effect: 'e1', step_id: 's1', tool, access, decision: 'plan' as const, decided_at: null };
    const none = { origins: [], private_origins: [], denied_origins: [], tools: {} };
    expect(decideByRule('e2', tool, access, { ...none, plan: [once as ApprovalRequest] }, false)).toBe('ask');
    const allowed = { [toolRuleKey(tool, access.server)]: 'allow' as const };
    expect(decideByRule('e2', tool, access, { ...none, plan: [], tools: allowed }, true)).toBe('allow');
  });

  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      text: { type: 'string' },
      count: { type: 'integer' },
      kind: { type: 'string', enum: ['Big-One', 'small'] },
      tags: { type: 'array', items: { type: 'string' } },
      more: { type: 'object' },
      none: { type: ['string', 'null'] },
    },
    required: ['text'],
    additionalProperties: false,
  };

  test('R6.1 is read tolerantly, by the schema that the server gave', async () => {
    server.offer('do', text('ok'), { schema });
    await follow(desk);
    const offered = box().offered()[0]?.schema;
    expect(offered).toMatchObject({ type: 'object', properties: schema.properties, required: ['text'] });
    expect(offered).not.toHaveProperty('$schema');
    await call(
      'mcp_my_desk_do',
      '{"Text":" as it is ","count":"3","kind":"big one","tags":"a, b","more":"{\\"x\\":1}","none":null,"other":1}',
    );
    expect(server.calls[0]?.input).toEqual({
      text: ' as it is ',
      count: 3,
      kind: 'Big-One',
      tags: ['a', 'b'],
      more: { x: 1 },
      none: null,
    });
  });

  test.each([
    [{}, '“text” is missing'],
    [{ text: 5 }, '“text” must be text, not 5'],
    [{ text: 'a', count: 1.5 }, '“count” must be a whole number, not 1.5'],
    [{ text: 'a', kind: 'large' }, '“kind” must be one of Big-One, small, not "large"'],
    [{ text: 'a', more: [1] }, '“more” must be an object, not [1]'],
    [[1], 'it must be an object, not [1]'],
  ])('R6.1 with %j is told what is wrong and what is expected', async (input, fault) => {
    server.offer('do', text('ok'), { schema });
    await follow(desk);
    const { result } = await call('mcp_my_desk_do', input);
    expect(result.failure?.code).toBe('invalid_input');
    expect(result.text).toContain(fault);
    expect(result.text).toContain(
      'Expected: text (text); where needed: count (a whole number), kind (Big-One | small)',
    );
  });

  test('R14.6 tells of its progress', async () => {
    server.offer('slow', text('done'));
    server.progress = ['1/2', '2/2'];
    await follow(desk);
    const said: string[] = [];
    await call('mcp_my_desk_slow', {}, (each) => said.push(each));
    expect(said).toEqual(['1/2', '2/2']);
  });

  test.each<[McpError, boolean, string, RegExp]>([
    [{ code: 'unreachable' }, false, 'network', /cannot be reached/],
    [{ code: 'cut' }, true, 'network', /went away during the call\.$/],
    [{ code: 'cut' }, false, 'failed', /Whether the call was carried out is not known/],
    [{ code: 'timeout', seconds: 60 }, true, 'timeout', /gave no sign for 60 seconds\.$/],
    [{ code: 'timeout', seconds: 60 }, false, 'failed', /is not known/],
    [{ code: 'status', status: 500 }, true, 'server', /fault of its own \(500\)/],
    [{ code: 'status', status: 429 }, false, 'rate_limit', /too often/],
    [{ code: 'key', status: 401 }, false, 'failed', /refuses the key it was given, or wants one/],
    [{ code: 'refused', detail: 'No such drawer.' }, false, 'failed', /refused the call: No such drawer\./],
    [{ code: 'no_mcp' }, false, 'failed', /not as an MCP server/],
    [{ code: 'redirected' }, false, 'failed', /redirects are not followed/],
  ])('R6.2 that meets %j (repeatable: %s) fails as %s', async (fault, repeatable, code, said) => {
    server.offer('do', { fault }, { repeatable });
    await follow(desk);
    const { result } = await call('mcp_my_desk_do');
    expect(result).toMatchObject({ ok: false, failure: { code } });
    expect(result.text).toMatch(said);
  });

  test('R12.1 that times out before it was sent is not in doubt', async () => {
    server.offer('do', text('done'));
    await follow(desk);
    Object.assign(server, { fault: { code: 'timeout', seconds: 15 }, unsent: true });
    const { result } = await call('mcp_my_desk_do');
    expect(result).toMatchObject({ ok: false, failure: { code: 'timeout' } });
    expect(result.cause).toBeUndefined();
  });
});

describe('an answer', () => {
  const answered = async (answer: McpToolResult) => {
    server.offer('do', answer);
    await follow(desk);
    return call('mcp_my_desk_do');
  };

  test('R9.2, R13.3 is an observation from outside, with the value behind it', async () => {
    const { result } = await answered({ ...text('The sum is 3.'), output: { sum: 3 } });
    const said = 'The sum is 3.\n\n{\n  "sum": 3\n}';
    expect(result).toMatchObject({ ok: true, text: said, output: { sum: 3 }, foreign: true });
  });

  test.each<[string, string[], McpToolResult['output'] & {}]>([
    ['as JSON, in another order', ['{"b": 2, "a": 1}'], { a: 1, b: 2 }],
    ['in words, wrapped by the server', ['晴天'], { result: '晴天' }],
    ['item by item', ['{"id": 1}', '{"id": 2}'], { result: [{ id: 1 }, { id: 2 }] }],
    ['as a number', ['5'], { result: 5 }],
    ['in a block of code', ['```json\n{"a": 1}\n```'], { a: 1 }],
  ])('R9.2 shows a value once that the text gives %s', async (_, texts, output) => {
    const content = texts.map((each) => ({ kind: 'text', text: each }) as const);
    expect((await answered({ content, output, failed: false })).result).toMatchObject({
      text: texts.join('\n\n'),
      output,
    });
  });

  test('R9.2 with the text of a file gives its name and keeps it', async () => {
    const csv = { name: '台账.csv', mime: 'text/csv' };
    const { result, file } = await answered({
      content: [{ kind: 'text', text: '日期,金额\n1,2', file: csv }],
      failed: false,
    });
    expect(result.text).toBe('台账.csv:\n日期,金额\n1,2\n\nKept as a file for the person: “台账.csv”.');
    expect(file).toMatchObject({ ...csv, content: '日期,金额\n1,2', kind: 'artifact', source: 'My Desk' });
  });

  test('R9.2 whose text file is the value itself shows it once', async () => {
    const part = { kind: 'text', text: '{"a":1}', file: { name: 'a.json', mime: 'application/json' } } as const;
    const { result } = await answered({ content: [part], output: { a: 1 }, failed: false });
    expect(result.text).toBe('a.json:\n{"a":1}\n\nKept as a file for the person: “a.json”.');
  });

  test('R9.2 gives its files names that differ', async () => {
    const png = { kind: 'bytes', name: 'x.png', mime: 'image/png', base64: 'YQ==' } as const;
    const long = { kind: 'text', text: 'word '.repeat(3000), file: { name: 'do.txt', mime: 'text/plain' } } as const;
    const { result, file } = await answered({ content: [png, png, long], failed: false });
    expect(file?.name).toBe('do.txt');
    expect(result.text).toContain('Kept as files for the person: “x.png”, “x (2).png”, “do (2).txt”.');
  });

  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  test.each<[string, McpToolResult, string]>([
    ['a text beside a value', { ...text(deep(9000)), output: { a: 1 } }, '[[['],
    ['a text that is no JSON', { ...text('['.repeat(20_000)), output: { a: 1 } }, '[[['],
    ['a text alone', text(deep(600)), '[[['],
    [
      'a value',
      { content: [], output: JSON.parse(deep(9000)) as NonNullable<McpToolResult['output']>, failed: false },
      'The tool also returned a value that is nested too deeply to be read.',
    ],
  ])('R6.1 with %s nested too deeply is still the answer of a call that was carried out', async (_, answer, said) => {
    const { result } = await answered(answer);
    expect(result.ok).toBe(true);
    expect(result.text).toContain(said);
  });

  test.each<[string, McpToolResult, string, unknown]>([
    ['only a value', { content: [], output: { a: 1 }, failed: false }, '{\n  "a": 1\n}', { a: 1 }],
    ['JSON as text', text('[1,2]'), '[1,2]', [1, 2]],
    ['nothing', { content: [], failed: false }, 'Done. The tool answered with nothing.', ''],
    ['a link', { content: [{ kind: 'link', name: 'Map', uri: 'x://y' }], failed: false }, 'Map: x://y', 'Map: x://y'],
  ])('R9.2 of %s is readable', async (_, answer, said, output) => {
    expect((await answered(answer)).result).toMatchObject({ text: said, output });
  });

  test('R6.1 that says it failed is a readable failure', async () => {
    const { result } = await answered({ ...text('Out of paper.'), failed: true });
    expect(result).toMatchObject({
      ok: false,
      text: '“do” failed. “My Desk” says: Out of paper.',
      foreign: true,
    });
  });

  test('R9.2 that is long is kept whole and shown in part', async () => {
    const { result, file } = await answered(text('word '.repeat(3000)));
    expect(result.text).toMatch(
      /\[Shown: the first \d+ of 14999 characters\. To read on: read_artifact with file "do\.txt"/,
    );
    expect(result.text.length).toBeLessThan(4300);
    expect(file).toMatchObject({ name: 'do.txt', kind: 'artifact' });
  });

  test('R9.2 with pictures, sounds and files keeps each of them', async () => {
    const png = { kind: 'bytes', name: null, mime: 'image/png', base64: 'iVBO\nRw0=' } as const;
    const { result, file, finish } = await answered({
      content: [
        png,
        { kind: 'bytes', name: 'a.csv', mime: 'text/csv', base64: 'YQ==' },
        { ...png, base64: '<svg>' },
        { ...png, mime: 'x";base64' },
      ],
      failed: false,
    });
    expect(file).toMatchObject({
      name: 'do-1.png',
      content: 'data:image/png;base64,iVBORw0=',
      kind: 'file',
    });
    expect(result.text).toBe(
      'Kept as files for the person: “do-1.png”, “a.csv”, “do-4.bin”.\n\nOne more file was too large or not readable, and not kept.',
    );
    const put: NewFile[] = [];
    const stores = {
      files: { get: async () => undefined, all: async () => [], put: async (row: NewFile) => void put.push(row) },
    };
    const context = {
      stores: { ...stores, todos: {}, entries: {}, notes: {} },
      now: 'now',
      sessionId: 's',
      newId: () => 'f',
    };
    await finish?.(context as unknown as LocalToolContext);
    expect(put).toMatchObject([{ name: 'a.csv' }, { name: 'do-4.bin', mime: 'application/octet-stream' }]);
  });
});
