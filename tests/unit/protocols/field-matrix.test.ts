import { describe, expect, test } from 'vitest';
import { jsonProtocol } from '../../../src/protocols/json-protocol.ts';
import { markersProtocol } from '../../../src/protocols/markers-protocol.ts';
import { toolsProtocol } from '../../../src/protocols/tools-protocol.ts';
import { called, type ContractName, fresh, open, read, said } from './replies.ts';

const fields: Record<string, unknown> = {
  current_step: 'Add milk',
  next_action: { tool: 'todo', input: { action: 'list' } },
  question: 'Which milk?',
  response: 'Oat milk added.',
};
type Rule = 'needs' | 'forbids' | 'may have';
/** R4.2, copied from the specification by hand; an action beside an end is made before the step ends. */
const matrix: Record<string, Record<string, Rule>> = {
  continue: { current_step: 'may have', next_action: 'needs', question: 'forbids', response: 'may have' },
  ask_user: { current_step: 'may have', next_action: 'forbids', question: 'needs', response: 'forbids' },
  done: { current_step: 'may have', next_action: 'may have', question: 'forbids', response: 'may have' },
  blocked: { current_step: 'may have', next_action: 'forbids', question: 'forbids', response: 'needs' },
};
const kinds: Record<string, string> = { continue: 'act', ask_user: 'ask', done: 'done', blocked: 'blocked' };

describe('R4.2 the field matrix of a thought is enforced for every combination of fields', () => {
  const names = Object.keys(fields);
  const cases = Object.keys(matrix).flatMap((status) =>
    Array.from({ length: 2 ** names.length }, (_, bits) => {
      const present = names.filter((_name, at) => (bits >> at) % 2 === 1);
      const broken = names.filter((name) => {
        const rule = matrix[status]![name];
        return present.includes(name) ? rule === 'forbids' : rule === 'needs';
      });
      return [status, present.join(' + ') || 'nothing', present, broken] as const;
    }),
  );
  test.each(cases)('%s with %s', (status, _, present, broken) => {
    for (const absent of [undefined, null, '']) {
      const reply = Object.fromEntries(
        names.map((name) => [
          name,
          present.includes(name) ? fields[name] : name === 'next_action' && absent === '' ? null : absent,
        ]),
      );
      const decision = read(jsonProtocol, 'thought', said(JSON.stringify({ status, ...reply })));
      expect(decision.kind).toBe(
        broken.length > 0 ? 'invalid' : present.includes('next_action') ? 'act' : kinds[status],
      );
      if (decision.kind === 'invalid') expect(broken.some((name) => decision.violation.includes(name))).toBe(true);
    }
  });
});

test.each([
  ['no tool', { input: {} }],
  ['an empty tool', { tool: '', input: {} }],
  ['no input', { tool: 'todo' }],
  ['a text as input', { tool: 'todo', input: 'milk' }],
  ['a list as input', { tool: 'todo', input: ['milk'] }],
  ['nothing', {}],
])('R4.2 continue needs next_action with tool and input: %s is refused', (_, next_action) => {
  const decision = read(
    jsonProtocol,
    'thought',
    said(JSON.stringify({ status: 'continue', current_step: '1', next_action })),
  );
  expect(decision).toMatchObject({ kind: 'invalid', violation: expect.stringContaining('next_action') as string });
});

test.each<[ContractName, Record<string, unknown>, string]>([
  ['replan', { status: 'replanned', plan: [] }, 'plan'],
  ['replan', { status: 'replanned', plan: null }, 'plan'],
  ['replan', { status: 'replanned', plan: [''] }, 'plan'],
  ['replan', { status: 'done' }, 'response'],
  ['replan', { status: 'done', response: ' ' }, 'response'],
  ['replan', { status: 'ask_user' }, 'question'],
  ['replan', { status: 'blocked' }, 'status'],
  ['plan', { status: 'planned' }, 'plan'],
  ['plan', { status: 'planned', plan: [{ tool: 'todo' }] }, 'plan'],
  ['plan', { status: 'done', response: 'x' }, 'status'],
  ['thought', { status: 'planned', plan: ['One'] }, 'status'],
  ['thought', { status: 'done', plan_still_fits: 'maybe' }, 'plan_still_fits'],
  ['intake', { status: 'answer' }, 'response'],
  ['intake', { status: 'continue' }, 'next_action'],
  ['evaluation', { success: 'yes', decision: 'continue', reason: '' }, 'success'],
  ['evaluation', { success: true, decision: 'done', reason: '' }, 'decision'],
  ['evaluation', { success: true, decision: 'continue' }, 'reason'],
])('R4.1 the contract %s refuses %j and names the field', (contract, object, field) => {
  const decision = read(jsonProtocol, contract, said(JSON.stringify(object)));
  expect(decision).toMatchObject({ kind: 'invalid', violation: expect.stringContaining(field) as string });
});

