import { stepFieldAliases, stepListFieldNames } from '../../formats/plan-file/field-names.ts';
import type { PlanFileError } from '../../formats/plan-file/plan-file-error.ts';
import type { PlanReadFromFile } from '../../formats/plan-file/plan-file-reading.ts';
import type { Plan } from '../../plan/plan.ts';
import { declaresDependencies } from '../../plan/plan-graph.ts';
import { referencedStepIds } from '../../plan/references.ts';
import { hasEnded, type Step, type StepStatus } from '../../plan/step.ts';
import { placeholders } from '../../plan/template.ts';
import type { PlannedCallError, PlannedCall } from '../../ports/toolbox.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { joinItems } from '../kit/join-items.ts';
import { builtInToolNames, toolDisplayName } from '../kit/shown-text.ts';

type Repair = PlanReadFromFile['repairs'][number];

/**
 * Returns why a file, or a text that `isPasted`, is not a plan, with the line, and the step or the name of the field,
 * if they are known; `nth` is true if the path may begin with the number of a plan in its file.
 */
export function planErrorText(
  { code, path, params }: PlanFileError,
  words: Translator,
  { nth = false, isPasted = false } = {},
): string {
  const { line } = params;
  const place = placeText(placeOf(path, nth), words);
  const whole =
    path !== '' && line !== undefined ? words.t('planfile.place', { line: Number(line), path: place }) : place;
  const all = { ...params, path: whole };
  const ofText = isPasted ? words.tDynamic(`planfile.pasted.${code}`, all) : 'planfile.';
  return ofText.startsWith('planfile.') ? words.tDynamic(`planfile.problem.${code}`, all) : ofText;
}

/** A place in a file: the numbers of steps, counted from 1 and within a step as in `2.1`, and the name of a field. */
interface Place {
  steps: string[];
  field: string;
}

const listNames: ReadonlySet<unknown> = new Set([...stepListFieldNames, ...(stepFieldAliases.plan ?? [])]);
const isList = (key: unknown) => listNames.has(key) || /plan|step|task|todo|步骤|任务|计划|待办/i.test(String(key));

/**
 * Returns the place of a path such as `plan[1].description`; the path itself as the field if it leads to no step. With
 * `nth`, the number of a plan at its beginning is left out.
 */
function placeOf(path: string, nth: boolean): Place {
  const all = [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(([, index, quotedKey, name]) =>
    index === undefined ? (quotedKey ?? name ?? '') : Number(index),
  );
  const keys = nth && typeof all[0] === 'number' && isList(all[1]) ? all.slice(1) : all;
  const first = keys.findIndex((key) => typeof key === 'number');
  if (first < 0 || (first > 0 && !isList(keys[first - 1]))) return { steps: [], field: path };
  const numbers = [Number(keys[first]) + 1];
  let keyIndex = first + 1;
  while (isList(keys[keyIndex])) {
    const next =
      typeof keys[keyIndex + 1] === 'number'
        ? keyIndex + 1
        : keys[keyIndex + 1] === 'steps'
          ? keyIndex + 2
          : keys.length;
    const index = keys[next];
    if (typeof index !== 'number') break;
    numbers.push(index + 1);
    keyIndex = next + 1;
  }
  const field = keys.slice(keyIndex).filter((key) => typeof key === 'string');
  return { steps: [numbers.join('.')], field: field.join('.') };
}

function placeText({ steps, field }: Place, words: Translator): string {
  if (steps.length === 0) return field;
  const stepReference = stepsText(steps, words);
  return field === '' ? stepReference : words.t('planfile.field_of', { field, steps: stepReference });
}

/** The number of steps and of runs of steps that are named one by one. */
const mostNamed = 8;

/** Returns steps by their numbers: `step 2`, `steps 1–9 and 12`; of very many only the first ones. */
function stepsText(steps: readonly string[], words: Translator): string {
  const [only] = steps;
  if (only !== undefined && steps.length === 1) return words.t('planfile.step', { step: only });
  const runs: { from: string; to: string; n: number }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && String(Number(last.to) + 1) === step) runs.splice(-1, 1, { from: last.from, to: step, n: last.n + 1 });
    else runs.push({ from: step, to: step, n: 1 });
  }
  const stepRanges = runs.slice(0, mostNamed).map(({ from, to }) => (from === to ? from : `${from}–${to}`));
  const rest = runs.slice(mostNamed).reduce((sum, { n }) => sum + n, 0);
  return rest > 0
    ? words.t('planfile.steps_and_more', { steps: stepRanges.join(words.t('planfile.between')), n: rest })
    : words.t('planfile.steps', { steps: joinItems(stepRanges, words) });
}

