import { isRecord } from '../domain/json.ts';
import type { Draft } from './own-names.ts';

/** A plan that an agent's thought holds as a text of bullets, and by name what else the thought says; null without one. */
export function plannedWords(value: unknown): { text: string; beside: Draft } | null {
  if (!isRecord(value)) return null;
  const { thoughts, ...outer } = value;
  const { plan, ...said } = isRecord(thoughts) ? thoughts : value;
  if (typeof plan !== 'string' || !/^\s*(?:[-*•]|\d+[.)])/m.test(plan)) return null;
  if (!isRecord(thoughts)) return { text: plan, beside: said };
  const inner = Object.entries(said).map(([name, words]) => [`thoughts.${name}`, words] as const);
  return { text: plan, beside: { ...outer, ...Object.fromEntries(inner) } };
}
