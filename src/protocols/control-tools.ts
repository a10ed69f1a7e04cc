import * as z from 'zod';
import { type ProposedStep, Evaluation } from '../task/decision.ts';
import { changedThings } from '../task/claimed/changed-things.ts';
import { isRecord, JsonObject } from '../values/json.ts';
import type { OfferedTool } from '../ports/language-model.ts';
import type { ReplyKind, ReplyRequestOptions } from './protocol.ts';

const words: Record<string, boolean> = { true: true, yes: true, 是: true, false: false, no: false, 否: false };

/** A boolean, which may be written as a word. */
export const LenientBoolean = z.preprocess(
  (value) => (typeof value === 'string' ? (words[value.trim().toLowerCase()] ?? value) : value),
  z.boolean().nullish(),
);

const longestWords = 200;

/** The accepted forms of a step in a model's plan: a sentence, or an object. */
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

/** The steps of a plan with all fields; if none has an id, a dependency may name another step by its position. */
export function toProposedSteps(plan: readonly WrittenStep[]): ProposedStep[] {
  const steps = plan.map(toProposedStep);
  const byPlace = steps.some(({ dependencies }) => dependencies.length > 0) && steps.every(({ id }) => id === null);
  return byPlace ? steps.map((step, at) => ({ ...step, id: String(at + 1) })) : steps;
}

/**
 * Converts a step as the model wrote it, text or object, into one with every field; missing fields become null or
 * empty.
 */
export function toProposedStep(step: WrittenStep): ProposedStep {
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

/** The description of a step that consists only of a call. */
function callInWords(tool: string, values: readonly unknown[]): string {
  const callValues = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return callValues.length > 0 ? `${tool}: ${callValues.join(', ').slice(0, longestWords)}` : tool;
}

/** The arguments of the control tools. */
export const controlToolArguments = {
  create_plan: z.object({ plan: z.array(WrittenStep) }),
  update_plan: z.object({ plan: z.array(WrittenStep).min(1) }),
  finish_step: z.object({
    response: z.string().nullish(),
    plan_still_fits: LenientBoolean,
    blocked: LenientBoolean,
    changed: z.unknown().optional(),
  }),
  ask_user: z.object({ question: z.string().trim().min(1) }),
  keep_plan: z.object({}),
  finish_task: z.object({ response: z.string().trim().min(1) }),
  judge_step: Evaluation,
};

export type ControlToolName = keyof typeof controlToolArguments;

/** The control tools that a contract offers. */
export function controlToolNamesFor(contract: ReplyKind, offer: ReplyRequestOptions): ControlToolName[] {
  switch (contract) {
    case 'intake':
    case 'plan':
      return ['create_plan'];
    case 'answer':
      return [];
    case 'thought':
      return ['finish_step', 'ask_user'];
    case 'replan':
      if (offer.onlyClosing) return ['finish_task'];
      return offer.open
        ? ['keep_plan', 'update_plan', 'finish_task', 'ask_user']
        : ['update_plan', 'finish_task', 'ask_user'];
    case 'evaluation':
      return ['judge_step'];
  }
}

const step = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    description: { type: 'string', description: 'One step, as an instruction.' },
    tool: { type: 'string', description: 'The tool it will need, if one is clear.' },
    parameters: { type: 'object', description: "The tool's input, if all of it is known." },
    dependencies: { type: 'array', items: { type: 'string' }, description: 'Ids of steps that must be done before.' },
    expected_output: { type: 'string' },
  },
  required: ['description'],
};
const terseStep = {
  ...step,
  properties: {
    ...step.properties,
    description: { type: 'string', description: 'As an instruction; left out where tool and parameters say it all.' },
  },
  required: [],
};
const inOrder = 'The steps in order.';
const plan = (description: string, items: object = step) => ({
  type: 'object',
  properties: { plan: { type: 'array', items, description } },
  required: ['plan'],
});
const text = (name: string, description?: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', ...(description !== undefined && { description }) } },
  required: [name],
});

const descriptions: Record<ControlToolName, Omit<OfferedTool, 'name'>> = {
  create_plan: {
    description: 'Make a plan for a task of three steps or more; three to ten steps as a rule.',
    schema: plan(inOrder),
  },
  update_plan: {
    description: 'Replace the remaining steps. Steps that have started are kept; do not repeat them.',
    schema: plan('All remaining steps, in order. Keep the id of a step you keep.'),
  },
  finish_step: {
    description: 'End the step, not the task.',
    schema: {
      type: 'object',
      properties: {
        response: { type: 'string', description: 'The result, in one or two sentences.' },
        plan_still_fits: { type: 'boolean', description: 'False if the rest of the plan no longer fits.' },
        blocked: { type: 'boolean', description: 'True if it cannot be done; the reason is the response.' },
      },
      required: [],
    },
  },
  ask_user: {
    description: 'Ask the person one clear question, for what no tool can find.',
    schema: text('question'),
  },
  keep_plan: { description: 'The remaining steps still fit: go on.', schema: { type: 'object', properties: {} } },
  finish_task: {
    description: 'The goal is reached, or cannot be reached: close the task with the answer to the person.',
    schema: text('response', 'The closing answer, in Markdown, in the language of the goal.'),
  },
  judge_step: {
    description: 'Judge whether the step has reached what it was for.',
    schema: {
      type: 'object',
      properties: {
        success: { type: 'boolean' },
        decision: { type: 'string', enum: ['continue', 'retry', 'skip', 'replan', 'stop'] },
        reason: { type: 'string' },
      },
      required: ['success', 'decision', 'reason'],
    },
  },
};

const terseDescriptions = {
  ...descriptions,
  create_plan: { ...descriptions.create_plan, schema: plan(inOrder, terseStep) },
};

const changedStoresSchema = {
  type: 'array',
  items: { type: 'string', enum: ['none', ...changedThings] },
  description: 'What calls of this step changed; outside: sent, booked or paid.',
};
const { schema: end, ...ending } = descriptions.finish_step;
const declaringEnd = {
  ...ending,
  schema: { ...end, properties: { ...(isRecord(end.properties) ? end.properties : {}), changed: changedStoresSchema } },
};

/**
 * The definition of a control tool as offered to the model; with `terse`, a plan may consist of calls without
 * descriptions; with `declares`, the end of a step says what it changed.
 */
export function controlTool(name: ControlToolName, terse = false, declares = false): OfferedTool {
  if (declares && name === 'finish_step') return { name, ...declaringEnd };
  return { name, ...(terse ? terseDescriptions : descriptions)[name] };
}
