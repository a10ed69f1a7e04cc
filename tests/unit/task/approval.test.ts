import { describe, expect, test } from 'vitest';
import type { CallAccess, ApprovalRequest } from '../../../src/task/approval.ts';
import { decideByRule, lastingGrant, type Grants } from '../../../src/task/gate.ts';
import { settingsWithGrant } from '../../../src/records/lasting-grants.ts';
import { defaultSettings } from '../../../src/records/settings.ts';

const site = (origin: string, more: Partial<CallAccess> = {}): CallAccess => ({
  origin,
  private_address: false,
  subject: `${origin}/page`,
  rule: 'site',
  ...more,
});
const here = (rule: CallAccess['rule']): CallAccess => ({
  origin: null,
  private_address: false,
  subject: '“Milk”',
  rule,
});
const none: Grants = { plan: [], origins: [], private_origins: [], denied_origins: [], tools: {} };
const decided = (
  decision: ApprovalRequest['decision'],
  access: CallAccess,
  tool = 'fetch',
  effect = 'e0',
): ApprovalRequest => ({
  effect,
  step_id: 's',
  tool,
  access,
  decision,
});
const weigh = (access: CallAccess, grants: Partial<Grants> = {}, tainted = false, tool = 'fetch') =>
  decideByRule('e1', tool, access, { ...none, ...grants }, tainted);

