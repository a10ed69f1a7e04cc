import type { Happened } from '../domain/journal.ts';
import type { Plan } from '../domain/plan.ts';
import { inPhase, isWorking, type Run } from '../domain/run.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { importedRun } from './imported-run.ts';

/** The session that takes a plan in. */
export interface PlanTaker {
  readonly id: string;
  readonly run: Run | null;
  tell(event: { type: 'plan.import'; run: Run }): Promise<void>;
  note(body: Happened): Promise<void>;
}

/**
 * Makes a plan the session's task; it waits for the person, one from an answer under review. False, with nothing changed, while another plan is at work: it
 * is not pulled away from under its steps. An imported one may hold what others wrote (R13.3).
 */
export async function takePlan(
  plan: Plan,
  from: 'import' | 'template' | 'answer',
  session: PlanTaker,
  { clock, stores }: Pick<AppDependencies, 'clock' | 'stores'>,
): Promise<boolean> {
  const { limits } = await stores.settings.get();
  const before = session.run;
  if (before && isWorking(before.phase)) return false;
  const context = { run: clock.newId('run'), session: session.id, at: clock.now(), before, limits };
  const imported = importedRun(plan, context);
  const run = from === 'answer' ? inPhase({ ...imported, pause: null }, 'reviewing', context.at) : imported;
  await session.tell({ type: 'plan.import', run: { ...run, tainted: run.tainted || from === 'import' } });
  await session.note({ type: 'plan_generated', steps: plan.steps.length, from });
  return true;
}
