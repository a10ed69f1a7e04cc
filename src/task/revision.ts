import { contentHash } from '../values/content-hash.ts';
import type { ProposedStep } from './decision.ts';
import type { Run, TaskEvent } from './run.ts';
import { referencedStepIds } from '../plan/references.ts';
import { isDoubtful } from '../plan/doubtful-steps.ts';
import { isUnstarted, type Step } from '../plan/step.ts';

/** A revision of the plan without the completed steps. */
export interface Revision {
  steps: ProposedStep[];
  /** True if the revision repeats the open steps unchanged. */
  unchanged: boolean;
  /** The ids of steps that the person deleted or skipped and that the revision would bring back. */
  revivedSteps: string[];
  /** A hash of the revision's content; equal for a repeated revision. */
  signature: string;
}

/**
 * Returns the steps that a replan proposes, without those already done. A proposed step is matched to a present one by
 * id, by call or by wording: a match with an open step keeps that step's id, a match with a completed or running one is
 * dropped; a failed step may be proposed again. One that the person deleted or skipped is dropped if they have refused to
 * have it back and said nothing since.
 */
export function matchRevision(run: Run, proposed: readonly ProposedStep[]): Revision {
  const open = run.plan.steps.filter(isUnstarted);
  const done = run.plan.steps.filter((step) => step.status === 'completed' || step.status === 'running');
  const isStuck = (id: string) =>
    run.plan.steps.some(
      (step) => step.id === id && (step.status === 'failed' || step.status === 'skipped' || isDoubtful(step)),
    );
  const declined = stepsRemovedByPerson(run);
  const refused = refusedIds(run);
  const back = new Set<string>();
  const lost = new Set<string>();
  const free = new Set(open.map((step) => step.id));
  const named = new Map<string, string>();
  const claim = (step: ProposedStep, match: Step): ProposedStep => {
    free.delete(match.id);
    if (step.id !== null) named.set(step.id, match.id);
    return { ...step, id: match.id };
  };
  const steps = proposed.flatMap((step): ProposedStep[] => {
    const own = open.find((each) => each.id === step.id && free.has(each.id));
    if (own) return [claim(step, own)];
    const meant = open.find((each) => free.has(each.id) && isSame(each, step));
    if (meant) return [claim(step, meant)];
    const made = done.find((each) => isDone(each, step));
    if (made && step.id !== null) named.set(step.id, made.id);
    if (made) return [];
    const removedSteps = declined.find((each) => isAgain(each, step));
    if (removedSteps && refused.has(removedSteps.id)) {
      if (step.id !== null) lost.add(step.id);
      return [];
    }
    if (removedSteps) back.add(removedSteps.id);
    return [step];
  });
  const renamed = steps.map((step) => ({
    ...step,
    parameters: referencedStepIds(step.parameters).some((id) => lost.has(id)) ? null : step.parameters,
    dependencies: step.dependencies.flatMap((id) => (lost.has(id) ? [] : [named.get(id) ?? id])),
  }));
  return {
    steps: renamed,
    unchanged: isWhatRemains(open, renamed, isStuck),
    revivedSteps: [...back],
    signature: signatureOf(proposed),
  };
}

/**
 * The steps that the person deleted or skipped, in each wording that their latest edits record, without those that stand
 * in the plan again, by their wording or their call.
 */
export function stepsRemovedByPerson({ edits, plan }: Run): Step[] {
  const statusOf = new Map(plan.steps.map(({ id, status }) => [id, status]));
  const removedSteps = new Set(
    edits.flatMap(({ what, step, before }) =>
      before
        .filter(({ id, description }) =>
          what === 'delete'
            ? description === step && !statusOf.has(id)
            : what === 'skip' && statusOf.get(id) === 'skipped',
        )
        .map(({ id }) => id),
    ),
  );
  const present = plan.steps.filter(({ status }) => status !== 'skipped');
  const isBack = (step: Step) => present.some((each) => isAgain(step, each));
  return edits.flatMap(({ before }) => before.filter((step) => removedSteps.has(step.id) && !isBack(step)));
}

