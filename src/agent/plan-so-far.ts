import { parseMismatchRows } from '../task/mismatch.ts';
import { taskLanguage } from '../task/task-language.ts';
import { createMessageFormatter } from '../i18n/say-in.ts';
import { findStep, leafSteps } from '../plan/leaf-steps.ts';
import { joinStepDescriptions } from '../plan/descriptions-of.ts';
import type { Plan } from '../plan/plan.ts';
import { hasEnded } from '../plan/step.ts';
import type { Run, TaskEvent } from '../task/run.ts';
import { longestResultLine, oneLineResult } from '../task/run-steps.ts';
import { truncateText } from '../values/truncate-text.ts';
import { type FullTexts, fullTextsOf, fullTextsOfRun, resultEffectId, resultWithText } from './step-texts.ts';
import { wrapUntrustedText } from './untrusted-text.ts';
import type { Prompts } from '../protocols/prompts.ts';

/**
 * The most characters of an ended plan, and of one description, input and result in it, that the next task's request
 * shows.
 */
const ofEnded = { plan: 6000, line: 300, input: 300, result: longestResultLine };

type EarlierPlans = Pick<Run, 'earlier_plan' | 'last_steps_plan'>;

/**
 * Returns the plan of a task that has ended as text, for the requests of the next tasks: its goal, its numbered steps
 * with the calls planned for them, and their results, with the latest words of steps in full that fit. A task without a
 * plan passes on the ones before it, and one whose plan is a single step the last one that had several.
 */
export function earlierPlanFields(run: (Pick<Run, 'plan'> & EarlierPlans) | null): EarlierPlans {
  if (!run) return {};
  const { plan, earlier_plan, last_steps_plan } = run;
  if (plan.steps.length === 0)
    return {
      ...(earlier_plan !== undefined && { earlier_plan }),
      ...(last_steps_plan !== undefined && { last_steps_plan }),
    };
  const text = endedPlanText(plan);
  const withSteps = plan.steps.length > 1 ? text : last_steps_plan;
  return { earlier_plan: text, ...(withSteps !== undefined && { last_steps_plan: withSteps }) };
}

/**
 * Returns the plans that ended before this task began, each at most an eighth of the room or, alone, a quarter; their
 * results may be from outside.
 */
export function earlierPlanText(prompts: Prompts, run: Run, room: number | null): string[] {
  const { id, session_id, earlier_plan, last_steps_plan } = run;
  const plans = [...new Set([last_steps_plan, earlier_plan])].filter((plan) => plan !== undefined);
  if (plans.length === 0) return [];
  const text = plans.map((plan) => truncateText(plan, (room ?? Infinity) / 4 / plans.length)).join('\n\n');
  return [`${prompts.earlierPlanTitle}\n${wrapUntrustedText(prompts, `${session_id}/${id}/~earlier`, text)}`];
}

function endedPlanText(plan: Plan): string {
  const shortenText = (text: string, most: number) => (text.length > most ? `${truncateText(text, most)}…` : text);
  const onOneLine = (text: string, most = ofEnded.line) => shortenText(text.replace(/\s+/g, ' ').trim(), most);
  const linesOf = (steps: Plan['steps'], prefix: string): string[] =>
    steps.flatMap(({ description, status, tool, parameters, result, error, plan }, at) => {
      const number = `${prefix}${at + 1}`;
      const input = parameters ? ` ${shortenText(JSON.stringify(parameters), ofEnded.input)}` : '';
      const call = tool === undefined ? '' : ` (${tool}${input})`;
      const outcome = onOneLine(result ?? error ?? '', ofEnded.result);
      const line = `${number}. [${status}] ${onOneLine(description)}${call}`;
      const whole = outcome === '' ? line : `${line} → ${outcome}`;
      return [whole, ...(plan ? linesOf(plan.steps, `${number}.`) : [])];
    });
  const lines = shortenText([onOneLine(plan.goal), ...linesOf(plan.steps, '')].join('\n'), ofEnded.plan);
  const texts = [...fullTextsOf(leafSteps(plan.steps), null)].map(
    ([id, text]) => `\n\n→ ${onOneLine(findStep(plan.steps, id)?.description ?? '')}:\n${text}`,
  );
  return texts.reduce((all, text) => (all.length + text.length > ofEnded.plan ? all : all + text), lines);
}

type Known = readonly { id: string; description: string }[];

/**
 * How much of a long plan a prompt shows: `stride` steps and some before them. The window does not move within a
 * stride, so that consecutive prompts begin alike.
 */
interface Window {
  stride: number;
  before: number;
}
const ofThought: Window = { stride: 5, before: 2 };
const ofCheck: Window = { stride: 25, before: 5 };
/** The number of steps that a thought's prompt shows after its stride (see `Window`). */
const after = 1;
/** The characters kept of a result whose full text is in a file. */
const reminder = 100;

