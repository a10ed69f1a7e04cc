import * as z from 'zod';
import { Evaluation } from '../../domain/decision.ts';
import type { OfferedTool } from '../../ports/language-model.ts';
import type { Contract, Offer } from './protocol.ts';
import { readsAsTruth } from './read-truth.ts';
import { WrittenStep } from './read-steps.ts';

/** The arguments of the control tools (R4.3). */
export const controlArguments = {
  create_plan: z.object({ plan: z.array(WrittenStep) }),
  update_plan: z.object({ plan: z.array(WrittenStep).min(1) }),
  finish_step: z.object({
    response: z.string().nullish(),
    plan_still_fits: readsAsTruth,
    blocked: readsAsTruth,
  }),
  ask_user: z.object({ question: z.string().trim().min(1) }),
  keep_plan: z.object({}),
  finish_task: z.object({ response: z.string().trim().min(1) }),
  judge_step: Evaluation,
};

export type ControlName = keyof typeof controlArguments;

/** The control tools that fit a contract. */
export function controlsOf(contract: Contract, offer: Offer): ControlName[] {
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
const text = (name: string, description: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [name],
});

const descriptions: Record<ControlName, Omit<OfferedTool, 'name'>> = {
  create_plan: {
    description: 'Make a plan for a task of three steps or more; three to ten steps as a rule.',
    schema: plan(inOrder),
  },
  update_plan: {
    description: 'Replace the remaining steps. Steps that have started are kept; do not repeat them.',
    schema: plan('All remaining steps, in order. Keep the id of a step you keep.'),
  },
  finish_step: {
    description: 'End the current step. This does not end the task.',
    schema: {
      type: 'object',
      properties: {
        response: { type: 'string', description: 'The result of the step in one or two sentences.' },
        plan_still_fits: { type: 'boolean', description: 'False if the remaining plan no longer fits.' },
        blocked: { type: 'boolean', description: 'True if the step cannot be done; give the reason as response.' },
      },
      required: [],
    },
  },
  ask_user: {
    description: 'Ask the person for information that is missing and that no tool can find.',
    schema: text('question', 'One clear question.'),
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

/** A control tool as the model is offered it; with `terse`, a plan may be little more than its calls. */
export function controlTool(name: ControlName, terse = false): OfferedTool {
  return { name, ...(terse ? terseDescriptions : descriptions)[name] };
}
