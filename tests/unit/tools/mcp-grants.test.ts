import { describe, expect, test } from 'vitest';
import type { ApprovalRequest, ApprovalDecision } from '../../../src/task/approval.ts';
import { decideByRule, type GateDecision, lastingGrant } from '../../../src/task/gate.ts';
import type { McpServer } from '../../../src/records/mcp-server.ts';
import { settingsWithGrant } from '../../../src/records/lasting-grants.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import { rulesInForce, serverToolOfRule } from '../../../src/records/rules-in-force.ts';
import type { CheckedCall } from '../../../src/ports/toolbox.ts';
import { McpTools } from '../../../src/tools/mcp/mcp-tools.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { FakeMcp } from '../../fakes/fake-mcp.ts';

/** A server with its tools. */
type Laid = Partial<McpServer> & { id: string; name: string; tools: string[] };

const answer = { content: [], failed: false };
const urlOf = ({ id, url }: Laid) => url ?? `https://${id}.example/mcp`;
const serverOf = (laid: Laid): McpServer => {
  const { id, name, enabled = true } = laid;
  return { id, name, enabled, url: urlOf(laid) };
};

/** The calls that a model can make of these servers' tools, by the server's id and the tool's own name. */
async function callsOf(...laid: Laid[]): Promise<Map<string, Extract<CheckedCall, { ok: true }>>> {
  const mcp = new FakeMcp();
  for (const each of laid) for (const tool of each.tools) mcp.server(urlOf(each)).offer(tool, answer);
  const tools = new McpTools({
    connect: ({ url }, changed) => mcp.connect({ url, key: async () => null }, changed),
    wait: () => new Promise(() => undefined),
    seen: () => undefined,
    named: () => undefined,
    held: () => undefined,
  });
  tools.follow(laid.map(serverOf));
  await tools.ready();
  const box = toolbox([], tools);
  const names = box.offered().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  return new Map(
    box.offered().map(({ name, server }) => {
      const call = box.check(name, {});
      if (!call.ok) throw new Error(`${name} cannot be called`);
      expect(call.tool).toBe(name);
      return [`${server?.id} ${server?.tool}`, call];
    }),
  );
}

const call = (calls: Awaited<ReturnType<typeof callsOf>>, of: string) => {
  const found = calls.get(of);
  if (!found) throw new Error(`no ${of}`);
  return found;
};

function weigh(
  { tool, access }: { tool: string; access: ApprovalRequest['access'] },
  settings: Settings,
  plan: ApprovalRequest[] = [],
): GateDecision {
  const { allowed_origins, allowed_private_origins, denied_origins, tool_rules } = settings;
  const grants = { origins: allowed_origins, private_origins: allowed_private_origins, denied_origins };
  return decideByRule('e2', tool, access, { plan, ...grants, tools: tool_rules }, true);
}

/** The settings after "always" for one call, with these servers. */
function granted({ tool, access }: Extract<CheckedCall, { ok: true }>, ...laid: Laid[]): Settings {
  const grant = lastingGrant(tool, access);
  if (!grant) throw new Error('no lasting grant');
  return settingsWithGrant({ ...defaultSettings, mcp_servers: laid.map(serverOf) }, grant);
}

const mail: Laid = { id: 'm1', name: 'Acme', tools: ['mail_send'] };
const long = 'a name of four and twenty';

