import { callsOfEvaluation, callsOfIntake, callsOfPlan, callsOfReplan, callsOfThought } from './call-contract.ts';
import { jsonOfEvaluation, jsonOfIntake, jsonOfPlan, jsonOfReplan, jsonOfThought } from './json-contract.ts';
import { jsonFormat } from './json-formats.ts';
import type { Protocol } from './protocol.ts';
import { asProse, toolList } from './written-out.ts';

/** The contracts of R4.1 as JSON in the reply (R4.4). */
export const jsonProtocol: Protocol = {
  name: 'json',
  shape: (contract) =>
    contract === 'answer' ? { tools: [], choice: 'none' } : { tools: [], choice: 'none', format: jsonFormat(contract) },
  teach: (contract, prompts, offer) =>
    contract === 'intake' || contract === 'plan' || contract === 'thought' ? toolList(prompts, offer.tools) : '',
  speak: (messages) =>
    asProse(messages, (tool, input) =>
      JSON.stringify({ status: 'continue', current_step: '…', next_action: { tool, input } }),
    ),
  readIntake: (reply) => (reply.calls.length > 0 ? callsOfIntake(reply) : jsonOfIntake(reply)),
  readPlan: (reply) => (reply.calls.length > 0 ? callsOfPlan(reply) : jsonOfPlan(reply)),
  readThought: (reply, scene) => (reply.calls.length > 0 ? callsOfThought(reply, scene) : jsonOfThought(reply, scene)),
  readReplan: (reply, _known, offer) =>
    reply.calls.length > 0 ? callsOfReplan(reply, offer) : jsonOfReplan(reply, offer),
  readEvaluation: (reply) => (reply.calls.length > 0 ? callsOfEvaluation(reply) : jsonOfEvaluation(reply)),
};
