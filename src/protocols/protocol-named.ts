import type { IntakeDecision, InvalidDecision, ReplanDecision, ThoughtDecision } from '../task/decision.ts';
import type { ProtocolName } from '../task/protocol-name.ts';
import { holdsCallMarkup } from '../values/call-markup.ts';
import { jsonProtocol } from './json-protocol.ts';
import { markersProtocol } from './markers-protocol.ts';
import type { Protocol } from './protocol.ts';
import { toolsProtocol } from './tools-protocol.ts';

const protocols: Record<ProtocolName, Protocol> = {
  tools: withoutMarkup(toolsProtocol),
  json: withoutMarkup(jsonProtocol),
  markers: withoutMarkup(markersProtocol),
};

export function protocolNamed(name: ProtocolName): Protocol {
  return protocols[name];
}

const asText: InvalidDecision = {
  kind: 'invalid',
  violation:
    'The reply holds a call as text, which calls nothing and is no answer. Make the call in the form asked for.',
};

/** The protocol with a check: call markup is never an answer, a step's result or a closing answer. */
function withoutMarkup(protocol: Protocol): Protocol {
  return {
    ...protocol,
    readIntake: (reply) => checked<IntakeDecision>(protocol.readIntake(reply)),
    readThought: (reply, scene) => checkedThought(protocol.readThought(reply, scene)),
    readReplan: (reply, known, offer) => checked<ReplanDecision>(protocol.readReplan(reply, known, offer)),
  };
}

function checked<Decision extends { kind: string }>(
  decision: Decision & { text?: string; response?: string | null; note?: string; question?: string; reason?: string },
): Decision | InvalidDecision {
  if (decision.kind === 'act' || decision.kind === 'invalid') return decision;
  const { text, response, note, question, reason } = decision;
  return [text, response, note, question, reason].some((said) => said && holdsCallMarkup(said)) ? asText : decision;
}

function checkedThought(decision: ThoughtDecision): ThoughtDecision {
  if (decision.kind !== 'act' || !decision.finish?.response || !holdsCallMarkup(decision.finish.response))
    return checked<ThoughtDecision>(decision);
  return { ...decision, finish: { ...decision.finish, response: null } };
}
