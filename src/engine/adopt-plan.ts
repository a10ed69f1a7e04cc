import type { Plan } from '../plan/plan.ts';
import { withPhase, isWorking, type Run, newRun, type Phase } from '../task/run.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';
import { personLanguage } from '../values/person-language.ts';
import { budgetsToGrant } from '../task/budget.ts';
import type { Limits } from '../values/limits.ts';
import { textsWrittenByPerson } from '../task/texts-written-by-person.ts';

/** The origin of a plan that was not made for a goal; `again`: the session's own plan, run once more. */
export type AdoptedPlanOrigin = 'import' | 'template' | 'answer' | 'again';

/** The session that receives a plan. */
export interface PlanTargetSession {
  readonly id: string;
  readonly run: Run | null;
  tell(event: { type: 'plan.import'; run: Run; from: AdoptedPlanOrigin }): Promise<boolean>;
}

/**
 * Makes a plan the current task of the session. Changes nothing and returns `working` while another plan is running,
 * and `not_stored` if the plan cannot be stored. The task is paused until the person starts it; a plan from an answer
 * must be reviewed first; an imported plan that was completed, failed or cancelled stays so. The text of an imported
 * plan is treated as text from outside, but for the `words` that the person gave; so are the words of an answer, and
 * those of a plan that text from outside had a part in when it is run again.
 */
export async function adoptPlan(
  plan: Plan,
  from: AdoptedPlanOrigin,
  session: PlanTargetSession,
  { clock, stores }: { clock: Clock; stores: Stores },
  words: readonly string[] = [],
): Promise<'adopted' | 'working' | 'not_stored'> {
  const { limits } = await stores.settings.get();
  const before = session.run;
  if (before && isWorking(before.phase)) return 'working';
  const context = { run: clock.newId('run'), session: session.id, at: clock.now(), before, limits };
  const texts = plan.steps.map(({ description }) => description).join('\n');
  const language = personLanguage(plan.goal, clock.languages(), texts);
  const imported = { ...importedRun(plan, context), ...(language && { language }) };
  const run = from === 'answer' ? withPhase({ ...imported, pause: null }, 'reviewing', context.at) : imported;
  const own_words =
    from === 'import'
      ? [...words]
      : from === 'answer'
        ? []
        : from === 'again'
          ? await wordsOfEarlier(before, stores)
          : null;
  const adopted = { ...run, tainted: run.tainted || from === 'import', ...(own_words && { own_words }) };
  return (await session.tell({ type: 'plan.import', run: adopted, from })) ? 'adopted' : 'not_stored';
}

/** Returns the person's own words in an earlier plan that text from outside had a part in; null if it had none. */
async function wordsOfEarlier(run: Run | null, stores: Stores): Promise<string[] | null> {
  const { isPlanFromOutside } = await import('./plan-from-outside.ts');
  return run && (await isPlanFromOutside(run, stores)) ? textsWrittenByPerson(run, true) : null;
}

/**
 * Creates a task from an imported plan. A completed, failed or cancelled plan keeps that status; a completed one is
 * marked as imported, that is, carried out elsewhere. Any other plan is paused until the person starts it. Its budgets
 * are new and complete, whatever the plan had used before.
 */
export function importedRun(
  plan: Plan,
  context: { run: string; session: string; at: string; before: Run | null; limits: Limits },
): Run {
  const { at, before } = context;
  const fresh = newRun({ run: context.run, session: context.session, plan: plan.id }, plan.goal, at, before);
  const phase = phaseOf(plan);
  const run: Run = {
    ...fresh,
    resume: 'executing',
    pause: phase === 'paused' || phase === 'completed' ? { code: 'imported' } : null,
    first_plan: plan.steps.map(({ id, description }) => ({ id, description })),
    plan,
    budget_grants: budgetsToGrant(plan, context.limits),
  };
  return { ...withPhase(run, phase, at), plan: { ...plan, status: phase } };
}

function phaseOf({ status }: Plan): Phase & Plan['status'] {
  return status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'paused';
}
