import type * as z from 'zod';
import { excerpt } from './excerpt.ts';
import type { Mending } from './mending.ts';
import type { Place } from './place.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';

const typeCodes = new Map<string, PlanFileProblem['code']>([
  ['string', 'not_text'],
  ['array', 'not_a_list'],
  ['boolean', 'not_yes_or_no'],
  ['number', 'not_a_count'],
  ['int', 'not_a_count'],
]);

/** The first fault that the plan's schema finds in a draft, with the place as the file names it. A goal is made from the steps: without it they are at fault. */
export function schemaProblem(error: z.ZodError, draft: unknown, mending: Mending): PlanFileProblem {
  const [first] = error.issues;
  const isUnmade = first?.path[0] === 'goal' && valueAt(draft, ['goal']) === undefined;
  const issue = (isUnmade ? error.issues.find(({ path }) => path[0] === 'steps') : null) ?? first;
  const place = (issue?.path ?? []) as Place;
  const value = valueAt(draft, place);
  return {
    code: issue ? codeOf(issue, place, value) : 'unknown_shape',
    path: mending.spell(place),
    params: { value: excerpt(value), ...(issue?.code === 'too_big' ? { limit: Number(issue.maximum) } : {}) },
  };
}

function codeOf(issue: z.core.$ZodIssue, place: Place, value: unknown): PlanFileProblem['code'] {
  const field = place.at(-1);
  if (value === undefined) return 'missing';
  if (typeof field === 'number' && place.at(-2) === 'steps') return 'not_a_step';
  if (field === 'status') return typeof place.at(-2) === 'number' ? 'bad_status' : 'bad_plan_status';
  if (typeof field === 'string' && field.endsWith('_at')) return 'bad_time';
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'blank' : 'not_a_count';
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'too_long' : 'not_a_count';
  return issue.code === 'invalid_type' ? (typeCodes.get(issue.expected) ?? 'not_an_object') : 'unknown_shape';
}

function valueAt(root: unknown, place: Place): unknown {
  let node = root;
  for (const key of place) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as Record<string | number, unknown>)[key];
  }
  return node;
}
