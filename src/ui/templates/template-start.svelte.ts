import { currentValue } from '../../ports/observable.ts';
import { fileNameCollisionKey } from '../../records/file-name.ts';
import { unstartedPlan } from '../../plan/plan-edits.ts';
import { isWorking, type Run } from '../../task/run.ts';
import { fillTemplate, placeholders, type Template } from '../../plan/template.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import { adoptPlan, type PlanTargetSession } from '../../engine/adopt-plan.ts';
import { withoutOverlappingCalls } from '../kit/double-press.ts';

/**
 * Turns a template into a plan of a session: its placeholders are filled in, then the plan is imported and stays
 * paused.
 */
export class TemplateStart {
  readonly template: Template;
  readonly #session: PlanTargetSession;
  readonly #dependencies: Pick<AppDependencies, 'clock' | 'stores'>;
  readonly names: readonly string[];
  /** The values by the names of their placeholders; replaced as a whole, since a name may be `constructor`. */
  values = $state.raw<Readonly<Record<string, string>>>({});
  /** True after the first attempt to start or to schedule; missing values are then marked. */
  tried = $state(false);
  /** True if the present plan has begun to work meanwhile. */
  refused = $state(false);

  readonly #given = $derived(
    Object.fromEntries(
      Object.entries(this.values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
    ),
  );
  readonly missing = $derived.by(() => this.names.filter((name) => !Object.hasOwn(this.#given, name)));
  /** The plan with the values filled in so far. */
  readonly plan = $derived.by(() => fillTemplate(this.template.plan, this.#given));

  constructor(template: Template, session: PlanTargetSession, dependencies: Pick<AppDependencies, 'clock' | 'stores'>) {
    this.template = { ...template, plan: unstartedPlan(template.plan, template.plan.id, template.created_at) };
    this.#session = session;
    this.#dependencies = dependencies;
    this.names = placeholders(this.template.plan);
  }

  /** The plan that would be replaced; null if there is none. */
  get replaced(): Run['plan'] | null {
    const { run } = this.#session;
    return run && run.plan.steps.length > 0 ? run.plan : null;
  }

  /** Returns the names of the session's files that the plan writes anew. */
  async overwritten(): Promise<string[]> {
    const writes = this.plan.steps.flatMap(({ tool, parameters }) =>
      tool === 'files' && parameters?.action === 'write' && typeof parameters.name === 'string'
        ? [parameters.name]
        : [],
    );
    if (writes.length === 0) return [];
    const writtenFileKeys = writes.map(fileNameCollisionKey);
    const present = await currentValue(this.#dependencies.stores.files.list(this.#session.id));
    return present.flatMap(({ name }) => (writtenFileKeys.includes(fileNameCollisionKey(name)) ? [name] : []));
  }

  get isBlocked(): boolean {
    const { run } = this.#session;
    return run !== null && isWorking(run.phase);
  }

  /** Returns true if all placeholders are filled in; otherwise missing ones are marked from now on. */
  isFilled(): boolean {
    this.tried = true;
    return this.missing.length === 0;
  }

  /** Imports the plan; returns true if that succeeded. */
  readonly start = withoutOverlappingCalls(async () => {
    if (!this.isFilled()) return false;
    const { clock } = this.#dependencies;
    const plan = unstartedPlan(this.plan, clock.newId('plan'), clock.now());
    const outcome = await adoptPlan(
      plan,
      this.template.foreign ? 'import' : 'template',
      this.#session,
      this.#dependencies,
      Object.values(this.#given),
    );
    this.refused = outcome === 'working';
    return outcome === 'adopted';
  });
}
