import * as z from 'zod';
import type { Json } from '../text/json.ts';
import { Plan } from './plan.ts';
import { Instant, type Step } from './step.ts';

/** A plan to start from (R2.9): a sound plan that nothing has been done of, with `{{placeholders}}` in its texts. */
export const Template = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  description: z.string(),
  plan: Plan,
  created_at: Instant,
});
export type Template = z.infer<typeof Template>;

const placeholder = /\{\{\s*([\p{L}\p{N}_](?:[\p{L}\p{N}_ -]{0,58}[\p{L}\p{N}_])?)\s*\}\}/gu;

/** The names of what is left open in goal, descriptions, parameters and expected outputs; each once, as they come. */
export function placeholders(plan: Plan): string[] {
  const names = new Set<string>();
  rewritten(plan, (text) => {
    for (const [, name] of text.matchAll(placeholder)) if (name !== undefined) names.add(name);
    return text;
  });
  return [...names];
}

/** The plan with each value in its place; what has no value stays open. Values are text, never read for placeholders. */
export function fillTemplate(plan: Plan, values: Readonly<Record<string, string>>): Plan {
  return rewritten(plan, (text) =>
    text.replace(placeholder, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole)),
  );
}

type Rewrite = (text: string) => string;

function rewritten(plan: Plan, rewrite: Rewrite): Plan {
  return { ...plan, goal: rewrite(plan.goal), steps: plan.steps.map((step) => rewrittenStep(step, rewrite)) };
}

function rewrittenStep(step: Step, rewrite: Rewrite): Step {
  const { parameters, expected_output, plan } = step;
  return {
    ...step,
    description: rewrite(step.description),
    ...(parameters && { parameters: rewrittenValues(parameters, rewrite) }),
    ...(expected_output !== undefined && { expected_output: rewrite(expected_output) }),
    ...(plan && {
      plan: { ...plan, goal: rewrite(plan.goal), steps: plan.steps.map((inner) => rewrittenStep(inner, rewrite)) },
    }),
  };
}

function rewrittenValues(values: Record<string, Json>, rewrite: Rewrite): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, rewrittenValue(value, rewrite)]));
}

function rewrittenValue(value: Json, rewrite: Rewrite): Json {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return value.map((each) => rewrittenValue(each, rewrite));
  return typeof value === 'object' && value !== null ? rewrittenValues(value, rewrite) : value;
}
