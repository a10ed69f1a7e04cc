import { isPlanFromOutside } from '../../engine/plan-from-outside.ts';
import { loadRunRecord } from '../../engine/run-record.ts';
import { saveTemplate } from '../../engine/save-template.ts';
import { hasEnded } from '../../plan/step.ts';
import { leafSteps } from '../../plan/leaf-steps.ts';
import { withCallsOwnedByPlan } from '../../plan/own-calls.ts';
import { unstartedPlan } from '../../plan/plan-edits.ts';
import { planForRerun, suggestPlaceholders } from '../../plan/plan-for-rerun.ts';
import type { Plan } from '../../plan/plan.ts';
import { isValidPlaceholderName, textsToPlaceholders } from '../../plan/template.ts';
import { isOver, type Run } from '../../task/run.ts';
import type { JsonObject } from '../../values/json.ts';
import type { App } from '../app/app.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

interface ProposedBlank {
  readonly text: string;
  name: string;
  /** True if the text is to be replaced by a blank, that is, a placeholder of the template. */
  taken: boolean;
}

/** The form in which a plan is saved as a template: the steps to repeat, and the texts that become placeholders. */
export class TemplateDraft {
  readonly #app: App;
  /** The plan that the template will repeat: its steps, without their results. */
  readonly plan: Plan;
  readonly #foreign: boolean;
  /** The number of steps that failed or were skipped. */
  readonly left: number;
  /** How many more steps the template has than the finished run: each call of a step becomes a step of its own. */
  readonly more: number;
  name = $state('');
  readonly blanks = $state<ProposedBlank[]>([]);
  /** True after the first attempt to save; invalid fields are then marked. */
  tried = $state(false);

  readonly nameMissing = $derived(this.name.trim() === '');
  /** The texts whose blank has an invalid name, or the name of another blank. */
  readonly misnamed = $derived.by(() => {
    const chosenBlanks = this.blanks.filter((blank) => blank.taken);
    const names = chosenBlanks.map(({ name }) => name.trim());
    const wrong = chosenBlanks.filter(
      (_, at) => !isValidPlaceholderName(names[at] ?? '') || names.indexOf(names[at] ?? '') !== at,
    );
    return wrong.map(({ text }) => text);
  });

  private constructor(app: App, plan: Plan, foreign: boolean, left = 0, more = 0) {
    const { words } = app;
    this.#app = app;
    this.plan = unstartedPlan(plan, plan.id, plan.updated_at);
    this.#foreign = foreign;
    this.left = left;
    this.more = more;
    this.name = plan.goal.slice(0, 60).trim();
    const kinds = {
      address: words.t('again.address'),
      date: words.t('again.date'),
      due: words.t('again.due'),
      start: words.t('again.start'),
      end: words.t('again.end'),
      name: words.t('again.name'),
    };
    this.blanks = suggestPlaceholders(plan, kinds).map((blank) => ({ ...blank, taken: true }));
  }

  /**
   * Returns the template of what a finished run did; if the run has done nothing yet or continues, of the whole plan.
   * Calls that may have come from what the run has read are left out. Rejects if the storage cannot be read.
   */
  static async of(app: App, run: Run): Promise<TemplateDraft> {
    const record = await loadRunRecord(run, app.dependencies);
    const foreign = await isPlanFromOutside(run, app.dependencies.stores);
    if (!isOver(run.phase) || !run.plan.steps.some(({ status }) => status === 'completed'))
      return new TemplateDraft(app, withCallsOwnedByPlan(run.plan, record), foreign);
    const unfinishedCount = run.plan.steps.filter((step) => hasEnded(step) && step.status !== 'completed').length;
    const again = planForRerun(run.plan, record);
    const completed = run.plan.steps.filter(({ status }) => status === 'completed').length;
    return new TemplateDraft(app, again, foreign, unfinishedCount, again.steps.length - completed);
  }

  /** The steps that run without the model, each with its call. */
  get complete(): { description: string; tool: string; input: JsonObject }[] {
    return leafSteps(this.plan.steps).flatMap(({ description, tool, parameters }) =>
      tool && parameters ? [{ description, tool, input: parameters }] : [],
    );
  }

  /** A message with two numbers: how many steps run as before, and for how many steps the model decides. */
  get parts(): string {
    const { t } = this.#app.words;
    const complete = this.complete.length;
    const thought = leafSteps(this.plan.steps).length - complete;
    if (thought === 0) return t('again.parts_complete', { n: complete });
    return complete === 0 ? t('again.parts_thought') : t('again.parts', { complete, thought });
  }

  /** Stores the template; returns true if that succeeded. */
  readonly save = async (): Promise<boolean> => {
    this.tried = true;
    if (this.nameMissing || this.misnamed.length > 0) return false;
    const blanks = this.blanks.filter(({ taken }) => taken).map(({ text, name }) => ({ text, name: name.trim() }));
    const examples = Object.fromEntries(blanks.map(({ text, name }) => [name, text]));
    const { dependencies, toasts, words } = this.#app;
    return saveOrToast(this.#app, async () => {
      const plan = textsToPlaceholders(this.plan, blanks);
      const savedTemplate = await saveTemplate(plan, this.name, dependencies, { examples, foreign: this.#foreign });
      toasts.tell(words.t('templates.saved', { name: savedTemplate.name }));
    });
  };
}