/**
 * The first plan and all events since, append-only: the stable part of a replan's prompt. `texts`: the words of steps
 * to be given in full.
 */
export function wholePlanHistory(
  prompts: Prompts,
  run: Run,
  knownSteps: Known,
  { texts, addedFiles }: { texts: FullTexts; addedFiles: readonly string[] },
): string[] {
  return told(prompts, run, knownSteps, { earlier: 0, events: run.events, addedFiles, texts });
}

/**
 * Returns the lines about the plan for the prompt in which the model checks the plan between two steps: the first plan
 * and the events since. Of a long plan, steps well before the first open one and older events are left out; answers and
 * guidance by the person are always included.
 */
export function planLinesForPlanCheck(prompts: Prompts, run: Run, addedFiles: readonly string[]): string[] {
  const open = new Set(run.plan.steps.flatMap((step) => (hasEnded(step) ? [] : [step.id])));
  const firstOpen = run.first_plan.findIndex(({ id }) => open.has(id));
  const from = Math.min(startIn(ofCheck, stepEndEvents(run).length), Math.max(0, firstOpen));
  const events = recent(run, ofCheck, true);
  return told(prompts, run, run.first_plan.slice(from), { earlier: from, events, addedFiles, texts: new Map() });
}

/**
 * Returns the steps around a step and the recent events as lines for a prompt, worded as in a replan's prompt; their
 * length does not grow with the number of steps. `place` counts from 0. `results` is true if the step results are
 * included here; `room` is that of the model.
 */
export function planLinesAroundStep(
  prompts: Prompts,
  run: Run,
  place: number,
  { results, room, addedFiles }: { results: boolean; room: number | null; addedFiles: readonly string[] },
): string[] {
  const texts = results ? fullTextsOfRun(run, room) : new Map<string, string>();
  const { steps } = run.plan;
  const from = startIn(ofThought, place);
  const until = Math.min(steps.length, place - (place % ofThought.stride) + ofThought.stride + after);
  const reported = new Set(stepEndEvents(run).map(({ step }) => step));
  const stepsAround = steps.slice(from, until);
  const lines = stepsAround.map((step, at) => {
    const result = results && !reported.has(step.id) ? resultOf(prompts, run, step, texts) : '';
    return `${from + at + 1}. ${step.description}${result}`;
  });
  const events = recent(run, ofThought, results).map((each) => shortened(prompts, each));
  return [
    ...(lines.length > 0 ? [prompts.planTitle] : []),
    ...(from > 0 ? [prompts.more(from)] : []),
    ...lines,
    ...(until < steps.length ? [prompts.more(steps.length - until)] : []),
    ...(events.length + addedFiles.length > 0 ? [prompts.happenedTitle] : []),
    ...eventLines(prompts, run, events, (each) => numbered(prompts, run, stepsAround, each, texts)),
    ...addedFiles,
  ];
}

/**
 * Shortens a result whose full text is in a file to its beginning and a reference to the file. Any other event is
 * returned unchanged.
 */
function shortened(prompts: Prompts, each: TaskEvent): TaskEvent {
  if (each.kind !== 'ended' || each.file === undefined) return each;
  return { ...each, summary: prompts.wholeIn(`${truncateText(each.summary, reminder)}…`, each.file) };
}

type Ended = Extract<TaskEvent, { kind: 'ended' }>;

/**
 * A line for each event. Consecutive results from outside share a frame, each in a line of its own, so that none of
 * them can pass for the result of another step.
 */
function eventLines(
  prompts: Prompts,
  run: Run,
  events: readonly TaskEvent[],
  lineOf: (each: TaskEvent) => string,
): string[] {
  const lines: string[] = [];
  let frame: { effect: string; lines: string[] } | null = null;
  const close = () => {
    if (frame) lines.push(wrapUntrustedText(prompts, frame.effect, frame.lines.join('\n')));
    frame = null;
  };
  for (const each of withJoinedEdits(events)) {
    if (each.kind === 'ended' && each.foreign && each.summary !== '') {
      frame ??= { effect: resultEffectId(run, each.step), lines: [] };
      frame.lines.push(lineOf(each));
    } else {
      close();
      lines.push(lineOf(each));
    }
  }
  close();
  return lines;
}

/** The events with consecutive edits of the plan as one. */
function withJoinedEdits(events: readonly TaskEvent[]): TaskEvent[] {
  const eventsWithEditsJoined: TaskEvent[] = [];
  for (const each of events) {
    const last = eventsWithEditsJoined.at(-1);
    if (each.kind !== 'edited' || last?.kind !== 'edited') eventsWithEditsJoined.push(each);
    else
      eventsWithEditsJoined[eventsWithEditsJoined.length - 1] = {
        kind: 'edited',
        changes: [...(last.changes ?? []), ...(each.changes ?? [])],
      };
  }
  return eventsWithEditsJoined;
}

