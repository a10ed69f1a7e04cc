import type { Run } from '../../domain/task/run.ts';
import { exportPlan } from '../../planfile/export-plan.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import type { Toasts } from '../app/toasts.svelte.ts';
import type { Words } from '../app/words.svelte.ts';

interface Host {
  readonly dependencies: Pick<AppDependencies, 'saveFile'>;
  readonly toasts: Toasts;
  readonly words: Words;
}

/** Downloads the plan as `plan.json` (R2.7), or says that there is none. */
export function savePlan(run: Run | null, { dependencies, toasts, words }: Host): void {
  if (run && run.plan.steps.length > 0) dependencies.saveFile('plan.json', 'application/json', exportPlan(run.plan));
  else toasts.refuse(words.t('plan.nothing_to_export'));
}