/** Who got a lasting grant, and who must not take it over. */
const takeovers: [what: string, of: Laid, by: Laid][] = [
  ['a server whose name goes on where the tool begins', mail, { id: 'm2', name: 'Acme mail', tools: ['send'] }],
  [
    'a server whose name ends where the tool goes on',
    { id: 'm1', name: 'Acme mail', tools: ['send'] },
    { ...mail, id: 'm2' },
  ],
  [
    'a name equal in its first 24 characters',
    { id: 'm1', name: `${long} one`, tools: ['do'] },
    { id: 'm2', name: `${long} two`, tools: ['do'] },
  ],
  [
    'a name with a hyphen for a space',
    { id: 'm1', name: 'my mail', tools: ['do'] },
    { id: 'm2', name: 'my-mail', tools: ['do'] },
  ],
  ['a name in other letters', { id: 'm1', name: 'Mail', tools: ['do'] }, { id: 'm2', name: 'MAIL', tools: ['do'] }],
  [
    'a name in full-width letters',
    { id: 'm1', name: 'Mail', tools: ['do'] },
    { id: 'm2', name: 'Ｍａｉｌ', tools: ['do'] },
  ],
  [
    'a name with signs at its ends',
    { id: 'm1', name: 'Mail', tools: ['do'] },
    { id: 'm2', name: '“Mail”', tools: ['do'] },
  ],
  ['the very same name', { id: 'm1', name: 'Mail', tools: ['do'] }, { id: 'm2', name: 'Mail', tools: ['do'] }],
  [
    'a name of the same sound in signs without Latin letters',
    { id: 'm1', name: '邮件', tools: ['do'] },
    { id: 'm2', name: '邮件', tools: ['do'] },
  ],
  [
    'another path of the same origin',
    { ...mail, url: 'https://host.example/a' },
    { ...mail, id: 'm2', url: 'https://host.example/b' },
  ],
  [
    'the same id at another address, as after an edit in an earlier version',
    mail,
    { ...mail, url: 'https://other.example/mcp' },
  ],
  ['the same id by another scheme', mail, { ...mail, url: 'http://m1.example/mcp' }],
  ['the same id at another port', mail, { ...mail, url: 'https://m1.example:8443/mcp' }],
  ['one removed and added again', mail, { ...mail, id: 'm9', url: urlOf(mail) }],
  [
    'a tool of the same server that is spelled alike',
    { id: 'm1', name: 'A', tools: ['mail send'] },
    { id: 'm1', name: 'A', tools: ['mail_send'] },
  ],
  [
    'a tool of the same server in other letters',
    { id: 'm1', name: 'A', tools: ['send'] },
    { id: 'm1', name: 'A', tools: ['Send'] },
  ],
  [
    'a tool equal in its first 64 characters',
    { id: 'm1', name: 'A', tools: [`${'x'.repeat(90)}1`] },
    { id: 'm1', name: 'A', tools: [`${'x'.repeat(90)}2`] },
  ],
  [
    'a tool named like the key of another',
    { id: 'm1', name: 'A', tools: ['x'] },
    { id: 'm2', name: 'A', tools: ['mcp:["https://m1.example","m1","x"]'] },
  ],
];

describe('R9.12 a lasting permission belongs to one tool of one server at one origin', () => {
  test.each(takeovers.filter(([, of, by]) => of.id !== by.id))('not to %s, beside it', async (_, of, by) => {
    for (const both of [
      [of, by],
      [by, of],
    ]) {
      const calls = await callsOf(...both);
      const settings = granted(call(calls, `${of.id} ${of.tools[0]}`), ...both);
      expect(weigh(call(calls, `${of.id} ${of.tools[0]}`), settings)).toBe('allow');
      expect(weigh(call(calls, `${by.id} ${by.tools[0]}`), settings)).toBe('ask');
    }
  });

  test.each(takeovers)('not to %s, in its place', async (_, of, by) => {
    const settings = granted(call(await callsOf(of), `${of.id} ${of.tools[0]}`), of);
    const calls = await callsOf(by);
    expect(weigh(call(calls, `${by.id} ${by.tools[0]}`), settings)).toBe('ask');
    expect(weigh(call(calls, `${by.id} ${by.tools[0]}`), { ...settings, mcp_servers: [serverOf(by)] })).toBe('ask');
  });

  test.each(takeovers)('nor does one for this plan, or for one call, go to %s', async (_, of, by) => {
    const shown = call(await callsOf(of), `${of.id} ${of.tools[0]}`);
    const next = call(await callsOf(by), `${by.id} ${by.tools[0]}`);
    const decided = (decision: ApprovalDecision, effect: string): ApprovalRequest[] => [
      { effect, step_id: 's', tool: shown.tool, access: shown.access, decision },
    ];
    expect(weigh(shown, defaultSettings, decided('plan', 'e1'))).toBe('allow');
    expect(weigh(next, defaultSettings, decided('plan', 'e1'))).toBe('ask');
    expect(weigh(next, defaultSettings, decided('once', 'e2'))).toBe('ask');
  });

  test('it stays when the server is renamed, switched off and on again, or another one comes', async () => {
    const settings = granted(call(await callsOf(mail), 'm1 mail_send'), mail);
    const renamed = { ...mail, name: 'Post' };
    const other = { id: 'm2', name: 'Acme mail', tools: ['send'] };
    for (const laid of [[renamed], [mail, other]])
      expect(weigh(call(await callsOf(...laid), 'm1 mail_send'), settings)).toBe('allow');
    const off = { ...settings, mcp_servers: [{ ...serverOf(mail), enabled: false }] };
    expect(rulesInForce(off)).toEqual(settings.tool_rules);
  });

  test('a rule that forbids a tool is the tool’s as well, and one that an earlier version stored by name still forbids', async () => {
    const calls = await callsOf(mail);
    const sending = call(calls, 'm1 mail_send');
    const grant = lastingGrant(sending.tool, sending.access);
    const key = grant?.kind === 'tool' ? grant.tool : '';
    expect(weigh(sending, { ...defaultSettings, tool_rules: { [key]: 'deny' } })).toBe('forbid');
    expect(weigh(sending, { ...defaultSettings, tool_rules: { [key]: 'allow', mcp_acme_mail_send: 'deny' } })).toBe(
      'forbid',
    );
  });
});

