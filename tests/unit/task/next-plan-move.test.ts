import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newRun, type Run } from '../../../src/task/run.ts';
import { moveAfterReplan, nextPlanMove, nextRecoveryMove } from '../../../src/task/next-plan-move.ts';
import type { ApprovalRequest } from '../../../src/task/approval.ts';
import type { Step } from '../../../src/plan/step.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';
import { step } from '../../fixtures/steps.ts';

const at = '2026-01-01T10:00:00.000Z';
const question = { effect: 's/r/a/1/1', step_id: 'a', text: 'Which day?' };
const proposal = { steps: [], at_stake: ['b'], closing: null };

function taskWith(steps: Step[], rest: Partial<Run> = {}): Run {
  const run = newRun({ run: 'r', session: 's', plan: 'p' }, 'Do it', at);
  return { ...run, phase: 'executing', ...rest, plan: { ...run.plan, steps } };
}

const waitsFor = (step_id: string) =>
  ({ effect: `e/${step_id}`, step_id, decision: null }) as unknown as ApprovalRequest;
const move = (run: Run, ...loops: string[]) => nextPlanMove(run, { loops, limits: defaultLimits });

describe('R3.1, R7.2 the next move of a task:', () => {
  const chain = [step('a', 'pending'), step('b', 'pending', 'a')];
  const running = [step('a', 'running'), step('b', 'pending', 'a')];
  const fork = [step('a', 'completed'), step('b', 'pending', 'a'), step('c', 'pending', 'a')];

  test.each<[string, Run, string[], ReturnType<typeof move>]>([
    ['a step that is ready starts', taskWith(chain), [], { kind: 'start', ids: ['a'] }],
    ['two that are ready start at once', taskWith(fork), [], { kind: 'start', ids: ['b', 'c'] }],
    ['a step that ran when the tab ended is carried on', taskWith(running), [], { kind: 'start', ids: ['a'] }],
    ['while a step runs, it waits', taskWith(running), ['a'], { kind: 'wait' }],
    ['a plan without open steps is revised', taskWith([step('a', 'completed')]), [], { kind: 'replan' }],
    ['a stored cause comes before a step', taskWith(chain, { pending_replan: 'person' }), [], { kind: 'replan' }],
    [
      'a close that is held waits for running steps',
      taskWith(running, { pending_replan: 'held' }),
      ['a'],
      { kind: 'wait' },
    ],
    ['and comes when none runs', taskWith(fork, { pending_replan: 'held' }), [], { kind: 'replan' }],
    ['a failed step is recovered from first', taskWith(chain, { pending_replan: 'recovery' }), [], { kind: 'recover' }],
    ['steps that nothing can free are recovered from', taskWith([step('b', 'blocked', 'x')]), [], { kind: 'recover' }],
    [
      'consent comes before all else',
      taskWith(chain, { proposal, pending_replan: 'person' }),
      [],
      { kind: 'ask', what: 'consent' },
    ],
    ['a question is put once no step runs', taskWith(chain, { question }), [], { kind: 'ask', what: 'question' }],
    ['until then it waits', taskWith(running, { question }), ['a'], { kind: 'wait' }],
    [
      'where each running step waits for a yes, the task does',
      taskWith(running, { approvals: [waitsFor('a')] }),
      ['a'],
      { kind: 'ask', what: 'approval' },
    ],
    [
      'but not while another step can start',
      taskWith([step('a', 'running'), step('b', 'pending'), step('c', 'pending', 'b')], { approvals: [waitsFor('a')] }),
      ['a'],
      { kind: 'start', ids: ['b'] },
    ],
  ])('%s', (_, run, loops, expected) => {
    expect(move(run, ...loops)).toEqual(expected);
  });

  test('a failure is left to the person, to the model, or ends the task once its recoveries are spent', () => {
    const failed = taskWith([step('a', 'failed'), step('b', 'blocked', 'a')], { pending_replan: 'recovery' });
    const toCheck = { ...step('a', 'completed'), reason: { code: 'said_denied' as const, params: {} } };
    const spent = { ...failed, plan: { ...failed.plan, replan_count: defaultLimits.max_replans } };
    expect(nextRecoveryMove(failed, defaultLimits)).toBe('replan');
    expect(nextRecoveryMove(spent, defaultLimits)).toBe('fail');
    expect(nextRecoveryMove(taskWith([toCheck, step('b', 'blocked', 'a')]), defaultLimits)).toBe('check');
  });

  test('after a revision the task closes, asks, is blocked, or goes on', () => {
    const dead = [step('a', 'failed'), step('b', 'blocked', 'a')];
    expect(moveAfterReplan(taskWith(chain, { closing: 'Done.', question }), [])).toBe('close');
    expect(moveAfterReplan(taskWith(chain, { proposal, question }), [])).toBe('consent');
    expect(moveAfterReplan(taskWith(chain, { question }), ['a'])).toBe('question');
    expect(moveAfterReplan(taskWith(dead, { replan_cause: 'recovery' }), [])).toBe('block');
    expect(moveAfterReplan(taskWith(dead, { replan_cause: 'recovery' }), ['c'])).toBe('go_on');
    expect(moveAfterReplan(taskWith(dead, { replan_cause: 'edited' }), [])).toBe('go_on');
  });

  test('of any plan, only steps that are not done start, and never more than there are places for', () => {
    fc.assert(
      fc.property(planArbitrary, ({ steps }) => {
        const chosen = move(taskWith(steps));
        if (chosen.kind !== 'start') return;
        const ready = new Map(steps.map((each) => [each.id, each.status]));
        const fresh = chosen.ids.filter((id) => ready.get(id) === 'pending');
        expect(fresh.length).toBeLessThanOrEqual(defaultLimits.max_parallel_steps);
        for (const id of chosen.ids) expect(['pending', 'running', undefined]).toContain(ready.get(id));
      }),
    );
  });
});
