import { stringifyExactJson } from '../values/exact-json.ts';
import type {
  Action,
  EvaluationDecision,
  IntakeDecision,
  InvalidDecision,
  ProposedStep,
  ReplanDecision,
  ThoughtDecision,
} from '../task/decision.ts';
import { maxRoundsWithoutEnd, saysMovingOn, replanFromProse } from './prose-decisions.ts';
import type { ModelReply } from '../task/model-reply.ts';
import { cutOffViolation } from '../task/too-long-reply.ts';
import {
  evaluationFromCalls,
  intakeFromCalls,
  planFromReplyCalls,
  replanFromCalls,
  thoughtFromCalls,
} from './call-contract.ts';
import { jsonObjects } from './json-objects.ts';
import { type MarkerSection, parseReplyMarkers, type MarkerName } from './marker-lines.ts';
import type { ReplyRequestOptions, Protocol, ThoughtContext } from './protocol.ts';
import { toProposedStep } from './control-tools.ts';
import { renderAsText, formatToolList } from './render-as-text.ts';

const invalid = (violation: string): InvalidDecision => ({ kind: 'invalid', violation });
const forms = { ask: 'write [Ask] and the question.', close: 'Write [Finish] and the closing answer.' };

/** The *markers* protocol: text markers, for models that only write prose. */
export const markersProtocol: Protocol = {
  name: 'markers',
  requestOptions: () => ({ tools: [], choice: 'none' }),
  instructions: (contract, prompts, offer) =>
    contract === 'intake' || contract === 'plan' || contract === 'thought' ? formatToolList(prompts, offer.tools) : '',
  encodeMessages: (messages) => renderAsText(messages, (tool, input) => `[Act] ${tool} ${stringifyExactJson(input)}`),
  readIntake: (reply) => (reply.calls.length > 0 ? intakeFromCalls(reply) : readIntake(reply)),
  readPlan: (reply) => {
    if (reply.calls.length > 0) return planFromReplyCalls(reply);
    const steps = declared(parseReplyMarkers(reply.text).marked);
    if (steps.length === 0) return invalid('No step is declared. Write each as: [Step] what to do');
    return reply.finish === 'length' ? invalid(cutOffViolation(reply)) : { kind: 'plan', steps };
  },
  readThought: (reply, scene) => (reply.calls.length > 0 ? thoughtFromCalls(reply, scene) : readThought(reply, scene)),
  readReplan: (reply, _known, offer) =>
    reply.calls.length > 0 ? replanFromCalls(reply, offer) : readReplan(reply, offer),
  readEvaluation: (reply) => (reply.calls.length > 0 ? evaluationFromCalls(reply) : readEvaluation(reply)),
};

function readIntake(reply: ModelReply): IntakeDecision {
  const { before, marked } = parseReplyMarkers(reply.text);
  const steps = declared(marked);
  const acts = actionsOf(marked, reply);
  if ('violation' in acts) return invalid(acts.violation);
  if (acts.actions.length > 0) return { kind: 'act', actions: acts.actions, steps, ...(before && { words: before }) };
  if (steps.length > 0) return reply.finish === 'length' ? invalid(cutOffViolation(reply)) : { kind: 'plan', steps };
  const text = [before, ...marked.map((each) => each.text)].filter(Boolean).join('\n\n');
  return text ? { kind: 'answer', text } : invalid('The reply is empty.');
}

/**
 * The decision of a thought. A step ends with the first of these: an explicit marker, a transition word from the second
 * round on, or the limit of its rounds. Steps that a round declares are added to any decision.
 */
function readThought(reply: ModelReply, scene: ThoughtContext): ThoughtDecision {
  const { marked } = parseReplyMarkers(reply.text);
  const decision = decided(reply, scene);
  const steps = reply.finish === 'length' ? [] : declared(marked);
  return decision.kind === 'invalid' || steps.length === 0 ? decision : { ...decision, declared: steps };
}

function decided(reply: ModelReply, scene: ThoughtContext): ThoughtDecision {
  const { before, marked } = parseReplyMarkers(reply.text);
  const ends = marked.filter((each) => each.name === 'done' || each.name === 'finish');
  const acts = actionsOf(marked, reply);
  if ('violation' in acts) return invalid(acts.violation);
  const response = [before, ...ends.map((each) => each.text)].filter(Boolean).join(' ').trim() || null;
  const rounds = scene.turns.filter((turn) => turn.kind === 'thought' && turn.decision.kind !== 'invalid').length + 1;
  const isLast = rounds >= maxRoundsWithoutEnd(scene.description);
  const doneDecision: ThoughtDecision = { kind: 'done', response, fits: true };
  if (acts.actions.length > 0) {
    const finish = ends.length > 0 ? { response, fits: true } : isLast ? { response: null, fits: true } : null;
    return { kind: 'act', actions: acts.actions, note: before, finish };
  }
  if (marked.some((each) => each.name === 'ask')) {
    if (ends.length > 0) return invalid('[Ask] and [Done] in one reply: write one of them.');
    return questionOf(marked, reply);
  }
  if (ends.length > 0) return doneDecision;
  if (!before && marked.length === 0) return invalid('The reply is empty.');
  const movesOn = rounds >= 2 && saysMovingOn(proseOf(before, marked));
  return movesOn || wroteAfterReading(scene) || isLast ? doneDecision : { kind: 'round', note: before };
}

