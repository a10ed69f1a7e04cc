import * as z from 'zod';
import type { ProposedStep } from '../../domain/decision.ts';
import { JsonObject } from '../../domain/json.ts';

/** What a model may write for a step of a plan: a sentence, or an object with more (R4.1). */
export const WrittenStep = z.union([
  z.string().trim().min(1),
  z.object({
    id: z.union([z.string(), z.number()]).nullish(),
    description: z.string().trim().min(1),
    tool: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
    dependencies: z.array(z.union([z.string(), z.number()])).nullish(),
    expected_output: z.string().nullish(),
  }),
]);
export type WrittenStep = z.infer<typeof WrittenStep>;

/** A written step in full. */
export function proposedStep(step: WrittenStep): ProposedStep {
  if (typeof step === 'string')
    return { id: null, description: step, tool: null, parameters: null, dependencies: [], expected_output: null };
  const parameters = JsonObject.safeParse(step.parameters);
  return {
    id: String(step.id ?? '').trim() || null,
    description: step.description,
    tool: step.tool?.trim() || null,
    parameters: parameters.success ? parameters.data : null,
    dependencies: (step.dependencies ?? []).map((id) => String(id).trim()),
    expected_output: step.expected_output?.trim() || null,
  };
}
