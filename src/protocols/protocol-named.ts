import type { IntakeDecision, InvalidDecision, ReplanDecision, ThoughtDecision } from '../task/decision.ts';
import type { ModelReply } from '../task/model-reply.ts';
import type { ProtocolName } from '../task/protocol-name.ts';
import { tooLongViolation } from '../task/too-long-reply.ts';
import { holdsCallMarkup } from '../values/call-markup.ts';
import { isEndless } from '../values/endless-text.ts';
import { holdsCallBlock } from '../values/written-calls.ts';
import { jsonProtocol } from './json-protocol.ts';
import { markersProtocol } from './markers-protocol.ts';
import type { Protocol } from './protocol.ts';
import { repeatsPrompt, withoutFrameMarks } from './system-prompt.ts';
import { toolsProtocol } from './tools-protocol.ts';

const protocols: Record<ProtocolName, Protocol> = {
  tools: withoutUnread(withoutMarkup(toolsProtocol)),
  json: withoutUnread(withoutMarkup(jsonProtocol)),
  markers: withoutUnread(withoutMarkup(markersProtocol)),
};

export function protocolNamed(name: ProtocolName): Protocol {
  return protocols[name];
}

const asText: InvalidDecision = {
  kind: 'invalid',
  violation:
    'The reply holds a call as text, which calls nothing and is no answer. Make the call in the form asked for.',
};

const endless: InvalidDecision = { kind: 'invalid', violation: 'The reply repeats the same words without end.' };

const promptAgain: InvalidDecision = {
  kind: 'invalid',
  violation: 'The reply repeats its instructions, which is no answer. Answer in words for the person.',
};

/**
 * The protocol with a check: a reply that is too long to be read is told as that, not as an empty or incomplete one.
 */
function withoutUnread(protocol: Protocol): Protocol {
  const decideUnlessTooLong = <Decision>(reply: ModelReply, decide: () => Decision): Decision | InvalidDecision => {
    const violation = tooLongViolation(reply);
    return violation === null ? decide() : { kind: 'invalid', violation };
  };
  return {
    ...protocol,
    readIntake: (reply) => decideUnlessTooLong(reply, () => protocol.readIntake(reply)),
    readPlan: (reply) => decideUnlessTooLong(reply, () => protocol.readPlan(reply)),
    readThought: (reply, scene) => decideUnlessTooLong(reply, () => protocol.readThought(reply, scene)),
    readReplan: (reply, known, offer) => decideUnlessTooLong(reply, () => protocol.readReplan(reply, known, offer)),
    readEvaluation: (reply) => decideUnlessTooLong(reply, () => protocol.readEvaluation(reply)),
  };
}

/**
 * The protocol with a check: neither call markup, endlessly repeated words nor the prompt itself are an answer, a
 * step's result or a closing answer. The marks of a frame amid the words are left out.
 */
function withoutMarkup(protocol: Protocol): Protocol {
  return {
    ...protocol,
    readIntake: (reply) => checked<IntakeDecision>(protocol.readIntake(reply), holdsCallMarkup),
    readThought: (reply, scene) => checkedThought(protocol.readThought(reply, scene)),
    readReplan: (reply, known, offer) =>
      checked<ReplanDecision>(protocol.readReplan(reply, known, offer), holdsCallMarkup),
  };
}

function checked<Decision extends { kind: string }>(
  decision: Decision & { text?: string; response?: string | null; note?: string; question?: string; reason?: string },
  isCall: (said: string) => boolean,
): Decision | InvalidDecision {
  if (decision.kind === 'act' || decision.kind === 'invalid') return decision;
  const { text, response, note, question, reason } = decision;
  const decisionTexts = [text, response, note, question, reason].flatMap((each) => (each ? [each] : []));
  if (decisionTexts.some(isCall)) return asText;
  if (decisionTexts.some(repeatsPrompt)) return promptAgain;
  if (decisionTexts.some(isEndless)) return endless;
  return {
    ...decision,
    ...(text && { text: withoutFrameMarks(text) }),
    ...(response && { response: withoutFrameMarks(response) }),
  };
}

/** True if a step's words hold a call, also one in a code fence. */
const holdsCall = (stepText: string) => holdsCallMarkup(stepText) || holdsCallBlock(stepText);

function checkedThought(decision: ThoughtDecision): ThoughtDecision {
  const response = decision.kind === 'act' ? decision.finish?.response : null;
  if (decision.kind !== 'act' || !decision.finish || !response) return checked<ThoughtDecision>(decision, holdsCall);
  const isNoResult = holdsCall(response) || isEndless(response) || repeatsPrompt(response);
  return {
    ...decision,
    finish: { ...decision.finish, response: isNoResult ? null : withoutFrameMarks(response) || null },
  };
}
