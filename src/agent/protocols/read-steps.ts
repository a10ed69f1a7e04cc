import * as z from 'zod';
import type { ProposedStep } from '../../domain/decision.ts';
import { JsonObject } from '../../domain/json.ts';

const longestWords = 200;

/** What a model may write for a step of a plan: a sentence, or an object with more (R4.1). */
export const WrittenStep = z.union([
  z.string().trim().min(1),
  z
    .object({
      id: z.union([z.string(), z.number()]).nullish(),
      description: z.string().trim().nullish(),
      tool: z.string().trim().nullish(),
      parameters: z.record(z.string(), z.unknown()).nullish(),
      dependencies: z.array(z.union([z.string(), z.number()])).nullish(),
      expected_output: z.string().nullish(),
    })
    .refine(({ description, tool, parameters }) => description || (tool && parameters), 'A step needs a description.'),
]);
export type WrittenStep = z.infer<typeof WrittenStep>;

/** The steps of a plan in full; where none has an id, a dependency may name another by its place in the list. */
export function proposedSteps(plan: readonly WrittenStep[]): ProposedStep[] {
  const steps = plan.map(proposedStep);
  const byPlace = steps.some(({ dependencies }) => dependencies.length > 0) && steps.every(({ id }) => id === null);
  return byPlace ? steps.map((step, at) => ({ ...step, id: String(at + 1) })) : steps;
}

/** A written step in full. */
export function proposedStep(step: WrittenStep): ProposedStep {
  if (typeof step === 'string')
    return { id: null, description: step, tool: null, parameters: null, dependencies: [], expected_output: null };
  const parameters = JsonObject.safeParse(step.parameters);
  return {
    id: String(step.id ?? '').trim() || null,
    description: step.description || callInWords(step.tool ?? '', Object.values(step.parameters ?? {})),
    tool: step.tool || null,
    parameters: parameters.success ? parameters.data : null,
    dependencies: (step.dependencies ?? []).map((id) => String(id).trim()),
    expected_output: step.expected_output?.trim() || null,
  };
}

/** What stands for the description of a step that is no more than a call. */
function callInWords(tool: string, values: readonly unknown[]): string {
  const said = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return said.length > 0 ? `${tool}: ${said.join(', ').slice(0, longestWords)}` : tool;
}
