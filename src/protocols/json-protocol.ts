import {
  evaluationFromCalls,
  intakeFromCalls,
  planFromReplyCalls,
  replanFromCalls,
  thoughtFromCalls,
} from './call-contract.ts';
import { evaluationFromJson, intakeFromJson, planFromJson, replanFromJson, thoughtFromJson } from './json-contract.ts';
import type { Protocol, ReplyKind } from './protocol.ts';
import { renderAsText, formatToolList } from './render-as-text.ts';
import type { ReplyFormat } from '../ports/language-model.ts';

/** The *json* protocol: all decisions as JSON in the reply. */
export const jsonProtocol: Protocol = {
  name: 'json',
  requestOptions: (contract) =>
    contract === 'answer'
      ? { tools: [], choice: 'none' }
      : { tools: [], choice: 'none', format: jsonReplyFormat(contract) },
  instructions: (contract, prompts, offer) =>
    contract === 'intake' || contract === 'plan' || contract === 'thought' ? formatToolList(prompts, offer.tools) : '',
  encodeMessages: (messages) =>
    renderAsText(messages, (tool, input) =>
      JSON.stringify({ status: 'continue', current_step: '…', next_action: { tool, input } }),
    ),
  readIntake: (reply) => (reply.calls.length > 0 ? intakeFromCalls(reply) : intakeFromJson(reply)),
  readPlan: (reply) => (reply.calls.length > 0 ? planFromReplyCalls(reply) : planFromJson(reply)),
  readThought: (reply, scene) =>
    reply.calls.length > 0 ? thoughtFromCalls(reply, scene) : thoughtFromJson(reply, scene),
  readReplan: (reply, _known, offer) =>
    reply.calls.length > 0 ? replanFromCalls(reply, offer) : replanFromJson(reply, offer),
  readEvaluation: (reply) => (reply.calls.length > 0 ? evaluationFromCalls(reply) : evaluationFromJson(reply)),
};

const nullable = (type: string) => ({ type: [type, 'null'] });
const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const anyObject = { type: ['object', 'null'], additionalProperties: true };
const steps = {
  type: ['array', 'null'],
  items: object({
    id: nullable('string'),
    description: { type: 'string' },
    tool: nullable('string'),
    parameters: anyObject,
    dependencies: { type: 'array', items: { type: 'string' } },
    expected_output: nullable('string'),
  }),
};
const status = (...values: string[]) => ({ type: 'string', enum: values });
const action = {
  anyOf: [
    object({ tool: { type: 'string' }, input: { type: 'object', additionalProperties: true } }),
    { type: 'null' },
  ],
};

/**
 * The contract of a decision as JSON Schema: an object at the root, every key required, nullable instead of optional.
 */
export function jsonReplyFormat(contract: Exclude<ReplyKind, 'answer'>): ReplyFormat {
  return { name: contract, schema: schemas[contract] };
}

const schemas: Record<Exclude<ReplyKind, 'answer'>, Record<string, unknown>> = {
  intake: object({
    status: status('answer', 'planned', 'continue'),
    response: nullable('string'),
    plan: steps,
    current_step: nullable('string'),
    next_action: action,
  }),
  plan: object({ status: status('planned'), plan: { ...steps, type: 'array' } }),
  thought: object({
    status: status('continue', 'ask_user', 'done', 'blocked'),
    current_step: nullable('string'),
    next_action: action,
    question: nullable('string'),
    response: nullable('string'),
    plan_still_fits: nullable('boolean'),
  }),
  replan: object({
    status: status('unchanged', 'replanned', 'ask_user', 'done'),
    plan: steps,
    question: nullable('string'),
    response: nullable('string'),
  }),
  evaluation: object({
    success: { type: 'boolean' },
    decision: status('continue', 'retry', 'skip', 'replan', 'stop'),
    reason: { type: 'string' },
  }),
};
