import type { Run } from '../../task/run.ts';
import { exportPlan } from '../../formats/plan-file/export-plan.ts';
import { safeFileName } from '../../records/file-name.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import type { Toasts } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';

interface Host {
  readonly dependencies: Pick<AppDependencies, 'saveFile'>;
  readonly toasts: Toasts;
  readonly words: Translator;
}

/** Downloads the plan as a `plan.json` named after its goal, or says that there is none. */
export function downloadPlan(run: Run | null, { dependencies, toasts, words }: Host): void {
  if (run && run.plan.steps.length > 0)
    dependencies.saveFile(`${safeFileName(run.plan.goal)}.json`, 'application/json', exportPlan(run.plan));
  else toasts.refuse(words.t('plan.nothing_to_export'));
}
