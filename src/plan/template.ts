import * as z from 'zod/mini';
import type { Json } from '../values/json.ts';
import { Plan } from './plan.ts';
import { hasEnded, Instant, type Step } from './step.ts';

/** A reusable plan: a valid plan with no step started and `{{placeholders}}` in its texts. */
export const Template = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  description: z.string(),
  plan: Plan,
  /** An example value for each placeholder, by its name. */
  examples: z.optional(z.record(z.string(), z.string())),
  /** True if it came with a backup that is not the person's own: its texts are text from outside. */
  foreign: z.exactOptional(z.boolean()),
  created_at: Instant,
});
export type Template = z.infer<typeof Template>;

const placeholder = /\{\{\s*([\p{L}\p{N}_](?:[\p{L}\p{N}_ -]{0,58}[\p{L}\p{N}_])?)\s*\}\}/gu;

/**
 * The names of the placeholders in goal, descriptions, parameters and expected outputs of what has not ended; each
 * once, in order of appearance. A text in the language of another program's templates has none.
 */
export function placeholders(plan: Plan): string[] {
  const names = new Set<string>();
  rewritten(plan, (text) => {
    for (const [, name] of text.matchAll(placeholder)) if (name !== undefined) names.add(name);
    return text;
  });
  return [...names];
}

/**
 * The plan with placeholders replaced by their values in what has not ended; those without a value stay. Values are
 * plain text: placeholders in them are not replaced. In the parameters of a call, they are written so that JSON stays
 * JSON and an address keeps its parts.
 */
export function fillTemplate(plan: Plan, values: Readonly<Record<string, string>>): Plan {
  const value = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  return rewritten(plan, (text, isParameter) => (isParameter ? fillParameter : fillPlaceholders)(text, value));
}

/** The text with each placeholder replaced by what is returned for its name; those without a value stay. */
export const fillPlaceholders = (text: string, value: ValueOf): string =>
  text.replace(placeholder, (whole, name: string) => value(name) ?? whole);

type ValueOf = (name: string) => string | undefined;

function fillParameter(text: string, value: ValueOf): string {
  if (isJson(text.replace(placeholder, '0'))) return fillJson(text, value);
  const [head = '', name = ''] = new RegExp(`^${placeholder.source}`, 'u').exec(text) ?? [];
  const start = value(name) ?? head;
  const isAddress = /^https?:\/\/\S+$/i.test(start + text.slice(head.length).replace(placeholder, '0'));
  return isAddress ? fillAddress(text, value) : fillPlaceholders(text, value);
}

/** True if the text is a JSON object or array. */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The JSON text with its placeholders replaced: within quotes as a part of that text, elsewhere by the value itself.
 */
function fillJson(text: string, value: ValueOf): string {
  let isQuoted = false;
  return text.replace(new RegExp(`${placeholder.source}|\\\\.|"`, 'gu'), (whole, name: string | undefined) => {
    if (whole === '"') isQuoted = !isQuoted;
    const placeholderValue = name === undefined ? undefined : value(name);
    if (placeholderValue === undefined) return whole;
    return isQuoted ? JSON.stringify(placeholderValue).slice(1, -1) : placeholderValue;
  });
}

/**
 * The address with its placeholders replaced. Values behind the host are percent-encoded, except those that make up a
 * whole part of the query or are an address within the path.
 */
function fillAddress(text: string, value: ValueOf): string {
  let before = '';
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(placeholder)) {
    before += text.slice(end, index);
    end = index + whole.length;
    const placeholderValue = value(name);
    const isWholePart = /[?&]$/.test(before) && /^(?:[&#]|$)/.test(text.slice(end));
    const isInnerAddress = !before.includes('?') && /^https?:\/\//i.test(placeholderValue ?? '');
    const isBehindHost = /^https?:\/\/[^/?#]*[/?#]/i.test(before);
    const isEncoded = placeholderValue !== undefined && isBehindHost && !isWholePart && !isInnerAddress;
    before += isEncoded ? percentEncoded(placeholderValue) : (placeholderValue ?? whole);
  }
  return before + text.slice(end);
}

/** The value percent-encoded; what is encoded already, and characters that divide nothing, stay as they are. */
const percentEncoded = (value: string): string =>
  value
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .split(/(%[\da-f]{2})/i)
    .map((part, at) =>
      at % 2 === 1 ? part : encodeURIComponent(part).replace(/%(?:2C|2F|3A|40)/g, decodeURIComponent),
    )
    .join('');

/** A text of a plan that differs from run to run, and the name of the placeholder that replaces it. */
export interface Placeholder {
  name: string;
  text: string;
}

/** The plan with each of these texts replaced by its placeholder everywhere; longer texts first. */
export function textsToPlaceholders(plan: Plan, blanks: readonly Placeholder[]): Plan {
  if (blanks.length === 0) return plan;
  const names = new Map(blanks.map(({ name, text }) => [text, name]));
  const texts = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  return rewritten(plan, (planText) => planText.replace(pattern, (text) => `{{${names.get(text) ?? text}}}`));
}

/** True if the text is a valid placeholder name. */
export const isValidPlaceholderName = (name: string): boolean =>
  new RegExp(`^${placeholder.source}$`, 'u').test(`{{${name}}}`);

type Rewrite = (text: string, isParameter: boolean) => string;

/** What only the templates of other programs contain: `{{#each}}`, `{{/each}}`, `{% for %}` or `{{user.name}}`. */
const templateCode = /\{\{\s*[#/]|\{%|\{\{\s*\w+(?:\.\w+)+\s*\}\}/;

function rewritten(plan: Plan, rewrite: Rewrite): Plan {
  const rewriteText: Rewrite = (text, isParameter) => (templateCode.test(text) ? text : rewrite(text, isParameter));
  return {
    ...plan,
    goal: rewriteText(plan.goal, false),
    steps: plan.steps.map((step) => rewrittenStep(step, rewriteText)),
  };
}

function rewrittenStep(step: Step, rewrite: Rewrite): Step {
  if (hasEnded(step)) return step;
  const { parameters, expected_output, plan } = step;
  return {
    ...step,
    description: rewrite(step.description, false),
    ...(parameters && { parameters: rewrittenValues(parameters, rewrite) }),
    ...(expected_output !== undefined && { expected_output: rewrite(expected_output, false) }),
    ...(plan && {
      plan: {
        ...plan,
        goal: rewrite(plan.goal, false),
        steps: plan.steps.map((inner) => rewrittenStep(inner, rewrite)),
      },
    }),
  };
}

function rewrittenValues(values: Record<string, Json>, rewrite: Rewrite): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, rewrittenValue(value, rewrite)]));
}

function rewrittenValue(value: Json, rewrite: Rewrite): Json {
  if (typeof value === 'string') return rewrite(value, true);
  if (Array.isArray(value)) return value.map((each) => rewrittenValue(each, rewrite));
  return typeof value === 'object' && value !== null ? rewrittenValues(value, rewrite) : value;
}
