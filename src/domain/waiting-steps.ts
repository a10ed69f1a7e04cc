import type { StepLink } from './step-links.ts';

/** The steps that wait for one, directly or not. */
export function waitingSteps(links: readonly StepLink[], id: string): Set<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of links) {
    const others = next.get(from);
    if (others) others.push(to);
    else next.set(from, [to]);
  }
  const waiting = new Set(next.get(id));
  for (const each of waiting) for (const to of next.get(each) ?? []) waiting.add(to);
  return waiting;
}
