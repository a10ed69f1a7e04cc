import type { Plan } from './plan.ts';
import type { Step } from './step.ts';

const address = /https?:\/\/[^\s"'<>\\{}\]，。；（）()]*[^\s"'<>\\{}\]，。；（）().,;!?]/g;

/** Returns the web addresses that a plan names in its goal, its descriptions and its parameters, each once. */
export function addressesIn({ goal, steps }: Pick<Plan, 'goal' | 'steps'>): string[] {
  const textOf = ({ description, parameters, plan }: Step): string =>
    [description, JSON.stringify(parameters ?? null), plan?.goal ?? '', ...(plan?.steps ?? []).map(textOf)].join('\n');
  return [...new Set([goal, ...steps.map(textOf)].join('\n').match(address) ?? [])];
}