/** Repairs that leave something out, so that each is named. */
const losses: ReadonlySet<Repair['code']> = new Set<Repair['code']>([
  ...(['unknown_field', 'misspelt_field', 'unsafe_key', 'no_dependency'] as const),
]);
/** The number of repairs of one kind that are all listed, and of those that are listed of more. */
const [mostAlike, examples] = [5, 3];

/**
 * Returns a sentence for each repair. Equal repairs of several steps share one, of many other repairs of one kind a few
 * are examples, and the rarest kinds come first; a word that is shown as it was written is no repair. `nth` is as for
 * `planErrorText`.
 */
export function planRepairSentences(repairs: readonly Repair[], words: Translator, nth = false): string[] {
  const kinds = new Map<string, Map<string, { repair: Repair; place: Place }>>();
  for (const repair of repairs) {
    const ofLine = repair.path === '' || /^\d+(?:–\d+)?$/.test(repair.path);
    const place = ofLine ? { steps: [], field: repair.path } : placeOf(repair.path, nth);
    const isOfStatus = repair.code === 'status' || repair.code === 'missing_status';
    const isStatus = repair.code === 'sign' || (isOfStatus && place.steps.length > 0);
    const status = repair.to === 'running' ? 'resting' : (repair.to as StepStatus);
    const to = isStatus ? words.tDynamic(`plan.step_status.${status}`) : repair.to;
    if (repair.code === 'status' && plainWord(to) === plainWord(repair.from)) continue;
    const kind = ofLine ? '' : JSON.stringify([repair.code, place.field]);
    const equal = kinds.get(kind) ?? new Map<string, { repair: Repair; place: Place }>();
    const key = JSON.stringify([repair.code, repair.from, to, ...(place.steps.length > 0 ? [] : [repair.path])]);
    const sameRepair = equal.get(key);
    if (sameRepair) sameRepair.place.steps.push(...place.steps);
    else equal.set(key, { repair: { ...repair, to }, place });
    kinds.set(kind, equal);
  }
  return [...kinds]
    .sort(([, a], [, b]) => a.size - b.size)
    .flatMap(([kind, equal]) => {
      const texts = [...equal.values()].map(({ repair: { code, from, to }, place }) => {
        const isOfPlan = place.steps.length === 0;
        const key = code === 'missing_goal' && isOfPlan ? 'import.missing_goal' : `planfile.repair.${code}`;
        const text = words.tDynamic(key, { path: placeText(place, words), from, to });
        return isOfPlan ? text : text.charAt(0).toUpperCase() + text.slice(1);
      });
      const code = [...equal.values()][0]?.repair.code;
      if (kind === '' || texts.length <= mostAlike || (code && losses.has(code))) return texts;
      return [...texts.slice(0, examples), words.t('import.more_alike', { n: texts.length - examples })];
    });
}

const plainWord = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, '');

/** Something that will not work as the plan says, and the steps that it concerns. */
interface Concern {
  code: PlannedCallError['code'] | 'wrong_choice' | 'lost_reference' | 'absent_result' | 'circular_reference';
  /** The tool, or the id of the step whose result is used. */
  name: string;
  field: string;
  choices: string;
  steps: string[];
}

/**
 * Returns the calls of a plan's steps that have not ended, with the input if the step makes the call as it is written.
 */
export function callsPlanned(steps: readonly Step[], prefix = ''): PlannedCall[] {
  return steps.flatMap((step, at): PlannedCall[] => {
    const number = `${prefix}${at + 1}`;
    const { tool, parameters: input, plan } = step;
    const own = tool === undefined || hasEnded(step) ? [] : [{ step: number, tool, ...(input && !plan && { input }) }];
    return [...own, ...(plan ? callsPlanned(plan.steps, `${number}.`) : [])];
  });
}

