import * as z from 'zod';
import { JsonObject } from './json.ts';

/** A step as a model proposes it (R4.1). */
export const ProposedStep = z.object({
  id: z.string().nullable(),
  description: z.string().min(1),
  tool: z.string().nullable(),
  parameters: JsonObject.nullable(),
  dependencies: z.array(z.string()),
  expected_output: z.string().nullable(),
});
export type ProposedStep = z.infer<typeof ProposedStep>;

/** One tool call the model wants made; `call` is the id under which its result goes back. */
export const Action = z.object({ call: z.string(), tool: z.string(), input: z.unknown() });
export type Action = z.infer<typeof Action>;

/** One typed result per contract, whichever protocol carried it (R4.1). `invalid` names the violation for the repair. */
export interface Invalid {
  kind: 'invalid';
  violation: string;
}

export type IntakeDecision =
  | { kind: 'answer'; text: string }
  | { kind: 'plan'; steps: ProposedStep[] }
  | { kind: 'act'; actions: Action[]; steps: ProposedStep[] }
  | Invalid;

export type PlanDecision = { kind: 'plan'; steps: ProposedStep[] } | Invalid;

export type ThoughtDecision =
  | { kind: 'act'; actions: Action[]; note: string }
  | { kind: 'ask'; question: string }
  | { kind: 'done'; response: string | null; fits: boolean }
  | { kind: 'blocked'; reason: string }
  | Invalid;

export type ReplanDecision =
  | { kind: 'replanned'; steps: ProposedStep[] }
  | { kind: 'unchanged' }
  | { kind: 'ask'; question: string }
  | { kind: 'done'; response: string }
  | Invalid;
