import { isDeepStrictEqual } from 'node:util';
import { budgetLimit } from '../../src/task/budget.ts';
import type { JournalEntry } from '../../src/task/journal.ts';
import { isDoubtful } from '../../src/plan/doubtful-steps.ts';
import { leafSteps } from '../../src/plan/leaf-steps.ts';
import { pauseTask } from '../../src/engine/closing.ts';
import { planErrors } from '../../src/plan/plan.ts';
import { Run, planStatusOf, toStoredRun } from '../../src/task/run.ts';
import { isCostOnlyEntryBody } from '../../src/task/cost-only-entry.ts';
import type { Settings } from '../../src/records/settings.ts';
import { isUnstarted, type Step } from '../../src/plan/step.ts';

/** Looks at every state a task passes through and keeps the first rule it breaks. */
export class Watch {
  fault: string | null = null;
  /** What the person is doing at this moment: their own changes are theirs. */
  hand: string | null = null;
  /** Steps of the person's whose change or loss they have agreed to. */
  consented = new Set<string>();
  readonly phases = new Set<string>();
  /** The steps of each task that its first plan or the person has said. */
  own = new Map<string, Set<string>>();
  #last: Run | null = null;
  /**
   * What stood before each action of the person that is not yet stored: a full storage takes the task back to there.
   */
  #unstored: { run: Run | null; own: Watch['own']; consented: Watch['consented'] }[] = [];

  /** A task as it was stored: it must be readable, sound, and cover what was spent. */
  reopened(run: Run | null, journal: readonly JournalEntry[]): void {
    this.#last = run;
    this.#unstored = [];
    if (!run) return;
    this.#notes(run);
    const parsed = Run.safeParse(toStoredRun(run));
    if (!parsed.success) this.#blame(`a stored task cannot be read: ${parsed.error.message}`);
    const spent = journal.filter(({ task_id, body }) => task_id === run.id && isCharged(body)).length;
    if (spent > run.plan.step_count)
      this.#blame(`${spent} units are on record and ${run.plan.step_count} were charged`);
    this.#sound(run);
  }

  /** R8: a tab that dies loses no more replies than one of each running step, or of the plan itself. */
  died(lost: number, most: number): void {
    if (lost > most) this.#blame(`${lost} replies were lost with the tab, at most ${most} may be`);
  }

  /** The person acts; what they change is theirs once the action is stored. */
  async acts(hand: string, act: () => Promise<boolean>): Promise<void> {
    const before = {
      run: this.#last,
      own: new Map([...this.own].map(([id, steps]) => [id, new Set(steps)])),
      consented: new Set(this.consented),
    };
    this.#unstored.push(before);
    this.hand = hand;
    const stored = act();
    this.hand = null;
    await stored;
    this.#unstored = this.#unstored.filter((each) => each !== before);
  }