describe('R9.12 what a call needs', () => {
  test('what stays on this machine needs nothing; a site and a deletion ask', () => {
    expect(weigh(here('free'))).toBe('allow');
    expect(weigh(site('https://a.example'))).toBe('ask');
    expect(weigh(here('always_ask'))).toBe('ask');
  });

  test.each([
    ['once', 'allow'],
    ['plan', 'allow'],
    ['always', 'allow'],
    ['deny', 'deny'],
  ] as const)('a call that was decided as “%s” is not asked about again', (decision, expected) => {
    const approval = decided(decision, site('https://a.example'), 'fetch', 'e1');
    expect(weigh(site('https://a.example'), { plan: [approval] })).toBe(expected);
  });

  test('what was decided about a call counts only for what the person was shown, and never against a rule', () => {
    const shown = site('https://a.example');
    const plan = [decided('once', shown, 'fetch', 'e1')];
    const others = [{ subject: 'https://a.example/other' }, { private_address: true }, { rule: 'always_ask' }] as const;
    for (const other of others) expect(weigh({ ...shown, ...other }, { plan })).toBe('ask');
    expect(weigh(site('https://b.example'), { plan })).toBe('ask');
    expect(weigh(shown, { plan, tools: { fetch: 'deny' } })).toBe('forbid');
    expect(weigh(shown, { plan, denied_origins: ['https://a.example'] })).toBe('forbid');
  });

  test('“once” and “deny” hold for their call alone; “this plan” for the same tool, kind and site', () => {
    const a = site('https://a.example');
    for (const decision of ['once', 'deny'] as const) expect(weigh(a, { plan: [decided(decision, a)] })).toBe('ask');
    const plan = [decided('plan', a)];
    expect(weigh(a, { plan })).toBe('allow');
    expect(weigh(site('https://b.example'), { plan })).toBe('ask');
    expect(weigh(site('http://a.example'), { plan })).toBe('ask');
    expect(weigh(a, { plan }, false, 'mcp')).toBe('ask');
    expect(weigh({ ...a, rule: 'always_ask' }, { plan })).toBe('ask');
    expect(weigh({ ...a, rule: 'in_doubt' }, { plan })).toBe('ask');
  });

  test('what is sent is asked about each time: no permission for this plan holds for the next one', () => {
    const sent = site('https://a.example', { rule: 'always_ask' });
    expect(weigh(sent, { plan: [decided('plan', sent)] })).toBe('ask');
    expect(weigh(sent, { plan: [decided('plan', sent, 'fetch', 'e1')] })).toBe('allow');
    expect(weigh(here('always_ask'), { plan: [decided('plan', here('always_ask'))] })).toBe('allow');
  });

  test('R9.10 to read from a site is no leave to call the tools of a server there, nor the other way round', () => {
    const server = (tool: string) => ({ origin: 'http://127.0.0.1:3000', id: 'a', tool });
    const reading = site('http://127.0.0.1:3000');
    const calling = { ...reading, rule: 'call' as const, server: server('write') };
    const key = 'mcp:["http://127.0.0.1:3000","a","write"]';
    const origins = ['http://127.0.0.1:3000'];
    expect(weigh(calling, { origins, private_origins: origins }, false, 'mcp_a_write')).toBe('ask');
    expect(lastingGrant('mcp_a_write', calling)).toEqual({ kind: 'tool', tool: key });
    expect(lastingGrant('mcp_a_write', { ...calling, server: undefined })).toBeNull();
    const tools = { [key]: 'allow' } as const;
    expect(weigh(calling, { tools }, true, 'mcp_a_write')).toBe('allow');
    expect(weigh({ ...calling, server: server('delete') }, { tools }, false, 'mcp_a_delete')).toBe('ask');
    expect(weigh(calling, { tools: { mcp_a_write: 'allow' } }, false, 'mcp_a_write')).toBe('ask');
    expect(weigh(reading, { tools })).toBe('ask');
  });

  test('R13.3 what is there is changed without a question until text from outside has been read', () => {
    const change = here('change');
    expect(weigh(change, {}, false, 'schedule')).toBe('allow');
    expect(weigh(change, {}, true, 'schedule')).toBe('ask');
    const settled = { plan: [decided('plan', change, 'schedule')] };
    expect(weigh(change, settled, true, 'schedule')).toBe('allow');
    expect(weigh(here('always_ask'), settled, true, 'schedule')).toBe('ask');
    expect(lastingGrant('schedule', change)).toBeNull();
    expect(weigh(change, { tools: { schedule: 'allow' } }, false, 'schedule')).toBe('allow');
    expect(weigh(change, { tools: { schedule: 'ask' } }, false, 'schedule')).toBe('ask');
  });

  test('R13.3 a tool that is allowed changes and deletes without a question until text from outside has been read', () => {
    const tools = { todo: 'allow' } as const;
    for (const rule of ['change', 'always_ask'] as const) {
      expect(weigh(here(rule), { tools }, false, 'todo')).toBe('allow');
      expect(weigh(here(rule), { tools }, true, 'todo')).toBe('ask');
      const plan = [decided('plan', here(rule), 'todo')];
      expect(weigh(here(rule), { tools, plan }, true, 'todo')).toBe('allow');
    }
    expect(weigh(here('free'), { tools }, true, 'todo')).toBe('allow');
  });

  test.each([
    ['https://a.example', 'https://a.example', 'forbid'],
    ['https://a.example', 'http://a.example', 'forbid'],
    ['https://a.example', 'https://a.example:8443', 'forbid'],
    ['https://a.example', 'https://a.example.', 'forbid'],
    ['https://a.example.', 'https://a.example', 'forbid'],
    ['http://a.example:81', 'https://sub.a.example', 'forbid'],
    ['https://sub.a.example', 'https://a.example', 'ask'],
    ['https://a.example', 'https://nota.example', 'ask'],
    ['http://10.0.0.1:8080', 'https://10.0.0.1:8080', 'forbid'],
    ['http://10.0.0.1', 'http://10.0.0.1:8080', 'ask'],
    ['http://localhost:3000', 'http://localhost:8000', 'ask'],
  ])('a ban of %s makes %s: %s', (banned, origin, expected) => {
    expect(weigh(site(origin), { denied_origins: [banned] })).toBe(expected);
    const isBelow = origin.includes('sub.') || expected !== 'forbid';
    const both = { denied_origins: [banned], origins: [origin] };
    expect(weigh(site(origin), both), 'allowed by its exact origin').toBe(isBelow ? 'allow' : 'forbid');
  });

  test('a permission for a site is for its exact origin', () => {
    for (const origin of ['http://a.example', 'https://a.example:8443', 'https://sub.a.example', 'https://a.example.'])
      expect(weigh(site(origin), { origins: ['https://a.example'] })).toBe('ask');
  });

  test('R13.5 a lasting permission for a site covers no private address of the same name, and the other way round', () => {
    const inside = site('http://127.0.0.1:8080', { private_address: true });
    expect(weigh(inside, { origins: ['http://127.0.0.1:8080'] })).toBe('ask');
    expect(weigh(inside, { private_origins: ['http://127.0.0.1:8080'] })).toBe('allow');
    expect(weigh(site('https://a.example'), { private_origins: ['https://a.example'] })).toBe('ask');
  });

  test('a tool that is ruled out makes no call, and a site that is ruled out is reached by none, whatever else allows it', () => {
    const a = site('https://a.example');
    const everything = { origins: ['https://a.example'], plan: [decided('plan', a)] };
    expect(weigh(a, { ...everything, tools: { fetch: 'deny' } })).toBe('forbid');
    expect(weigh(a, { ...everything, denied_origins: ['https://a.example'] })).toBe('forbid');
    expect(weigh(here('free'), { tools: { todo: 'deny' } }, false, 'todo')).toBe('forbid');
    expect(weigh(here('free'), { tools: { todo: 'deny' } }, false, 'files')).toBe('allow');
  });

  test('a tool that is to ask asks for what needs no question otherwise', () => {
    const tools = { todo: 'ask' } as const;
    expect(weigh(here('free'), { tools }, false, 'todo')).toBe('ask');
    expect(weigh(here('free'), { tools, plan: [decided('plan', here('free'), 'todo')] }, false, 'todo')).toBe('allow');
  });

  test('a tool that is allowed deletes and reads sites without a question, but sends nothing and reaches nothing private', () => {
    const tools = { fetch: 'allow', todo: 'allow' } as const;
    expect(weigh(here('always_ask'), { tools }, false, 'todo')).toBe('allow');
    expect(weigh(site('https://a.example'), { tools })).toBe('allow');
    expect(weigh(site('https://a.example', { rule: 'always_ask' }), { tools })).toBe('ask');
    expect(weigh(site('http://10.0.0.1', { private_address: true }), { tools })).toBe('ask');
    expect(weigh(here('in_doubt'), { tools }, false, 'todo')).toBe('ask');
  });

  test('R13.3 once text from outside has been read, an allowed tool opens no site that the person has not named', () => {
    const tools = { fetch: 'allow' } as const;
    expect(weigh(site('https://evil.example'), { tools }, true)).toBe('ask');
    expect(weigh(site('https://a.example'), { tools, origins: ['https://a.example'] }, true)).toBe('allow');
  });
});

