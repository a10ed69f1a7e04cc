import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { Step } from '../../../src/plan/step.ts';
import { importedRun } from '../../../src/engine/adopt-plan.ts';
import type { World } from './world.ts';

/** A plan comes in from a file: it waits, paused, until the person says continue. */
export function imported(world: World, steps: readonly (string | (Partial<Step> & { id: string }))[]): void {
  const at = world.clock.now();
  const made = steps.map((step, n): Step =>
    typeof step === 'string' ? newStep(`step_${n + 1}`, step) : { ...newStep(step.id, `Do ${step.id}`), ...step },
  );
  const plan = { ...emptyPlan('imported', 'An imported goal', at), status: 'paused' as const, steps: made };
  const { limits } = world.settings;
  const run = importedRun(plan, { run: 'task_imported', session: 's1', at, before: null, limits });
  void world.runner.send({ type: 'plan.import', run, from: 'import' });
}