/**
 * Sorts the steps that a running step declares: `fresh` ones, and those that the person deleted or skipped (`back`: their
 * ids) before they last said something, so that they may want them `again`. One that they took out since is left out.
 */
export function classifyDeclaredSteps(
  run: Run,
  declared: readonly ProposedStep[],
): { fresh: ProposedStep[]; again: ProposedStep[]; back: string[] } {
  const declined = stepsRemovedByPerson(run);
  const refused = refusedIds(run);
  const lately = eventsSinceSaid(run).flatMap((each) => (each.kind === 'edited' ? (each.changes ?? []) : []));
  const isOut = ({ id, description }: Step) =>
    refused.has(id) || lately.some((each) => each.what !== 'added' && each.description === description);
  const matches = declared.map((step) => ({ step, gone: declined.filter((each) => isAgain(each, step)) }));
  const again = matches.filter(({ gone: removedSteps }) => removedSteps.length > 0 && !removedSteps.some(isOut));
  return {
    fresh: matches.flatMap(({ step, gone: removedSteps }) => (removedSteps.length === 0 ? [step] : [])),
    again: again.map(({ step }) => step),
    back: again.flatMap(({ gone: removedSteps }) => removedSteps.map(({ id }) => id)),
  };
}

/** The ids of the steps that the person has refused to have back since they last said something. */
function refusedIds(run: Run): Set<string> {
  const out = eventsSinceSaid(run).flatMap((each) => (each.kind === 'kept' ? (each.out ?? []) : []));
  return new Set(out.map(({ id }) => id));
}

/** What has happened since the person last sent a message or answered a question. */
function eventsSinceSaid({ events }: Run): TaskEvent[] {
  return events.slice(events.findLastIndex(({ kind }) => kind === 'guidance' || kind === 'clarified') + 1);
}

/** True if another step, such as a proposed one, is worded like this one or makes the same call. */
function isAgain(step: Step, other: Step | ProposedStep): boolean {
  return words(step.description) === words(other.description) || isSameCall(step, other);
}

function isDone(step: Step, proposed: ProposedStep): boolean {
  return (step.id === proposed.id && !saysOther(step, proposed)) || isSame(step, proposed);
}

/**
 * True if a proposed step with the id of a completed step is a different step, for example from a model that restarts
 * its numbering.
 */
function saysOther(step: Step, proposed: ProposedStep): boolean {
  if (proposed.tool !== null && proposed.parameters !== null) return !isSameCall(step, proposed);
  const said = words(proposed.description);
  return said !== '' && !words(step.description).includes(said) && !said.includes(words(step.description));
}

function isSame(step: Step, proposed: ProposedStep): boolean {
  if (isSameCall(step, proposed)) return true;
  const calls =
    step.tool !== undefined && step.parameters !== undefined && proposed.tool !== null && proposed.parameters !== null;
  return !calls && words(step.description) === words(proposed.description);
}

function isSameCall({ tool, parameters }: Step, proposed: Step | ProposedStep): boolean {
  if (tool === undefined || parameters === undefined || tool !== proposed.tool || !proposed.parameters) return false;
  return contentHash({ parameters }) === contentHash({ parameters: proposed.parameters });
}

/**
 * True if the proposal repeats the open steps in order and changes none of them. If there are open steps, an empty
 * proposal counts as such a repetition.
 */
function isWhatRemains(
  open: readonly Step[],
  steps: readonly ProposedStep[],
  isStuck: (id: string) => boolean,
): boolean {
  if (steps.length === 0) return open.length > 0;
  return (
    steps.length === open.length &&
    open.every((step, at) => {
      const said = steps[at];
      if (said?.id !== step.id || words(said.description) !== words(step.description)) return false;
      if (said.dependencies.some((id) => !step.dependencies.includes(id))) return false;
      if (step.dependencies.some((id) => !said.dependencies.includes(id) && isStuck(id))) return false;
      const sameTool = said.tool === null || said.tool === step.tool;
      return sameTool && (said.parameters === null || isSameCall(step, said));
    })
  );
}

function signatureOf(steps: readonly ProposedStep[]): string {
  return contentHash({ said: steps.map((step) => [words(step.description), step.tool, step.parameters]) });
}

function words(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
}