describe('R9.10 names of tools', () => {
  test('are unique whatever the servers are called, and do not depend on their order or on who is switched on', async () => {
    const servers: Laid[] = takeovers.map(([, { name, tools }], at) => ({ id: `s${at}`, name, tools }));
    const there = [...(await callsOf(...servers))].map(([of, { tool }]) => [of, tool]);
    const back = [...(await callsOf(...servers.toReversed()))].map(([of, { tool }]) => [of, tool]);
    expect(Object.fromEntries(back)).toEqual(Object.fromEntries(there));
    const some = servers.map((server, at) => ({ ...server, enabled: at % 2 === 0 }));
    for (const [of, { tool }] of await callsOf(...some)) expect(there).toContainEqual([of, tool]);
  });

  test('of one server begin with what no other server’s names begin with', async () => {
    const servers: Laid[] = [
      { id: 'm1', name: 'Acme', tools: ['mail_send', 'mail'] },
      { id: 'm2', name: 'Acme mail', tools: ['send', 'x'] },
      { id: 'm3', name: 'Acme mail send', tools: ['now'] },
    ];
    const names = [...(await callsOf(...servers))].map(([of, { tool }]) => [of.split(' ')[0], tool] as const);
    for (const [id, name] of names) {
      const own = names.filter(([other]) => other === id).map(([, each]) => each);
      const prefix = /^mcp_[a-z_]+_[0-9a-f]{6}_/.exec(name)?.[0] ?? '';
      expect(prefix).not.toBe('');
      expect(names.filter(([, each]) => each.startsWith(prefix)).map(([, each]) => each)).toEqual(own);
    }
  });
});

describe('R9.12 rules in force', () => {
  const key = (origin: string, id: string) => `mcp:${JSON.stringify([origin, id, 'send'])}`;
  const rules = { [key('https://m1.example', 'm1')]: 'allow', fetch: 'allow', todo: 'deny' } as const;
  const inForce = (mcp_servers: McpServer[], tool_rules: Settings['tool_rules']) =>
    rulesInForce({ mcp_servers, tool_rules });

  test.each<[string, McpServer[]]>([
    ['is removed', []],
    ['has another address', [{ ...serverOf(mail), url: 'https://other.example/mcp' }]],
    ['has no address', [{ ...serverOf(mail), url: '' }]],
    ['has another id', [{ ...serverOf(mail), id: 'm2' }]],
  ])('those of a server end once it %s', (_, servers) => {
    expect(inForce([serverOf(mail)], rules)).toEqual(rules);
    expect(inForce(servers, rules)).toEqual({ fetch: 'allow', todo: 'deny' });
  });

  test('“allow” by a name, from an earlier version, is asked again; what asks or forbids stays', () => {
    const stored = { mcp_acme_mail_send: 'allow', mcp_acme_x: 'deny', mcp_acme_y: 'ask', memory: 'allow' } as const;
    const rest = { mcp_acme_x: 'deny', mcp_acme_y: 'ask', memory: 'allow' };
    expect(inForce([serverOf(mail)], stored)).toEqual(rest);
  });

  test.each(['mcp:', 'mcp:1', 'mcp:null', 'mcp:{}', 'mcp:[]', 'mcp:["a","b"]', 'mcp:["a","b",3]', 'todo'])(
    '%s is the key of no server’s tool',
    (text) => expect(serverToolOfRule(text)).toBeNull(),
  );
});