/** Returns the placeholders that are open in a plan: those that its goal and its steps that have not ended name. */
export function openPlaceholdersInPlan(plan: Plan): string[] {
  const steps = plan.steps.filter((step) => !hasEnded(step));
  return steps.length === 0 ? [] : placeholders({ ...plan, steps });
}

/** Concerns about the results of steps, not about calls. */
const ofResults: ReadonlySet<Concern['code']> = new Set(['lost_reference', 'absent_result', 'circular_reference']);

/** True if a reference to the step's result finds one, if not now, then once the step has ended well. */
const canGiveResult = (step: Step) => step.status === 'completed' || !hasEnded(step);

/** Returns the ids of the steps of the same level that have ended before a step begins. */
function waitedFor(step: Step, level: readonly Step[], byId: ReadonlyMap<string, Step>): ReadonlySet<string> {
  const isInOrder = step.dependencies.length === 0 && (step.in_order || !declaresDependencies(level));
  const before = isInOrder ? level.slice(0, level.indexOf(step)).map(({ id }) => id) : step.dependencies;
  const precedingStepIds = new Set([...level.filter(hasEnded).map(({ id }) => id), ...before]);
  for (const id of precedingStepIds) for (const next of byId.get(id)?.dependencies ?? []) precedingStepIds.add(next);
  return precedingStepIds;
}

/**
 * Returns a sentence for each call that cannot be carried out as it is written and each reference to a result that
 * cannot be there when it is needed, in the steps that have not ended; `problems` are those of the calls.
 */
export function planConcernSentences(
  steps: readonly Step[],
  problems: readonly PlannedCallError[],
  words: Translator,
): string[] {
  const concerns = new Map<string, Concern>();
  const add = (code: Concern['code'], name: string, step: string, field = '', choices = '') => {
    const key = JSON.stringify([code, name, field]);
    const concern = concerns.get(key) ?? { code, name, field, choices, steps: [] };
    concern.steps.push(step);
    concerns.set(key, concern);
  };
  for (const { code, tool, step, field, choices } of problems) {
    const isChoice = code === 'wrong_field' && choices.length > 0;
    add(isChoice ? 'wrong_choice' : code, tool, step, field, joinItems(choices, words));
  }
  /** `outer`: the ids of the steps of the enclosing levels, each with whether its result is there by then. */
  const visit = (list: readonly Step[], prefix: string, outer: ReadonlyMap<string, boolean>) => {
    const own = new Map(list.map((step) => [step.id, step]));
    for (const [stepIndex, step] of list.entries()) {
      const number = `${prefix}${stepIndex + 1}`;
      if (hasEnded(step)) continue;
      const waits = new Set(step.dependencies);
      for (const id of referencedStepIds(step.parameters)) {
        const other = own.get(id);
        if (other && canGiveResult(other)) {
          if (!waits.has(id)) add('circular_reference', id, number);
        } else if (!outer.get(id)) add(other || outer.has(id) ? 'absent_result' : 'lost_reference', id, number);
      }
      if (!step.plan) continue;
      if (!JSON.stringify(step.plan.steps).includes('${')) {
        visit(step.plan.steps, `${number}.`, outer);
        continue;
      }
      const before = waitedFor(step, list, own);
      const isThere = list.map((other) => [other.id, canGiveResult(other) && before.has(other.id)] as const);
      const there = isThere.filter(([id, is]) => is || !outer.has(id));
      visit(step.plan.steps, `${number}.`, new Map([...outer, ...there]));
    }
  };
  visit(steps, '', new Map());
  return [...concerns.values()].map(({ code, name, field, choices, steps: numbers }) =>
    words.t(`import.${code}`, {
      ...{ field, choices, tools: joinItems(builtInToolNames, words) },
      name: (ofResults.has(code) ? name : toolDisplayName(name, words)).slice(0, 80),
      steps: stepsText(numbers, words),
    }),
  );
}
