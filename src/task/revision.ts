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
 * dropped; a failed step may be proposed again. One that the person deleted or skipped is dropped if they have refused
 * to have it back and said nothing since.
 */
export function matchRevision(run: Run, proposedSteps: readonly ProposedStep[]): Revision {
  const open = run.plan.steps.filter(isUnstarted);
  const doneSteps = run.plan.steps.filter((step) => step.status === 'completed' || step.status === 'running');
  const isStuck = (id: string) =>
    run.plan.steps.some(
      (step) => step.id === id && (step.status === 'failed' || step.status === 'skipped' || isDoubtful(step)),
    );
  const declined = stepsRemovedByPerson(run);
  const refusedStepIds = refusedIds(run);
  const back = new Set<string>();
  const lostStepIds = new Set<string>();
  const free = new Set(open.map((step) => step.id));
  const planIdByProposedId = new Map<string, string>();
  const claim = (step: ProposedStep, match: Step): ProposedStep => {
    free.delete(match.id);
    if (step.id !== null) planIdByProposedId.set(step.id, match.id);
    return { ...step, id: match.id };
  };
  const steps = proposedSteps.flatMap((step): ProposedStep[] => {
    const own = open.find((each) => each.id === step.id && free.has(each.id));
    if (own) return [claim(step, own)];
    const matchingOpenStep = open.find((each) => free.has(each.id) && isSame(each, step));
    if (matchingOpenStep) return [claim(step, matchingOpenStep)];
    const matchingDoneStep = doneSteps.find((each) => isDone(each, step));
    if (matchingDoneStep && step.id !== null) planIdByProposedId.set(step.id, matchingDoneStep.id);
    if (matchingDoneStep) return [];
    const removedSteps = declined.find((each) => isAgain(each, step));
    if (removedSteps && refusedStepIds.has(removedSteps.id)) {
      if (step.id !== null) lostStepIds.add(step.id);
      return [];
    }
    if (removedSteps) back.add(removedSteps.id);
    return [step];
  });
  const renamed = steps.map((step) => ({
    ...step,
    parameters: referencedStepIds(step.parameters).some((id) => lostStepIds.has(id)) ? null : step.parameters,
    dependencies: step.dependencies.flatMap((id) => (lostStepIds.has(id) ? [] : [planIdByProposedId.get(id) ?? id])),
  }));
  return {
    steps: renamed,
    unchanged: isWhatRemains(open, renamed, isStuck),
    revivedSteps: [...back],
    signature: signatureOf(proposedSteps),
  };
}

/**
 * The steps that the person deleted or skipped, in each wording that their latest edits record, without those that
 * stand in the plan again, by their wording or their call.
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
 * Sorts the steps that a running step declares: `fresh` ones, and those that the person deleted or skipped (`back`:
 * their ids) before they last said something, so that they may want them `again`. One that they took out since is left
 * out.
 */
export function classifyDeclaredSteps(
  run: Run,
  declaredSteps: readonly ProposedStep[],
): { fresh: ProposedStep[]; again: ProposedStep[]; back: string[] } {
  const declined = stepsRemovedByPerson(run);
  const refusedStepIds = refusedIds(run);
  const lately = eventsSinceSaid(run).flatMap((each) => (each.kind === 'edited' ? (each.changes ?? []) : []));
  const isOut = ({ id, description }: Step) =>
    refusedStepIds.has(id) || lately.some((each) => each.what !== 'added' && each.description === description);
  const matches = declaredSteps.map((step) => ({ step, gone: declined.filter((each) => isAgain(each, step)) }));
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

function isDone(step: Step, proposedStep: ProposedStep): boolean {
  return (step.id === proposedStep.id && !saysOther(step, proposedStep)) || isSame(step, proposedStep);
}

/**
 * True if a proposed step with the id of a completed step is a different step, for example from a model that restarts
 * its numbering.
 */
function saysOther(step: Step, proposedStep: ProposedStep): boolean {
  if (proposedStep.tool !== null && proposedStep.parameters !== null) return !isSameCall(step, proposedStep);
  const proposedWords = words(proposedStep.description);
  return (
    proposedWords !== '' &&
    !words(step.description).includes(proposedWords) &&
    !proposedWords.includes(words(step.description))
  );
}

function isSame(step: Step, proposedStep: ProposedStep): boolean {
  if (isSameCall(step, proposedStep)) return true;
  const calls =
    step.tool !== undefined &&
    step.parameters !== undefined &&
    proposedStep.tool !== null &&
    proposedStep.parameters !== null;
  return !calls && words(step.description) === words(proposedStep.description);
}

function isSameCall({ tool, parameters }: Step, proposedStep: Step | ProposedStep): boolean {
  if (tool === undefined || parameters === undefined || tool !== proposedStep.tool || !proposedStep.parameters)
    return false;
  return contentHash({ parameters }) === contentHash({ parameters: proposedStep.parameters });
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
      const revisedStep = steps[at];
      if (revisedStep?.id !== step.id || words(revisedStep.description) !== words(step.description)) return false;
      if (revisedStep.dependencies.some((id) => !step.dependencies.includes(id))) return false;
      if (step.dependencies.some((id) => !revisedStep.dependencies.includes(id) && isStuck(id))) return false;
      const sameTool = revisedStep.tool === null || revisedStep.tool === step.tool;
      return sameTool && (revisedStep.parameters === null || isSameCall(step, revisedStep));
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
