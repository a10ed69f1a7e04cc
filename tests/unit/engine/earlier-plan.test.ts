import { expect, test } from 'vitest';
import { earlierPlanFields } from '../../../src/agent/plan-so-far.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { usual } from './usual.ts';
import { prose, World } from './world.ts';

const at = '2026-01-01T10:00:00.000Z';

test('R3.3 a request after a plan has ended holds that plan with its results, and the one after an answer, too', async () => {
  const planned = usual(['Fetch the table', 'Draw the chart']);
  let isOver = false;
  const world = new World((request, ...rest) => (isOver ? prose('Gladly.') : planned(request, ...rest)));
  world.submit('Show the figures');
  await world.untilPhase('completed');
  isOver = true;
  const first = world.model.requests.at(0)?.messages.at(-1)?.text;
  expect(first).not.toContain('The last plan');
  for (const goal of ['Thanks', 'From step 2 again']) {
    const { id } = world.run;
    world.submit(goal);
    await world.until((run) => run.id !== id && run.phase === 'answered');
    const text = world.model.requests.at(-1)?.messages.at(-1)?.text;
    expect(text).toMatch(
      /^The last plan of this conversation[^\n]*\n\[[^\n]*\nShow the figures\n1\. \[completed\] Fetch the table[^\n]*\n2\. \[completed\] Draw the chart/,
    );
    expect(text?.endsWith(goal)).toBe(true);
  }
});

test('R3.3 the text of an ended plan has the inputs of its steps and is bounded', () => {
  const step = { ...newStep('a', 'Add'), tool: 'todo', parameters: { action: 'add', title: 'Milk' } };
  const inner = { goal: 'g', status: 'completed' as const, steps: [{ ...newStep('b', 'Inside'), error: 'No\nluck' }] };
  const plan = { ...emptyPlan('p', 'Shop', at), steps: [step, { ...newStep('c', 'Go'), plan: inner }] };
  expect(earlierPlanFields({ plan }).earlier_plan).toBe(
    'Shop\n1. [pending] Add (todo {"action":"add","title":"Milk"})\n2. [pending] Go\n2.1. [pending] Inside → No luck',
  );
  const steps = Array.from({ length: 500 }, () => ({ ...step, description: 'x'.repeat(200) }));
  expect(earlierPlanFields({ plan: { ...plan, steps } }).earlier_plan?.length).toBeLessThan(6100);
  expect(earlierPlanFields({ plan: emptyPlan('p', 'g', at) })).toEqual({});
});

test('R3.3 a plan stays through any number of tasks without one, and one of several steps also through single steps', () => {
  const plan = emptyPlan('p', 'g', at);
  const planOf = (...steps: string[]) => ({ ...plan, steps: steps.map((step) => newStep(step, step)) });
  let passed = earlierPlanFields({ plan: planOf('Buy', 'Cook') });
  const party = passed.earlier_plan;
  expect(passed.last_steps_plan).toBe(party);
  for (let n = 0; n < 5; n += 1) passed = earlierPlanFields({ plan, ...passed });
  expect(passed).toEqual({ earlier_plan: party, last_steps_plan: party });
  passed = earlierPlanFields({ plan: planOf('Yes'), ...passed });
  expect(passed).toEqual({ earlier_plan: 'g\n1. [pending] Yes', last_steps_plan: party });
  expect(earlierPlanFields({ plan: planOf('Go', 'Return'), ...passed }).last_steps_plan).toContain('Return');
  expect(earlierPlanFields({ plan: planOf('Only one') })).toEqual({ earlier_plan: 'g\n1. [pending] Only one' });
});

test('R3.3 a result of up to 300 characters stands whole in the text of an ended plan', () => {
  const result = `Three cakes. ${'x'.repeat(250)} I suggest the second: it feeds 12.`;
  const plan = { ...emptyPlan('p', 'g', at), steps: [{ ...newStep('a', 'Compare'), result }] };
  expect(earlierPlanFields({ plan }).earlier_plan).toContain(`→ ${result}`);
});

test('R3.3 the text of an ended plan never ends in half a character', () => {
  const texts = [0, 1].map((more) => {
    const step = { ...newStep('a', 'Add'), result: `${'x'.repeat(more)}${'😀'.repeat(100)}` };
    const long = { ...newStep('b', 'y'.repeat(more) + '😀'.repeat(3000)) };
    return earlierPlanFields({ plan: { ...emptyPlan('p', 'Shop', at), steps: [step, long] } }).earlier_plan ?? '';
  });
  for (const text of texts) expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});
