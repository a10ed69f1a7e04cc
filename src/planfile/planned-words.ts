import type { Draft } from './own-names.ts';
import { isDraft } from './is-draft.ts';

/** A plan that an agent's thought holds as a text of bullets, and by name what else the thought says; null without one. */
export function plannedWords(value: unknown): { text: string; beside: Draft } | null {
  if (!isDraft(value)) return null;
  const { thoughts, ...outer } = value;
  const { plan, ...said } = isDraft(thoughts) ? thoughts : value;
  if (typeof plan !== 'string' || !/^\s*(?:[-*•]|\d+[.)])/m.test(plan)) return null;
  if (!isDraft(thoughts)) return { text: plan, beside: said };
  const inner = Object.entries(said).map(([name, words]) => [`thoughts.${name}`, words] as const);
  return { text: plan, beside: { ...outer, ...Object.fromEntries(inner) } };
}
