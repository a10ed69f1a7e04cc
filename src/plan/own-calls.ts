import { contentHash } from '../values/content-hash.ts';
import { isRecord, type Json, type JsonObject } from '../values/json.ts';
import { subPlanIdSeparator } from './leaf-steps.ts';
import type { Plan } from './plan.ts';
import { referencedStepIds } from './references.ts';
import type { Step } from './step.ts';

/** A successful tool call of a step's last attempt. */
export interface SuccessfulCall {
  step: string;
  tool: string;
  input: JsonObject;
  /** True if anything had been read in the session before this call was made: its values may come from there. */
  madeAfterReading: boolean;
}

/** The facts about a run that decide which of its calls may be repeated. */
export interface RunRecord {
  calls: readonly SuccessfulCall[];
  /**
   * The calls that the first plan contained, by step id, as `step_2/first` within a step; of a model's plan only if
   * nothing had been read before it.
   */
  firstPlanCalls: ReadonlyMap<string, { tool: string; input: JsonObject }>;
  /** True if the plan was imported, came from a template or was run before: its calls are then repeated as written. */
  isFromFile: boolean;
  /** The goal and the descriptions of the steps, as the person approved or wrote them. */
  words: string;
  /** The JSON Schema of each available tool's input, by the tool's name. */
  schemas: ReadonlyMap<string, unknown>;
}

/**
 * Returns the calls that belong to the plan rather than to something this run has read: those made before anything was
 * read, those of the first plan, and those of which each value occurs in the words of the plan or is a choice that the
 * tool offers. Calls that refer to a step of `known` outside `kept`, and
 * those with a date in words, are left out.
 */
export function callsOwnedByPlan(
  record: RunRecord,
  kept: ReadonlySet<string>,
  known: ReadonlyMap<string, Step>,
): Set<SuccessfulCall> {
  const { schemas } = record;
  let words = record.words.toLowerCase();
  const own = new Set<SuccessfulCall>();
  for (const call of record.calls) {
    const { input } = call;
    const texts = namedTextsInValue(input, '').map(({ text }) => text);
    if (texts.some((text) => dateInWords.test(text)) || !referencedStepIds(input, known).every((id) => kept.has(id)))
      continue;
    const isFromPlan = !call.madeAfterReading || isInFirstPlan(record, call.step, call);
    if (!isFromPlan && !isInWords(words, input, schemas.get(call.tool))) continue;
    own.add(call);
    const short = texts.filter((text) => text.length <= longestPhrase);
    words += `\n${short.join('\n').toLowerCase()}`;
  }
  return own;
}

/** The most characters of a text in a call that count as words which later calls may repeat. */
const longestPhrase = 200;

/**
 * Returns the plan without the calls that a model chose after something was read; their steps keep their descriptions.
 */
export const withCallsOwnedByPlan = (plan: Plan, record: RunRecord): Plan => ({
  ...plan,
  steps: stepsWithOwnCalls(plan.steps, record, record.words.toLowerCase()),
});

/** Returns the step with its inner plan reduced in the same way as by `withCallsOwnedByPlan`. */
export function withInnerCallsOwnedByPlan(step: Step, record: RunRecord): Step {
  if (!step.plan) return step;
  const words = record.words.toLowerCase();
  const steps = stepsWithOwnCalls(step.plan.steps, record, words, step.id + subPlanIdSeparator);
  return { ...step, plan: { ...step.plan, steps } };
}

function stepsWithOwnCalls(steps: readonly Step[], record: RunRecord, words: string, prefix = ''): Step[] {
  const isOwn = ({ id, tool, parameters }: Step) =>
    parameters === undefined ||
    (tool !== undefined &&
      (isInFirstPlan(record, prefix + id, { tool, input: parameters }) ||
        isInWords(words, parameters, record.schemas.get(tool))));
  return steps.map((step): Step => {
    const { id, plan } = step;
    const inner = plan && stepsWithOwnCalls(plan.steps, record, words, prefix + id + subPlanIdSeparator);
    return {
      ...step,
      ...(!isOwn(step) && { parameters: undefined }),
      ...(plan && inner && { plan: { ...plan, steps: inner } }),
    };
  });
}

/** True if the first plan contained exactly this call for the step. */
export function isInFirstPlan(
  { firstPlanCalls: written }: RunRecord,
  step: string,
  { tool, input }: { tool: string; input: JsonObject },
): boolean {
  const first = written.get(step);
  return first !== undefined && contentHash(first) === contentHash({ tool, input });
}

/** A date in words, such as `5 December` or `12月5日`, which no blank replaces. */
const dateInWords =
  /\b\d{1,2}(?:st|nd|rd|th)? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}\b|\d{1,2}月\d{1,2}[日号]/;

/** A reference to a whole result: what it stands for is read anew in the next run. */
const wholeResult = /\$\{\s*[\w-]+\.result\s*\}/g;

/**
 * True if every text, number and field name in a value stands in `words`, which is in lower case, or is a field, a
 * choice or a switch that the schema declares.
 */
function isInWords(words: string, value: Json, schema: unknown): boolean {
  const { type, enum: choices, items, properties }: Record<string, unknown> = isRecord(schema) ? schema : {};
  if (value === null || (Array.isArray(choices) && choices.includes(value))) return true;
  if (typeof value === 'boolean') return type === 'boolean';
  if (Array.isArray(value)) return value.every((each) => isInWords(words, each, items));
  if (typeof value === 'object') {
    const fields = isRecord(properties) ? properties : {};
    return Object.entries(value).every(
      ([name, each]) =>
        (Object.hasOwn(fields, name) || isPhraseOf(words, name)) &&
        isInWords(words, each, Object.hasOwn(fields, name) ? fields[name] : null),
    );
  }
  return String(value)
    .replace(wholeResult, '\n')
    .split('\n')
    .every((line) => isPhraseOf(words, line.trim()));
}

/** A date with its time, such as `2026-05-01T09:00`. */
const dateTime = /^(\d{4}-\d\d-\d\d)[t ]0?(\d{1,2}:\d\d)(?::00)?$/;

/**
 * True if a text, or a date and its time each on its own, stands in `words`, which is in lower case. The case of
 * letters and a slash at the end make no difference.
 */
function isPhraseOf(words: string, text: string): boolean {
  const phrase = text.toLowerCase().replace(/(?<=.)\/$/, '');
  const [, date, time] = dateTime.exec(phrase) ?? [];
  if (containsWord(words, phrase)) return true;
  return (
    date !== undefined &&
    containsWord(words, date) &&
    (containsWord(words, `${time}`) || containsWord(words, `0${time}`))
  );
}

/** True if a text stands in another one, and not as a part of a longer Latin word or a longer number. */
function containsWord(words: string, text: string): boolean {
  for (let at = words.indexOf(text); at >= 0 && text !== ''; at = words.indexOf(text, at + 1)) {
    const end = at + text.length;
    const continues = /[a-z0-9]/.test(words[at] ?? '') && /(?:[a-z0-9]|\d[.,])$/.test(words.slice(at - 2, at));
    const goesOn = /[a-z0-9]/.test(words[end - 1] ?? '') && /^(?:[a-z0-9]|[.,]\d)/.test(words.slice(end, end + 2));
    if (!continues && !goesOn) return true;
  }
  return text === '';
}

/** All texts in a value, each with the name of the field that holds it. */
export function namedTextsInValue(value: Json, key: string): { key: string; text: string }[] {
  if (typeof value === 'string') return [{ key, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => namedTextsInValue(each, key));
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => namedTextsInValue(each, name))
    : [];
}
