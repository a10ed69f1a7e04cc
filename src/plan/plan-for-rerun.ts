import { isCalendarDate } from '../values/calendar-date.ts';
import type { Json } from '../values/json.ts';
import { withBrackets } from '../values/text-language.ts';
import type { Plan } from './plan.ts';
import { declaresDependencies } from './plan-graph.ts';
import type { Step } from './step.ts';
import type { Placeholder } from './template.ts';

/** A tool call of a finished run that succeeded. */
export interface SuccessfulCall {
  step: string;
  tool: string;
  input: Record<string, Json>;
  /** The result as the model saw it. */
  text: string;
}

/**
 * The plan of a finished run, to be run again: steps that failed or were skipped are left out, and successful calls
 * become complete steps, one each. A call whose input came from earlier results, or holds a date in words, is left to
 * the model, so that no result and no date of this run ends up in the next one.
 */
export function planForRerun(plan: Plan, calls: readonly SuccessfulCall[]): Plan {
  const kept = new Set(plan.steps.flatMap(({ id, status }) => (status === 'completed' ? [id] : [])));
  let known = [plan.goal, ...plan.steps.map(({ description }) => description)].join('\n');
  let read = '';
  const own = new Set<SuccessfulCall>();
  for (const call of calls) {
    if (isOwn(call.input, read, known, kept)) {
      own.add(call);
      known += `\n${textsIn(call.input).join('\n')}`;
    }
    read += `\n${call.text}`;
  }
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  const steps = plan.steps.flatMap((step) => {
    if (!kept.has(step.id)) return [];
    const dependencies = [...new Set(step.dependencies.flatMap((id) => standsFor(id, byId, kept)))];
    const made = calls.filter((call) => call.step === step.id);
    return step.plan || !made.every((call) => own.has(call))
      ? [bare(step, dependencies)]
      : inParts(step, dependencies, made, byId);
  });
  return { ...plan, steps };
}

/**
 * Returns the kept steps that replace a dependency: the step itself if it is kept, else the kept steps that it depended
 * on, directly or through other left-out steps.
 */
function standsFor(id: string, byId: ReadonlyMap<string, Step>, kept: ReadonlySet<string>): string[] {
  if (kept.has(id)) return [id];
  return (byId.get(id)?.dependencies ?? []).flatMap((other) => standsFor(other, byId, kept));
}

/** The step without its call, which the model has to choose again. */
function bare(step: Step, dependencies: string[]): Step {
  return { ...step, parameters: undefined, dependencies };
}

/** One step per call; the last one keeps the id, since others may depend on it. */
function inParts(
  step: Step,
  dependencies: string[],
  made: readonly SuccessfulCall[],
  taken: ReadonlyMap<string, Step>,
): Step[] {
  if (made.length === 0) return [bare(step, dependencies)];
  const waits = declaresDependencies([...taken.values()]);
  let before: string | null = null;
  return made.map(({ tool, input }, at) => {
    const isLast = at === made.length - 1;
    const id: string = isLast ? step.id : freeId(`${step.id}_part_${at + 1}`, taken);
    const count = `${at + 1}/${made.length}`;
    const description = made.length === 1 ? step.description : withBrackets(step.description, count);
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

function freeId(wanted: string, taken: ReadonlyMap<string, Step>): string {
  return taken.has(wanted) ? freeId(`${wanted}_`, taken) : wanted;
}

/** All texts in a value. */
const textsIn = (value: Json): string[] => fieldsIn(value, '').map(({ text }) => text);

/** The length in characters below which equal texts may be a coincidence. */
const least = 8;
/**
 * The length, in characters, from which a text that also stands in an earlier result is assumed to come from that
 * result.
 */
const run = 24;

/** A date in words, such as `5 December` or `12月5日`, which no blank replaces. */
const dateInWords =
  /\b\d{1,2}(?:st|nd|rd|th)? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}\b|\d{1,2}月\d{1,2}[日号]/;

/**
 * True if no text of an input comes from an earlier result, refers to a left-out step, or holds a date in words. `known`:
 * the texts of the person, the plan and earlier calls.
 */
function isOwn(input: Json, read: string, known: string, kept: ReadonlySet<string>): boolean {
  return textsIn(input).every((text) => {
    for (const [, id = ''] of text.matchAll(/\$\{([\w.~-]+?)\.[^}]*\}/g)) if (!kept.has(id)) return false;
    if (dateInWords.test(text)) return false;
    if (text.length < least || known.includes(text)) return true;
    const length = Math.min(run, text.length);
    for (let at = 0; at + length <= text.length; at += 1) {
      const part = text.slice(at, at + length);
      if (read.includes(part) && !known.includes(part)) return false;
    }
    return true;
  });
}

/** The names for the kinds of blanks in the language of the page. */
export interface BlankWords {
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
const quoted = /(?<=[“"「『《])[^“”"「」『』《》\n]{2,40}(?=[”"」』》])/g;
const capitalised = /(?<=[\p{Ll}\d,] )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)*/gu;

/** The texts that may differ in the next run: addresses, dates and names in the goal, and dates in the calls. */
export function proposedBlanks({ goal, steps }: Plan, words: BlankWords): Placeholder[] {
  const inputs = steps.flatMap(({ parameters }) => fieldsIn(parameters ?? null, ''));
  const sources: readonly [kind: keyof BlankWords, text: string, pattern: RegExp][] = [
    ['address', goal, addresses],
    ['date', goal, dates],
    ...inputs.map(({ key, text }): [keyof BlankWords, string, RegExp] => [
      key === 'due' || key === 'start' || key === 'end' ? key : 'date',
      text,
      dates,
    ]),
    ['name', goal, quoted],
    ['name', goal, capitalised],
  ];
  const found = new Map<string, keyof BlankWords>();
  for (const [kind, source, pattern] of sources)
    for (const [text] of source.matchAll(pattern))
      if (![...found.keys()].some((other) => other.includes(text))) found.set(text, kind);
  const counts: Record<string, number> = {};
  return [...found].map(([text, kind]) => {
    const nth = (counts[kind] = (counts[kind] ?? 0) + 1);
    return { text, name: nth === 1 ? words[kind] : `${words[kind]} ${nth}` };
  });
}

/** The dates, such as `2026-12-04`, that a plan names in its goal, its steps or their calls: each once, in order. */
export function fixedDates({ goal, steps }: Plan): string[] {
  const texts = steps.flatMap(({ description, parameters }) => [
    description,
    ...fieldsIn(parameters ?? null, '').map(({ text }) => text),
  ]);
  return [...new Set([goal, ...texts].flatMap((text) => text.match(dates) ?? []))].filter(isCalendarDate).sort();
}

/** All texts in a value, each with the name of the field that holds it. */
function fieldsIn(value: Json, key: string): { key: string; text: string }[] {
  if (typeof value === 'string') return [{ key, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => fieldsIn(each, key));
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => fieldsIn(each, name))
    : [];
}
