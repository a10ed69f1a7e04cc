import { getShortestPaths } from 'xstate/graph';
import { expect, test } from 'vitest';
import type { AskResult } from '../../../src/task/round.ts';
import type { CallAccess } from '../../../src/task/approval.ts';
import type { ReplanDecision } from '../../../src/task/decision.ts';
import { defaultSettings } from '../../../src/records/settings.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import { planMachine } from '../../../src/engine/plan-machine.ts';
import { stepMachine } from '../../../src/engine/step-machine.ts';

const at = '2026-01-01T10:00:00.000Z';
const error = { code: 'auth', detail: '', status: 401, retry_after_ms: null } as const;
const busy = { code: 'server', detail: '', status: 503, retry_after_ms: null } as const;
const access: CallAccess = {
  origin: 'https://a.example',
  private_address: false,
  subject: 'https://a.example/',
  rule: 'site',
};

/** The states of a machine by their names, parents included: `thinking`, `thinking.calling`. */
function namesOf(value: unknown, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix + value];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) => [
    prefix + name,
    ...namesOf(inner, `${prefix}${name}.`),
  ]);
}

function leaves(states: Record<string, { states?: object }>, prefix = ''): string[] {
  return Object.entries(states).flatMap(([name, node]) => {
    const inner = node.states as Record<string, { states?: object }> | undefined;
    return inner && Object.keys(inner).length > 0 ? leaves(inner, `${prefix}${name}.`) : [prefix + name];
  });
}

/** States that only route: they are left in the same moment. */
const passing = new Set([
  'routing',
  'handedOver',
  'planned',
  'replanned',
  'recovering',
  'replanning.reserving',
  'planning.routing',
  'observing',
]);

test('R3.1 every state of the plan machine can be reached', () => {
  const decided = <D>(place: string, decision: D) => ({
    type: `xstate.done.actor.${place}`,
    output: { kind: 'decided', decision, effect: `e/${place}`, at } satisfies AskResult<D>,
  });
  const failed = (place: string, output: object) => ({ type: `xstate.done.actor.${place}`, output: { ...output, at } });
  const step = { id: null, description: 'A', tool: null, parameters: null, dependencies: [], expected_output: null };
  const paths = getShortestPaths(planMachine, {
    input: {
      session: 's',
      run: null,
      settings: { ...defaultSettings, limits: { ...defaultLimits, max_replans: 1 } },
      at,
    },
    events: [
      { type: 'goal.submit', goal: 'G', run: 'r', plan: 'p', at },
      { type: 'settings.change', settings: { ...defaultSettings, review: true }, at },
      decided('intake', { kind: 'answer', text: 'ok' }),
      decided('intake', { kind: 'invalid', violation: 'no' }),
      decided('intake', { kind: 'plan', steps: [step, { ...step, id: 'b', dependencies: [] }] }),
      failed('intake', { kind: 'unanswered', error: busy, retry_at: at }),
      failed('intake', { kind: 'stalled', reason: { code: 'endpoint', error } }),
      decided('draft', { kind: 'plan', steps: [step] }),
      decided('draft', { kind: 'invalid', violation: 'no' }),
      failed('draft', { kind: 'unanswered', error: busy, retry_at: at }),
      decided('answer', 'plainly'),
      { type: 'plan.approve', at },
      { type: 'plan.edit', edit: { kind: 'change', id: 'step_2', change: { description: 'Mine' } }, at },
      {
        type: 'step.ended',
        step: 'step_1',
        outcome: { status: 'completed', response: 'r', fits: true },
        output: undefined,
        wrote: {},
        owed: { kind: 'nothing' },
        at,
      },
      {
        type: 'step.ended',
        step: 'step_1',
        outcome: { status: 'failed', code: 'blocked', reason: 'x' },
        output: undefined,
        wrote: {},
        owed: { kind: 'nothing' },
        at,
      },
      {
        type: 'step.ended',
        step: 'step_1',
        outcome: { status: 'asking', question: '?', effect: 'q' },
        output: undefined,
        wrote: {},
        owed: { kind: 'nothing' },
        at,
      },
      {
        type: 'approval.needed',
        approval: { effect: 'a', step_id: 'step_1', tool: 'fetch', access, decision: null },
        at,
      },
      decided<ReplanDecision>('replan', { kind: 'unchanged' }),
      decided<ReplanDecision>('replan', { kind: 'done', response: 'closing' }),
      decided<ReplanDecision>('replan', {
        kind: 'replanned',
        steps: [{ ...step, id: 'c', dependencies: ['step_1'] }],
      }),
      failed('replan', { kind: 'unanswered', error: busy, retry_at: at }),
      failed('verify', { mismatches: [], checked: {}, count: 1, written: [] }),
      failed('verify', { mismatches: ['todos: Bread'], checked: {}, count: 1 }),
      { type: 'plan.pause', at },
      { type: 'plan.stop', at },
    ] as never[],
    serializeState: (state) =>
      JSON.stringify([
        state.value,
        state.context.settings.review,
        state.context.run?.plan.steps.map((each) => [each.status, each.edited_by_person]),
        state.context.run?.repair?.tries,
        state.context.run?.mismatches,
        state.context.run?.plan.replan_count,
      ]),
    limit: 20_000,
  });
  const reached = new Set(paths.flatMap((path) => namesOf(path.state.value)));
  const all = leaves(planMachine.root.states as never).filter((name) => !passing.has(name));
  expect(all.filter((name) => !reached.has(name))).toEqual([]);
  for (const path of paths) expect(path.state.status).not.toBe('error');
});

