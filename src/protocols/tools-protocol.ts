import { replanFromProse, thoughtFromProse, type ReplyFormWording } from './prose-decisions.ts';
import type { ReplanDecision, ThoughtDecision } from '../task/decision.ts';
import type { ModelReply, ToolCall } from '../task/model-reply.ts';
import { controlToolAliases } from './aliases.ts';
import {
  evaluationFromCalls,
  intakeFromCalls,
  planFromReplyCalls,
  replanFromCalls,
  thoughtFromCalls,
} from './call-contract.ts';
import { controlToolNamesFor, controlTool } from './control-tools.ts';
import { evaluationFromJson, intakeFromJson, planFromJson, replanFromJson, thoughtFromJson } from './json-contract.ts';
import type { ReplyKind, ReplyRequestOptions, Protocol, ThoughtContext } from './protocol.ts';
import { isStandaloneJson } from './standalone-json.ts';
import { withoutThinking } from './without-thinking.ts';
import { isRecord, parseJson } from '../values/json.ts';
import type { ModelMessage, OfferedTool } from '../ports/language-model.ts';
import { stringifyExactJson } from '../values/exact-json.ts';
import { parseArguments } from './parse-arguments.ts';

/** The *tools* protocol: native function calling with the available tools and the control tools of the contract. */
export const toolsProtocol: Protocol = {
  name: 'tools',
  requestOptions: (contract, offer) => {
    const tools = callableTools(contract, offer);
    const choice = tools.length === 0 ? 'none' : contract === 'intake' ? 'auto' : 'required';
    return { tools, choice };
  },
  instructions: (contract, prompts, offer) =>
    contract === 'plan'
      ? [prompts.toolsTitle, ...offer.tools.map((tool) => `- ${tool.name}: ${tool.description}`)].join('\n')
      : '',
  encodeMessages: (messages) => messages.map(withReadableCalls),
  readIntake: (reply) => {
    if (reply.calls.length > 0) return intakeFromCalls(reply);
    if (isStandaloneJson(reply.text)) return intakeFromJson(reply);
    const text = withoutThinking(reply.text).trim();
    return text ? { kind: 'answer', text } : { kind: 'invalid', violation: 'The reply is empty.' };
  },
  readPlan: (reply) =>
    reply.calls.length === 0 && isStandaloneJson(reply.text) ? planFromJson(reply) : planFromReplyCalls(reply),
  readThought,
  readReplan,
  readEvaluation: (reply) =>
    reply.calls.length === 0 && isStandaloneJson(reply.text) ? evaluationFromJson(reply) : evaluationFromCalls(reply),
};

/** Returns the tools that a reply of this contract may call: those on offer and the control tools that fit. */
export function callableTools(contract: ReplyKind, offer: ReplyRequestOptions): OfferedTool[] {
  return [
    ...(contract === 'intake' || contract === 'thought' ? offer.tools : []),
    ...controlToolNamesFor(contract, offer).map((name) => ({
      ...controlTool(name, offer.terse, offer.declares),
      aliases: controlToolAliases(name, contract === 'plan' || contract === 'answer' ? 'intake' : contract),
    })),
  ];
}

const forms: ReplyFormWording = {
  act: (tool) => `Call ${tool} now.`,
  end: 'Call finish_step with the result when the step is done.',
  ask: 'call ask_user with the question.',
};

function readThought(reply: ModelReply, scene: ThoughtContext): ThoughtDecision {
  if (reply.calls.length > 0) return thoughtFromCalls(reply, scene);
  return isStandaloneJson(reply.text)
    ? thoughtFromJson(reply, scene)
    : thoughtFromProse(withoutThinking(reply.text), { turns: scene.turns, cut: reply.finish === 'length' }, forms);
}

function readReplan(reply: ModelReply, _known: readonly string[], offer: ReplyRequestOptions): ReplanDecision {
  if (reply.calls.length > 0) return replanFromCalls(reply, offer);
  if (isStandaloneJson(reply.text)) return replanFromJson(reply, offer);
  const words = { ask: 'call ask_user with the question.', close: 'Call finish_task with the closing answer.' };
  const scene = { open: offer.open, asked: offer.asked === true, cut: reply.finish === 'length' };
  return replanFromProse(withoutThinking(reply.text), scene, words);
}

/**
 * A message as sent back to a model: endpoints reject arguments that are not a JSON object, so malformed calls are sent
 * as they were parsed.
 */
function withReadableCalls(message: ModelMessage): ModelMessage {
  return message.role === 'assistant' ? { ...message, calls: message.calls.map(readable) } : message;
}

function readable(call: ToolCall): ToolCall {
  if (isRecord(parseJson(call.arguments))) return call;
  return { ...call, arguments: stringifyExactJson(parseArguments(call) ?? { unreadable: call.arguments }) };
}