describe('R9.12 what “always” means', () => {
  test('for a site its origin, apart for private ones; for what reaches none the tool; for sending and doubt nothing', () => {
    expect(lastingGrant('fetch', site('https://a.example'))).toEqual({
      kind: 'site',
      origin: 'https://a.example',
      private_address: false,
    });
    expect(lastingGrant('fetch', site('https://a.example', { rule: 'always_ask' }))).toBeNull();
    expect(lastingGrant('fetch', site('https://a.example', { rule: 'in_doubt' }))).toBeNull();
  });

  test('R9.12 none is given for a deletion, nor for a tool that could then delete', () => {
    expect(lastingGrant('todo', here('always_ask'))).toBeNull();
    expect(lastingGrant('todo', here('free'))).toBeNull();
  });

  test('it is kept once, beside what was there', () => {
    const grant = { kind: 'site', origin: 'https://a.example', private_address: false } as const;
    const once = settingsWithGrant(defaultSettings, grant);
    expect(settingsWithGrant(once, grant).allowed_origins).toEqual(['https://a.example']);
    expect(settingsWithGrant(once, { ...grant, private_address: true })).toMatchObject({
      allowed_origins: ['https://a.example'],
      allowed_private_origins: ['https://a.example'],
    });
    expect(settingsWithGrant(once, { kind: 'tool', tool: 'todo' }).tool_rules).toEqual({ todo: 'allow' });
  });
});
