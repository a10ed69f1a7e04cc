import { describe, expect, test } from 'vitest';
import { markersProtocol } from '../../../src/protocols/markers-protocol.ts';
import { addDeclaredSteps, applyProposal } from '../../../src/task/proposal.ts';
import { nextMove } from '../../../src/task/next-move.ts';
import { planErrors } from '../../../src/plan/plan.ts';
import { newRun } from '../../../src/task/run.ts';
import { endStep, startStep } from '../../../src/task/run-steps.ts';
import { maxRoundsWithoutEnd, saysMovingOn } from '../../../src/protocols/prose-decisions.ts';
import { toolError, toolSuccess } from '../../../src/task/tool-result.ts';
import type { MoveContext, StepRound } from '../../../src/task/transcript.ts';
import { proposedStep } from '../../fixtures/steps.ts';
import { moveContext } from '../../fixtures/move-context.ts';
import { after, read, said } from './replies.ts';

const at = '2026-01-01T10:00:00.000Z';
const think = (text: string, rounds = 0, description?: string) =>
  read(markersProtocol, 'thought', said(text), after(rounds, description));

test.each([
  '[Done]',
  '[done]',
  '[STEP DONE]',
  '[Step Done]',
  '[stepdone]',
  '[完成]',
  '[步骤完成]',
  '［Done］',
  '【完成】',
  '［ 步骤完成 ］',
])('R4.5 the explicit marker %s ends a step at once, in its first round', (marker) => {
  expect(think(`I have read it. ${marker}`)).toEqual({ kind: 'done', response: 'I have read it.', fits: true });
});

describe('R4.5 a transition word at the start of a sentence ends a step from its second round on', () => {
  const openings = ['now', 'next', 'then', 'Now', 'NEXT', 'Then', '现在', '接下来', '然后'];
  test.each(openings)('%s', (word) => {
    for (const text of [
      `${word}, the other page.`,
      `I read it. ${word} the other page.`,
      `I read it!\n${word} the other page.`,
      `- I read it\n- ${word} the other page.`,
      `读完了。${word}看下一页。`,
      `读完了. ${word} 看下一页`,
      `"Is it read?" ${word}: yes.`,
    ]) {
      expect(think(text, 0).kind, text).toBe('round');
      expect(think(text, 1).kind, text).toBe('done');
    }
  });
  test.each([
    'I will do it now.',
    'I know what comes next.',
    'The page, then the table.',
    'Nowadays it is so.',
    'Nextcloud holds it.',
    'See example.next for more.',
    'promise.then(read) is called.',
    '我现在看这一页',
    '先看这一页，然后看下一页',
    'It is 3.now 4.',
  ])('%j is no such word', (text) => {
    expect(saysMovingOn(text)).toBe(false);
    expect(think(text, 1).kind).toBe('round');
  });
  test('a reply that acts goes on, whatever words it opens with', () => {
    expect(think('Now I add it. [Act] todo {"action":"add","title":"x"}', 1)).toMatchObject({
      kind: 'act',
      finish: null,
    });
  });
  test('a reply that could not be used is no round', () => {
    const { turns } = after(1);
    const scene = {
      description: 'Carry on',
      turns: turns.map((turn) => ({ ...turn, decision: { kind: 'invalid' as const, violation: '' } })) as StepRound[],
    };
    expect(markersProtocol.readThought(said('Now the next.'), scene).kind).toBe('round');
  });
});

describe('R4.5 without any sign a step ends after its number of rounds', () => {
  test.each([
    ['The weather', 5],
    ['天气', 5],
    ['Fetch the page', 3],
    ['抓取页面', 3],
    ['Fetch the page and then fetch it again', 3],
    ['Fetch the page, compare it and write a summary', 8],
    ['下载数据并分析', 8],
  ])('%s: %i', (description, limit) => {
    expect(maxRoundsWithoutEnd(description)).toBe(limit);
    for (let rounds = 0; rounds < limit + 2; rounds += 1)
      expect(think('I look at it.', rounds, description).kind).toBe(rounds + 1 < limit ? 'round' : 'done');
  });
  test('an act in the last round is carried out, and ends the step when it succeeds', () => {
    const act = '[Act] todo {"action":"list"}';
    expect(think(act, 1, 'Fetch the page')).toMatchObject({ kind: 'act', finish: null });
    expect(think(act, 2, 'Fetch the page')).toMatchObject({ kind: 'act', finish: { response: null, fits: true } });
  });
});