const summaryOf = (prompts: Prompts, run: Run, { summary, step }: Ended, texts: FullTexts, canRead = false) =>
  resultWithText(prompts, run, { id: step, line: oneLineResult(summary), canRead }, texts) || prompts.noResult;

/**
 * Returns the line for an event. The end of a step that the prompt lists is given in short form, by the number of the
 * step; any other event is given in full.
 */
function numbered(prompts: Prompts, run: Run, listedSteps: Plan['steps'], each: TaskEvent, texts: FullTexts): string {
  if (each.kind !== 'ended' || !listedSteps.some(({ id }) => id === each.step))
    return happened(prompts, run, listedSteps, each, texts);
  const status = each.status === 'completed' ? '' : `[${each.status}] `;
  return `${run.plan.steps.findIndex(({ id }) => id === each.step) + 1}. ${status}${summaryOf(prompts, run, each, texts, true)}`;
}

function told(
  prompts: Prompts,
  run: Run,
  knownSteps: Known,
  {
    earlier,
    events,
    addedFiles,
    texts,
  }: { earlier: number; events: readonly TaskEvent[]; addedFiles: readonly string[]; texts: FullTexts },
): string[] {
  const lines = knownSteps.length > 0 ? [prompts.firstPlanTitle] : [];
  if (earlier > 0) lines.push(prompts.more(earlier));
  lines.push(...knownSteps.map(({ id, description }) => `- ${id}: ${description}`));
  if (events.length + addedFiles.length > 0) lines.push(prompts.happenedTitle);
  lines.push(...eventLines(prompts, run, events, (each) => happened(prompts, run, knownSteps, each, texts)));
  return [...lines, ...addedFiles];
}

/**
 * Returns the events since the window began, and all answers and guidance by the person. The ends of steps are included
 * only if `results` is true.
 */
function recent(run: Run, window: Window, results: boolean): TaskEvent[] {
  const stepEnds = stepEndEvents(run);
  const start = startIn(window, stepEnds.length);
  const begin = start > 0 ? run.events.findIndex((each) => each === stepEnds[start]) : 0;
  return run.events.filter(
    ({ kind }, at) => kind === 'clarified' || kind === 'guidance' || (at >= begin && (results || kind !== 'ended')),
  );
}

/** Returns the events of a task that record the end of a step. */
export function stepEndEvents(run: Run): Ended[] {
  return run.events.filter((each) => each.kind === 'ended');
}

/** The first index of the window around a place, counted from 0. */
function startIn({ stride, before }: Window, place: number): number {
  return Math.max(0, place - (place % stride) - before);
}

/** The result of a step that had ended before this task began, such as one of an imported plan. */
function resultOf(prompts: Prompts, run: Run, step: Plan['steps'][number], texts: FullTexts): string {
  if (!hasEnded(step)) return '';
  const line = step.result ?? step.error;
  const result = texts.get(step.id) ?? line;
  return ` [${step.status}]${result ? ` → ${wrapUntrustedText(prompts, resultEffectId(run, step.id), result)}` : ''}`;
}

function happened(prompts: Prompts, run: Run, knownSteps: Known, each: TaskEvent, texts: FullTexts): string {
  switch (each.kind) {
    case 'ended':
      return prompts.ended(nameOf(run, knownSteps, each.step), each.status, summaryOf(prompts, run, each, texts));
    case 'clarified':
      return `- ${prompts.clarified(each.question, each.answer)}`;
    case 'guidance':
      return `- ${prompts.guidance(each.text)}`;
    case 'edited':
      return prompts.edited(each.changes ?? []);
    case 'replanned':
      return prompts.replanned;
    case 'declared':
      return prompts.declared(each.step, each.description);
    case 'mismatch':
      return prompts.mismatch(mismatchWords(run, each.text));
    case 'resumed':
      return prompts.resumed;
    case 'kept':
      return [
        ...(each.names || !each.out ? [prompts.kept(each.names)] : []),
        ...(each.out ? [prompts.declined(joinStepDescriptions(each.out))] : []),
      ].join('\n');
  }
}

/** The id of a step, with its description if the listed plan lacks it or words it differently. */
function nameOf(run: Run, knownSteps: Known, id: string): string {
  const description = findStep(run.plan.steps, id)?.description;
  const isKnown = knownSteps.some((step) => step.id === id && step.description === description);
  return isKnown || description === undefined ? id : `${id} (${description})`;
}

/** The mismatching rows that a check found, in the language of the goal. */
function mismatchWords(run: Run, text: string): string {
  const say = createMessageFormatter(taskLanguage(run));
  return parseMismatchRows(text)
    .map(({ store, name }) => (store ? say(`written.row.${store}`, { name }) : name))
    .join('; ');
}