  /** The task that is compared with the next one: the last, or the one to which a full storage takes it back. */
  #before(run: Run | null): Run | null {
    const restored = this.#unstored.find((each) => isTakenBack(each.run, run));
    if (!restored) return this.#last;
    this.own = restored.own;
    this.consented = restored.consented;
    return restored.run;
  }

  see(run: Run | null, settings: Settings): void {
    const last = this.#before(run);
    const before = last?.id === run?.id ? last : null;
    this.#last = run;
    if (!run) return;
    this.phases.add(run.phase);
    this.#sound(run);
    this.#notes(run);
    if (!before) return;
    if (run.plan.step_count > before.plan.step_count && run.plan.step_count > budgetLimit(run, settings.limits))
      this.#blame(`${run.plan.step_count} units spent of ${budgetLimit(run, settings.limits)}`);
    this.#starts(before, run, settings);
    this.#kept(before, run);
    this.#sticky(before, run);
  }

  #notes({ id, first_plan, plan }: Run): void {
    const own = this.own.get(id) ?? new Set();
    for (const step of first_plan) own.add(step.id);
    for (const step of plan.steps) if (step.edited_by_person) own.add(step.id);
    this.own.set(id, own);
  }

  #blame(fault: string): void {
    this.fault ??= fault;
  }

  /** R2.3, and the status that goes with the phase. */
  #sound(run: Run): void {
    const [fault] = planErrors(run.plan);
    if (fault) this.#blame(`${fault.code} at ${fault.path}: ${fault.name} (${run.phase})`);
    if (run.plan.status !== planStatusOf(run.phase)) this.#blame(`a plan ${run.plan.status} in the phase ${run.phase}`);
    this.#needs(run.plan.steps, (step) => step.status === 'running');
  }

  /** R7.2: what a step needs is done. */
  #needs(steps: readonly Step[], about: (step: Step) => boolean): void {
    const status = new Map(steps.map((step) => [step.id, step.status]));
    for (const step of steps.filter(about))
      for (const id of step.dependencies)
        if (status.get(id) !== 'completed')
          this.#blame(`${step.id} runs and needs ${id}, which is ${status.get(id) ?? 'gone'}`);
  }

  /** R7.1: no more at once than allowed, and one at a time where there is no order. */
  #starts(before: Run, run: Run, settings: Settings): void {
    const was = new Set(running(before).map((step) => step.id));
    const now = running(run);
    if (!now.some((step) => !was.has(step.id))) return;
    const leaves = leafSteps(run.plan.steps);
    this.#needs(leaves, (step) => step.status === 'running' && !was.has(step.id));
    const ordered = leaves.some((step) => step.dependencies.length > 0);
    const most = ordered ? settings.limits.max_parallel_steps : 1;
    if (now.length > most) this.#blame(`${now.length} steps run at once, at most ${most} may`);
  }

  /**
   * What has ended stays as it is, but for the person's wish to try again, to change or to leave it, or to continue a
   * task that ended without it.
   */
  #kept(before: Run, run: Run): void {
    const isReopened =
      this.hand === 'retry' ||
      (this.hand === 'continue' && (before.phase === 'completed' || before.phase === 'cancelled'));
    for (const step of before.plan.steps) {
      if (step.status === 'pending' || step.status === 'blocked' || step.status === 'running') continue;
      const now = run.plan.steps.find((other) => other.id === step.id);
      if (!now) this.#blame(`${step.id} was ${step.status} and is gone`);
      else if (this.hand === 'skip' && now.status === 'skipped') continue;
      else if (this.hand === 'retry' && isDoubtful(step)) continue;
      else if (step.status === 'completed' && (now.status !== 'completed' || now.result !== step.result))
        this.#blame(`${step.id} was completed and is ${now.status} with another result`);
      else if (!isReopened && this.hand !== 'change' && now.status !== step.status)
        this.#blame(`${step.id} went from ${step.status} to ${now.status}`);
    }
  }

  /** R3.9: nobody but the person changes, drops or skips a step of theirs that has not begun. */
  #sticky(before: Run, run: Run): void {
    if (this.hand !== null) return;
    for (const step of before.plan.steps) {
      if (!isUnstarted(step) || !step.edited_by_person || this.consented.has(step.id)) continue;
      const now = run.plan.steps.find((other) => other.id === step.id);
      if (!now) this.#blame(`${step.id} is the person's and was dropped`);
      else if (now.status === 'skipped') this.#blame(`${step.id} is the person's and was skipped`);
      else if (essence(now) !== essence(step)) this.#blame(`${step.id} is the person's and was changed`);
    }
  }
}

/** True if a full storage leaves this of the task that stood before: that task itself, or the same, paused. */
function isTakenBack(before: Run | null, run: Run | null): boolean {
  if (before === null || run === null) return before === run;
  const { plan, pause: reason, resume } = run;
  const isPause = run.phase === 'paused' && before.phase !== 'paused' && reason?.code === 'storage';
  const left = isPause ? pauseTask(before, reason, plan.updated_at, resume).run : before;
  return isDeepStrictEqual(run, { ...left, plan: { ...left.plan, updated_at: plan.updated_at } });
}

const running = (run: Run): Step[] => leafSteps(run.plan.steps).filter((step) => step.status === 'running');

function essence({ description, tool, parameters, expected_output }: Step): string {
  return JSON.stringify([description, tool, parameters, expected_output]);
}

/** R5.1: what costs a unit. */
function isCharged(body: JournalEntry['body']): boolean {
  if (body.type === 'tool_result') return true;
  return (
    (body.type === 'model_reply' || body.type === 'model_error') &&
    !isCostOnlyEntryBody(body) &&
    (body.purpose === 'thought' || body.purpose === 'replan')
  );
}