test('R4.1 one typed decision comes out, whichever protocol carried it', () => {
  const input = { action: 'add', title: 'Milk' };
  const acts = [
    read(
      jsonProtocol,
      'thought',
      said(JSON.stringify({ status: 'continue', current_step: '1', next_action: { tool: 'todo', input } })),
    ),
    read(toolsProtocol, 'thought', called([['todo', JSON.stringify(input), 'call_1']])),
    read(markersProtocol, 'thought', said(`[Act] todo ${JSON.stringify(input)}`)),
  ];
  for (const act of acts)
    expect(act).toEqual({ kind: 'act', actions: [{ call: 'call_1', tool: 'todo', input }], note: '', finish: null });

  const asks = [
    read(jsonProtocol, 'replan', said('{"status":"ask_user","question":"Which?"}')),
    read(toolsProtocol, 'replan', called([['ask_user', '{"question":"Which?"}']])),
    read(markersProtocol, 'replan', said('[Ask] Which?')),
  ];
  for (const ask of asks) expect(ask).toEqual({ kind: 'ask', question: 'Which?' });

  const kept = [
    read(jsonProtocol, 'replan', said('{"status":"unchanged"}')),
    read(toolsProtocol, 'replan', called([['keep_plan', '']])),
    read(markersProtocol, 'replan', said('[Keep]')),
  ];
  for (const each of kept) expect(each).toEqual({ kind: 'unchanged' });

  const plans = [
    read(jsonProtocol, 'plan', said('{"status":"planned","plan":["One","Two"]}')),
    read(toolsProtocol, 'plan', called([['create_plan', '{"plan":["One",{"description":" Two "}]}']])),
    read(markersProtocol, 'plan', said('[Step] One\n[Step] Two')),
  ];
  for (const plan of plans) expect(plan).toEqual(plans[0]);

  const verdicts = [
    read(jsonProtocol, 'evaluation', said('{"success":false,"decision":"retry","reason":"thin"}')),
    read(toolsProtocol, 'evaluation', called([['judge_step', '{"success":false,"decision":"retry","reason":"thin"}']])),
    read(markersProtocol, 'evaluation', said('[Retry] thin')),
  ];
  for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0]);
});

test.each([
  ['the reason of a blocked step', '{"blocked":true}'],
  ['the reason of a blocked step, not blanks', '{"blocked":true,"response":"  "}'],
  ['a truth value for plan_still_fits', '{"plan_still_fits":"maybe"}'],
])('R4.2, R4.3 finish_step needs %s', (_, written) => {
  expect(read(toolsProtocol, 'thought', called([['finish_step', written]])).kind).toBe('invalid');
});

test('R4.2, R4.3 finish_step carries response, plan_still_fits and blocked', () => {
  expect(
    read(toolsProtocol, 'thought', called([['finish_step', '{"response":" ok ","plan_still_fits":false}']])),
  ).toEqual({
    kind: 'done',
    response: 'ok',
    fits: false,
  });
  expect(read(toolsProtocol, 'thought', called([['finish_step', '{"blocked":true,"response":"gone"}']]))).toEqual({
    kind: 'blocked',
    reason: 'gone',
  });
});

test('R4.3 each call offers the control tools that fit, and no others', () => {
  const tools = [{ name: 'todo', description: 'to-dos', schema: { type: 'object' } }];
  const names = (contract: Parameters<typeof toolsProtocol.requestOptions>[0], more = {}) =>
    toolsProtocol.requestOptions(contract, { ...open, tools, ...more }).tools.map((tool) => tool.name);
  expect(names('intake')).toEqual(['todo', 'create_plan']);
  expect(names('plan')).toEqual(['create_plan']);
  expect(names('answer')).toEqual([]);
  expect(names('thought')).toEqual(['todo', 'finish_step', 'ask_user']);
  expect(names('replan')).toEqual(['keep_plan', 'update_plan', 'finish_task', 'ask_user']);
  expect(names('replan', { open: false })).toEqual(['update_plan', 'finish_task', 'ask_user']);
  expect(names('replan', { onlyClosing: true })).toEqual(['finish_task']);
  expect(toolsProtocol.requestOptions('thought', open).choice).toBe('required');
  expect(toolsProtocol.requestOptions('intake', open).choice).toBe('auto');
});

test('R4.12 "unchanged" is an answer as long as a step remains, and none when all have ended', () => {
  const closed = { ...open, open: false };
  for (const [protocol, reply] of [
    [jsonProtocol, said('{"status":"unchanged"}')],
    [toolsProtocol, called([['keep_plan', '{}']])],
    [markersProtocol, said('[Keep]')],
  ] as const) {
    expect(protocol.readReplan(reply, [], open)).toEqual({ kind: 'unchanged' });
    expect(protocol.readReplan(reply, [], closed)).toMatchObject({
      kind: 'invalid',
      violation: expect.stringContaining('No step remains') as string,
    });
  }
});

test('R3.10 a replan that offers only the closing answer takes nothing else', () => {
  const closing = { ...open, open: false, onlyClosing: true };
  for (const [protocol, refused, taken] of [
    [jsonProtocol, said('{"status":"replanned","plan":["More"]}'), said('{"status":"done","response":"42"}')],
    [toolsProtocol, called([['update_plan', '{"plan":["More"]}']]), called([['finish_task', '{"response":"42"}']])],
    [markersProtocol, said('[Step] More'), said('[Finish] 42')],
  ] as const) {
    expect(protocol.readReplan(refused, [], closing).kind).toBe('invalid');
    expect(protocol.readReplan(taken, [], closing)).toEqual({ kind: 'done', response: '42' });
  }
});

test('R4.2, R4.3 done of a thought ends the step, never the task, and so does finish_task within a step', () => {
  expect(jsonProtocol.readThought(said('{"status":"done","response":"All is done."}'), fresh).kind).toBe('done');
  expect(toolsProtocol.readThought(called([['finish_task', '{"response":"All is done."}']]), fresh)).toEqual({
    kind: 'done',
    response: 'All is done.',
    fits: true,
  });
});