test('R3.1 every state of the step machine can be reached', () => {
  const reply = { text: '', calls: [], finish: 'calls' as const, usage: null };
  const thought = (decision: object) => ({
    type: 'xstate.done.actor.think',
    output: { kind: 'turn', turn: { kind: 'thought', n: 1, effect: 'e/1', decision, reply }, at },
  });
  const action = { call: 'c', tool: 'todo', input: {} };
  const none = () => undefined;
  const alone = stepMachine.provide({ actions: { reserve: none, report: none, stall: none, askPerson: none } });
  const paths = getShortestPaths(alone, {
    input: {
      step: 'step_1',
      attempt: 1,
      description: 'A',
      tool: undefined,
      rules: {
        limits: defaultLimits,
        firstCalls: [],
        answered: new Set<string>(),
        resumedAt: at,
        direct: null,
        judges: true,
      },
    },
    events: [
      { type: 'xstate.done.actor.recall', output: { turns: [], markers: false, at } },
      { type: 'budget.granted' },
      { type: 'budget.refused' },
      { type: 'approval.settled' },
      thought({ kind: 'act', actions: [action], note: '' }),
      thought({ kind: 'done', response: 'r', fits: true }),
      thought({ kind: 'ask', question: '?' }),
      thought({ kind: 'blocked', reason: 'x' }),
      { type: 'xstate.done.actor.think', output: { kind: 'stalled', reason: { code: 'endpoint', error }, at } },
      {
        type: 'xstate.done.actor.think',
        output: {
          kind: 'turn',
          turn: { kind: 'unanswered', n: 1, error: busy, retry_at: at, at: '2026-01-01T10:00:01.000Z' },
          at: '2026-01-01T10:00:01.000Z',
        },
      },
      {
        type: 'xstate.done.actor.act',
        output: {
          kind: 'turn',
          turn: {
            kind: 'tool',
            effect: 's1/t1/step_1/1/1',
            n: 2,
            action,
            result: toolSuccess('ok'),
            retry_at: at,
            reads: false,
            repeatable: false,
          },
          at,
        },
      },
      {
        type: 'xstate.done.actor.judge',
        output: {
          kind: 'turn',
          turn: {
            kind: 'judged',
            n: 3,
            effect: 'e/3',
            decision: { kind: 'judged', evaluation: { success: true, decision: 'continue', reason: '' } },
          },
          at,
        },
      },
      {
        type: 'xstate.done.actor.act',
        output: {
          kind: 'ask',
          approval: { effect: 'a', step_id: 'step_1', tool: 'fetch', access, decision: null },
          at,
        },
      },
    ] as never[],
    serializeState: (state) => JSON.stringify([state.value, state.context.turns.map((turn) => turn.kind)]),
    stopWhen: (state) => state.context.turns.length > 2,
    limit: 20_000,
  });
  const reached = new Set(paths.flatMap((path) => namesOf(path.state.value)));
  const all = leaves(stepMachine.root.states as never).filter((name) => !passing.has(name));
  expect(all.filter((name) => !reached.has(name))).toEqual([]);
});
