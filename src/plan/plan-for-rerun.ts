import { isCalendarDate } from '../values/calendar-date.ts';
import { withBrackets } from '../values/text-language.ts';
import {
  isInFirstPlan,
  callsOwnedByPlan,
  namedTextsInValue,
  withInnerCallsOwnedByPlan,
  type RunRecord,
  type SuccessfulCall,
} from './own-calls.ts';
import type { Plan } from './plan.ts';
import { declaresDependencies } from './plan-graph.ts';
import { referencedStepIds } from './references.ts';
import type { Step } from './step.ts';
import type { Placeholder } from './template.ts';

/**
 * The plan of a finished run, to be run again: steps that failed or were skipped are left out, and successful calls
 * become complete steps, one each. A call that may have come from what this run has read is left to the model; its step
 * keeps its words.
 */
export function planForRerun(plan: Plan, record: RunRecord): Plan {
  const completedStepIds = new Set(plan.steps.flatMap(({ id, status }) => (status === 'completed' ? [id] : [])));
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  const own = callsOwnedByPlan(record, completedStepIds, byId);
  const steps = plan.steps.flatMap((whole) => {
    if (!completedStepIds.has(whole.id)) return [];
    const step = withInnerCallsOwnedByPlan(whole, record);
    const dependencies = [...new Set(step.dependencies.flatMap((id) => standsFor(id, byId, completedStepIds)))];
    if (isFromFile(step, record) && referencedStepIds(step.parameters, byId).every((id) => completedStepIds.has(id)))
      return [{ ...step, dependencies }];
    const calls = record.calls.filter((call) => call.step === step.id);
    return step.plan || !calls.every((call) => own.has(call))
      ? [bare(step, dependencies)]
      : inParts(step, dependencies, calls, byId);
  });
  return { ...plan, steps };
}

/** True if the step has the call that its plan's file or template contained. */
const isFromFile = ({ id, tool, parameters }: Step, record: RunRecord): boolean =>
  record.isFromFile && tool !== undefined && !!parameters && isInFirstPlan(record, id, { tool, input: parameters });

/**
 * Returns the kept steps that replace a dependency: the step itself if it is kept, else the kept steps that it depended
 * on, directly or through other left-out steps.
 */
function standsFor(id: string, byId: ReadonlyMap<string, Step>, completedStepIds: ReadonlySet<string>): string[] {
  if (completedStepIds.has(id)) return [id];
  return (byId.get(id)?.dependencies ?? []).flatMap((other) => standsFor(other, byId, completedStepIds));
}

/** The step without its call, which the model has to choose again. */
function bare(step: Step, dependencies: string[]): Step {
  return { ...step, parameters: undefined, dependencies };
}

/** One step per call; the last one keeps the id, since others may depend on it. */
function inParts(
  step: Step,
  dependencies: string[],
  callsMade: readonly SuccessfulCall[],
  stepsById: ReadonlyMap<string, Step>,
): Step[] {
  if (callsMade.length === 0) return [bare(step, dependencies)];
  const waits = declaresDependencies([...stepsById.values()]);
  let before: string | null = null;
  return callsMade.map(({ tool, input }, at) => {
    const isLast = at === callsMade.length - 1;
    const id: string = isLast ? step.id : freeId(`${step.id}_part_${at + 1}`, stepsById);
    const count = `${at + 1}/${callsMade.length}`;
    const description = callsMade.length === 1 ? step.description : withBrackets(step.description, count);
    const part: Step = {
      ...step,
      id,
      description,
      tool,
      parameters: input,
      dependencies: before === null ? dependencies : [before],
    };
    if (waits) before = id;
    return part;
  });
}

function freeId(wantedStepId: string, stepsById: ReadonlyMap<string, Step>): string {
  return stepsById.has(wantedStepId) ? freeId(`${wantedStepId}_`, stepsById) : wantedStepId;
}

/** The names for the kinds of blanks in the language of the page. */
export interface PlaceholderKindNames {
  address: string;
  date: string;
  /**
   * The name for a date in the field `due` of a call; `start` and `end` are the names for dates in the fields of these
   * names.
   */
  due: string;
  start: string;
  end: string;
  name: string;
}

const addresses = /https?:\/\/[^\s"'<>\]，。；（）()]+[^\s"'<>\]，。；（）().,;!?]/g;
const dates = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g;
const quotedNames = /(?<=[“"「『《])[^“”"「」『』《》\n]{2,40}(?=[”"」』》])/g;
const capitalised = /(?<=[\p{Ll}\d,] )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/gu;

/** The texts that may differ in the next run: addresses, dates and names in the goal, and dates in the calls. */
export function suggestPlaceholders({ goal, steps }: Plan, words: PlaceholderKindNames): Placeholder[] {
  const inputs = steps.flatMap(({ parameters }) => namedTextsInValue(parameters ?? null, ''));
  const sources: readonly [kind: keyof PlaceholderKindNames, text: string, pattern: RegExp][] = [
    ['address', goal, addresses],
    ['date', goal, dates],
    ...inputs.map(({ key, text }): [keyof PlaceholderKindNames, string, RegExp] => [
      key === 'due' || key === 'start' || key === 'end' ? key : 'date',
      text,
      dates,
    ]),
    ['name', goal, quotedNames],
    ['name', goal, capitalised],
  ];
  const kindByVariableText = new Map<string, keyof PlaceholderKindNames>();
  for (const [kind, source, pattern] of sources)
    for (const [text] of source.matchAll(pattern))
      if (![...kindByVariableText.keys()].some((other) => other.includes(text))) kindByVariableText.set(text, kind);
  const counts: Record<string, number> = {};
  return [...kindByVariableText].map(([text, kind]) => {
    const nth = (counts[kind] = (counts[kind] ?? 0) + 1);
    return { text, name: nth === 1 ? words[kind] : `${words[kind]} ${nth}` };
  });
}

/** The dates, such as `2026-12-04`, that a plan names in its goal, its steps or their calls: each once, in order. */
export function datesInPlan({ goal, steps }: Plan): string[] {
  const texts = steps.flatMap(({ description, parameters }) => [
    description,
    ...namedTextsInValue(parameters ?? null, '').map(({ text }) => text),
  ]);
  return [...new Set([goal, ...texts].flatMap((text) => text.match(dates) ?? []))].filter(isCalendarDate).sort();
}