describe('R4.5 a read that is followed by a write which succeeds', () => {
  const call = (n: number, tool: string, reads: boolean, ok = true): StepRound => ({
    kind: 'tool',
    effect: 's1/t1/step_1/1/1',
    n,
    action: { call: 'call_1', tool, input: { n } },
    result: ok ? toolSuccess(`${tool} ${n}`) : toolError('conflict', 'no'),
    retry_at: at,
    reads,
    repeatable: false,
  });
  const thought = (n: number): StepRound => ({
    kind: 'thought',
    n,
    effect: `e/${n}`,
    decision: { kind: 'act', actions: [{ call: 'call_1', tool: 'todo', input: {} }], note: '', finish: null },
    reply: said('[Act] todo {}'),
  });
  const context = (description: string | null, tool?: string) =>
    moveContext({ markedStep: description === null ? null : { description, tool } });
  const readThenWrite = [thought(1), call(2, 'fetch', true), thought(3), call(4, 'todo', false)];
  const kindOf = (turns: readonly StepRound[], given: MoveContext) => nextMove(turns, given, false).kind;

  test.each(['Add a to-do for each', 'Put it on the todo list', '加入待办'])(
    'ends %j at once: it names that write',
    (description) => {
      expect(nextMove(readThenWrite, context(description), false)).toEqual({
        kind: 'end',
        outcome: { status: 'completed', response: 'todo 4', fits: true },
      });
    },
  );
  test('ends a step at once whose tool is that write', () => {
    expect(kindOf(readThenWrite, context('Carry it over', 'todo'))).toBe('end');
  });
  test.each<[string, readonly StepRound[], MoveContext]>([
    ['the step does not name it', readThenWrite, context('Carry it over')],
    ['the protocol is another one', readThenWrite, context(null)],
    ['nothing was read before', [thought(1), call(2, 'todo', false)], context('Add a to-do')],
    ['the write failed', [...readThenWrite.slice(0, 3), call(4, 'todo', false, false)], context('Add a to-do')],
    ['the read failed', [thought(1), call(2, 'fetch', true, false), ...readThenWrite.slice(2)], context('Add a to-do')],
    [
      'the read came after it',
      [thought(1), call(2, 'todo', false), thought(3), call(4, 'fetch', true)],
      context('Add a to-do'),
    ],
  ])('does not end it at once when %s', (_, turns, given) => {
    expect(kindOf(turns, given)).toBe('think');
  });
  test('ends any step at its next round without a call', () => {
    const scene = { turns: readThenWrite, description: 'Carry on' };
    expect(markersProtocol.readThought(said('It is written.'), scene)).toMatchObject({ kind: 'done' });
    expect(markersProtocol.readThought(said('Hm.'), { ...scene, turns: readThenWrite.slice(0, 2) })).toMatchObject({
      kind: 'round',
    });
  });
});

describe('R4.5 each round collects new [Step] declarations', () => {
  test.each([
    ['an act', '[Step] Check it\n[Act] todo {"action":"list"}', 'act'],
    ['a question', '[Step] Check it\n[Ask] Which?', 'ask'],
    ['the end', '[Done] read\n[Step] Check it', 'done'],
    ['a round', 'I see.\n[步骤] Check it', 'round'],
  ])('beside %s', (_, text, kind) => {
    expect(think(text)).toMatchObject({ kind, declared: [proposedStep('Check it')] });
  });
  test('a reply that was cut off declares nothing', () => {
    expect(read(markersProtocol, 'thought', said('I see. [Step] Che', 'length'))).not.toHaveProperty('declared');
  });
  test('what the rounds of a step declared goes along with its end', () => {
    const rounds = ['[Step] One', 'hm', '[Step] Two\n[Step] Three', '[Done] ok'].reduce<StepRound[]>(
      (turns, text, n) => {
        const decision = markersProtocol.readThought(said(text), { turns, description: 'Carry on' });
        return [...turns, { kind: 'thought', n: n + 1, effect: `e/${n}`, decision, reply: said(text) }];
      },
      [],
    );
    expect(nextMove(rounds, moveContext(), false)).toEqual({
      kind: 'end',
      outcome: {
        status: 'completed',
        response: 'ok',
        fits: true,
        declared: ['One', 'Two', 'Three'].map((each) => proposedStep(each)),
      },
    });
    expect(nextMove(rounds.slice(0, 3), moveContext(), false).kind).toBe('think');
  });

  const drawn = applyProposal(
    newRun({ run: 't', session: 's', plan: 'p' }, 'Goal', at),
    ['One', 'Two'].map((each) => proposedStep(each)),
    at,
  );
  const ended = endStep(
    startStep(drawn, 'step_1', at),
    'step_1',
    { status: 'completed', response: 'ok', fits: true },
    undefined,
    at,
  );
  const room = (max: number) => ({ max_plan_steps: max, max_step_tool_calls: 8 });
  const names = (run: typeof drawn) => run.plan.steps.map((step) => `${step.id} ${step.description} ${step.status}`);

  test('they are added to the end of the plan, once each, unless a step with that description exists', () => {
    const grown = addDeclaredSteps(
      ended,
      ['Three', ' two ', 'one', 'Three', 'THREE', 'Four'].map((each) => proposedStep(each)),
      room(20),
      at,
    );
    expect(names(grown)).toEqual([
      'step_1 One completed',
      'step_2 Two pending',
      'step_3 Three pending',
      'step_4 Four pending',
    ]);
    expect(planErrors(grown.plan)).toEqual([]);
    expect(
      names(
        addDeclaredSteps(
          grown,
          ['Three', 'Four'].map((each) => proposedStep(each)),
          room(20),
          at,
        ),
      ),
    ).toEqual(names(grown));
    expect(addDeclaredSteps(ended, [], room(20), at)).toBe(ended);
  });
  test('R5.4 beyond max_plan_steps the surplus is folded, and told where there is no room at all', () => {
    expect(
      names(
        addDeclaredSteps(
          ended,
          ['Three', 'Four', 'Five'].map((each) => proposedStep(each)),
          room(3),
          at,
        ),
      ).at(-1),
    ).toBe('step_3 Three; Four; Five pending');
    const full = addDeclaredSteps(
      ended,
      ['Three'].map((each) => proposedStep(each)),
      room(2),
      at,
    );
    expect(names(full)).toEqual(names(ended));
    expect(full.events.at(-1)).toEqual({ kind: 'declared', step: null, description: 'Three' });
  });
  test('R3.9 steps that the person edited, and what they depend on, stay as they are', () => {
    const steps = ended.plan.steps.map((step) =>
      step.id === 'step_2' ? { ...step, edited_by_person: true, dependencies: ['step_1'] } : step,
    );
    const grown = addDeclaredSteps({ ...ended, plan: { ...ended.plan, steps } }, [proposedStep('Three')], room(20), at);
    expect(grown.plan.steps.slice(0, 2)).toEqual(steps);
  });
});
