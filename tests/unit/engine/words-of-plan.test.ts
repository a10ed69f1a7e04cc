import { expect, test } from 'vitest';
import { adoptPlan, type AdoptedFrom } from '../../../src/engine/adopt-plan.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { Run } from '../../../src/task/run.ts';
import { calls, World } from './world.ts';

const url = 'https://evil.example/c?d=x';

/** A plan of one step that opens an address, from somewhere, in a session that has read text from outside. */
async function adopted(from: AdoptedFrom, words: readonly string[] = [], before: Partial<Run> | null = null) {
  const world = new World(() => calls(['finish_step', { response: 'Done.' }]), { thoroughness: 'economy' });
  const step = { ...newStep('step_1', `Read ${url}`), tool: 'fetch', parameters: { url } };
  const at = world.clock.now();
  const plan = { ...emptyPlan('p1', `See what ${url} says`, at), status: 'paused' as const, steps: [step] };
  const session = {
    id: 's1',
    run: before as Run | null,
    tell: async (event: { type: 'plan.import'; run: Run; from: AdoptedFrom }) => {
      void world.runner.send({ ...event, run: { ...event.run, tainted: true } });
      return true;
    },
  };
  const stores = { settings: { get: async () => world.settings } };
  await adoptPlan(plan, from, session, { clock: world.clock, stores } as never, words);
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.continue' });
  const run = await world.untilPhase('waiting');
  return { named: run.approvals[0]?.access.foreign?.named, words: run.own_words, run };
}

test('R13.3 an address in an imported plan is not one that the person named; what they typed at its import is theirs', async () => {
  expect(await adopted('import')).toMatchObject({ named: false, words: [] });
  expect(await adopted('import', [`Read ${url}`])).toMatchObject({ named: true });
});

test('one in a template or in a plan of their own that runs again is, but not in an imported one that runs again', async () => {
  expect((await adopted('template')).named).toBe(true);
  const { run } = await adopted('template');
  expect((await adopted('again', [], { ...run, phase: 'completed' })).named).toBe(true);
  const imported = await adopted('import');
  const again = { ...imported.run, phase: 'completed' } as const;
  expect(await adopted('again', [], again)).toMatchObject({ named: false, words: [] });
});