/** The prose of a reply without its markers; a declared step takes one line. */
function proseOf(before: string, markerSections: readonly MarkerSection[]): string {
  const after = markerSections.flatMap((each) => (each.name === 'step' ? each.text.split('\n').slice(1) : []));
  return [before, ...after].join('\n');
}

function questionOf(
  markerSections: readonly MarkerSection[],
  reply: ModelReply,
): { kind: 'ask'; question: string } | InvalidDecision {
  const question = textOf(markerSections, 'ask');
  if (!question) return invalid('[Ask] needs the question.');
  return reply.finish === 'length' ? invalid(cutOffViolation(reply)) : { kind: 'ask', question };
}

/** True if a read was followed by a successful write: the step then ends at the next round without a call. */
function wroteAfterReading({ turns }: ThoughtContext): boolean {
  const successfulCalls = turns.flatMap((turn) => (turn.kind === 'tool' && turn.result.ok ? [turn] : []));
  const firstReadIndex = successfulCalls.findIndex((turn) => turn.reads);
  return firstReadIndex >= 0 && successfulCalls.slice(firstReadIndex + 1).some((turn) => !turn.reads);
}

function readReplan(reply: ModelReply, offer: ReplyRequestOptions): ReplanDecision {
  const { before, marked } = parseReplyMarkers(reply.text);
  const has = (...names: MarkerName[]) => marked.some((each) => names.includes(each.name));
  const steps = declared(marked);
  const words = [
    ...(has('finish') ? ['[Finish]'] : []),
    ...(has('ask') ? ['[Ask]'] : []),
    ...(steps.length > 0 ? ['[Step]'] : []),
    ...(has('keep') ? ['[Keep]'] : []),
  ];
  if (words.length > 1) return invalid(`${words.join(' and ')} in one reply: decide for one of them.`);
  if (reply.finish === 'length' && !has('keep')) return invalid(cutOffViolation(reply));
  const closing = textOf(marked, 'finish') || before;
  if (has('finish'))
    return closing ? { kind: 'done', response: closing } : invalid('[Finish] needs the closing answer.');
  if (offer.onlyClosing) return replanFromProse(before, { open: false, asked: offer.asked === true }, forms);
  if (has('ask')) return questionOf(marked, reply);
  if (steps.length > 0) return { kind: 'replanned', steps };
  if (has('keep', 'continue', 'done'))
    return offer.open ? { kind: 'unchanged' } : invalid('No step remains. Write [Finish] and the closing answer.');
  return replanFromProse(before, { open: offer.open, asked: offer.asked === true }, forms);
}

const verdicts: Partial<Record<MarkerName, 'continue' | 'retry' | 'skip' | 'replan' | 'stop'>> = {
  continue: 'continue',
  done: 'continue',
  retry: 'retry',
  skip: 'skip',
  replan: 'replan',
  stop: 'stop',
};

function readEvaluation(reply: ModelReply): EvaluationDecision {
  const { before, marked } = parseReplyMarkers(reply.text);
  const verdictMarkers = marked.flatMap(({ name, text }) => {
    const decision = verdicts[name];
    return decision ? [{ decision, reason: text || before }] : [];
  });
  const [first] = verdictMarkers;
  if (!first || verdictMarkers.some(({ decision }) => decision !== first.decision))
    return invalid('Write one of [Continue], [Retry], [Skip], [Replan], [Stop].');
  return { kind: 'judged', evaluation: { success: first.decision === 'continue', ...first } };
}

/** The steps that a reply declares, one per marker; each round may declare more. */
function declared(markerSections: readonly MarkerSection[]): ProposedStep[] {
  return markerSections.flatMap((each) => {
    const description = each.name === 'step' ? (each.text.split('\n')[0] ?? '').trim() : '';
    return description ? [toProposedStep(description)] : [];
  });
}

function textOf(markerSections: readonly MarkerSection[], name: MarkerName): string {
  return markerSections.find((each) => each.name === name)?.text ?? '';
}

/** The calls of a reply in order; a call with incomplete input is a violation. */
function actionsOf(
  markerSections: readonly MarkerSection[],
  reply: ModelReply,
): { actions: Action[] } | { violation: string } {
  const actions: Action[] = [];
  for (const act of markerSections.filter((each) => each.name === 'act')) {
    const tool = /^[`*]{0,3}([\p{L}\w.-]+)/u.exec(act.text)?.[1];
    if (!tool) return { violation: '[Act] needs a tool and its input: [Act] tool {"input":"as JSON"}' };
    const { objects, error } = jsonObjects(act.text);
    const [input] = objects;
    if (error === 'cut' || (!input && reply.finish === 'length'))
      return {
        violation:
          reply.finish === 'length' ? cutOffViolation(reply) : `The input of ${tool} was cut off before its end.`,
      };
    if (error || !input)
      return { violation: `The input of ${tool} is not a JSON object: [Act] ${tool} {"input":"as JSON"}` };
    actions.push({ call: `call_${actions.length + 1}`, tool, input });
  }
  return { actions };
}
