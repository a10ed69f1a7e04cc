import * as z from 'zod';
import {
  Evaluation,
  type EvaluationDecision,
  type IntakeDecision,
  type InvalidDecision,
  type PlanDecision,
  type ReplanDecision,
  type ThoughtDecision,
} from '../task/decision.ts';
import type { ModelReply } from '../task/model-reply.ts';
import { replanFromProse, thoughtFromProse } from './prose-decisions.ts';
import { keyAliases, type DecisionPoint, canonicalStatus, renameKeys } from './aliases.ts';
import { jsonObjects, onlyMatchingObject } from './json-objects.ts';
import { maxReplyLength } from '../values/balanced-object.ts';
import { LenientBoolean, toProposedSteps, WrittenStep } from './control-tools.ts';
import type { ReplyRequestOptions, ThoughtContext } from './protocol.ts';
import { actionInReplyObject, parseStandaloneJson } from './standalone-json.ts';
import { fieldsWithoutThinking, withoutThinking } from './without-thinking.ts';
import { normalizedSteps } from './normalized-steps.ts';

const invalid = (violation: string): InvalidDecision => ({ kind: 'invalid', violation });

const forms = {
  act: (tool: string) => `Reply {"status":"continue","current_step":"…","next_action":{"tool":"${tool}","input":{…}}}.`,
  end: 'Reply {"status":"done","response":"the result"} when the step is done.',
  ask: 'reply {"status":"ask_user","question":"…"}.',
  close: 'Reply {"status":"done","response":"the closing answer"}.',
};

const NextAction = z.object({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()) });
const Contract = z.object({
  status: z.string(),
  plan: z.array(WrittenStep).nullish(),
  next_action: NextAction.nullish(),
  question: z.string().nullish(),
  response: z.string().nullish(),
  plan_still_fits: LenientBoolean,
});
type Contract = z.infer<typeof Contract>;

/**
 * Reads the decision in the first reply of a task. A reply that contains no JSON decision is a plain answer, even if
 * its text contains braces.
 */
export function intakeFromJson(reply: ModelReply): IntakeDecision {
  const { objects, error } = jsonObjects(reply.text);
  if (error === null && !objects.some((each) => 'status' in each) && !parseStandaloneJson(reply.text)) {
    const prose = withoutThinking(reply.text).trim();
    return prose ? { kind: 'answer', text: prose } : invalid('The reply is empty.');
  }
  const intakeContract = contractOf(reply, 'intake', ['answer', 'planned', 'continue']);
  if ('violation' in intakeContract) return invalid(intakeContract.violation);
  const { value } = intakeContract;
  if (value.status === 'planned') return planOf(value);
  if (value.status === 'answer')
    return value.response?.trim()
      ? { kind: 'answer', text: value.response.trim() }
      : invalid('"answer" needs a response.');
  if (!value.next_action) return invalid('"continue" needs next_action.tool and next_action.input.');
  const words = value.response?.trim();
  return {
    kind: 'act',
    actions: [{ call: 'call_1', ...value.next_action }],
    steps: toProposedSteps(value.plan ?? []),
    ...(words && { words }),
  };
}

export function planFromJson(reply: ModelReply): PlanDecision {
  const planContract = contractOf(reply, 'intake', ['planned']);
  return 'violation' in planContract ? invalid(planContract.violation) : planOf(planContract.value);
}

function planOf(value: Contract): PlanDecision {
  return value.plan ? { kind: 'plan', steps: toProposedSteps(value.plan) } : invalid('"planned" needs a plan.');
}

/** The decision of a thought; each status requires some fields and forbids others. */
export function thoughtFromJson(reply: ModelReply, scene: ThoughtContext): ThoughtDecision {
  const signal = reply.finish === 'length' ? null : controlSignal(withoutThinking(reply.text));
  if (signal) return { kind: 'done', response: null, fits: signal === 'step_done' };
  const whole = parseStandaloneJson(reply.text);
  const only = whole ? { value: whole } : onlyMatchingObject(reply, ['control', 'status']);
  if ('value' in only && 'control' in only.value) return readEnvelope(only.value);
  if ('violation' in only && isProse(reply)) return thoughtFromProse(withoutThinking(reply.text), scene, forms);
  const thoughtContract = contractIn(only, 'thought', ['continue', 'ask_user', 'done', 'blocked']);
  if ('violation' in thoughtContract) return invalid(thoughtContract.violation);
  const { status, next_action, question, response, plan_still_fits } = thoughtContract.value;
  const forbidden = (names: Record<string, unknown>) =>
    Object.entries(names).find(([, value]) => value !== null && value !== undefined && value !== '')?.[0];
  const wrong = (name: string | undefined) => (name ? invalid(`"${status}" forbids ${name}: it must be null.`) : null);
  switch (status) {
    case 'continue': {
      if (!next_action) return invalid('"continue" needs next_action.tool and next_action.input.');
      return wrong(forbidden({ question })) ?? acts(next_action, response?.trim() ?? '', null);
    }
    case 'ask_user': {
      if (!question?.trim()) return invalid('"ask_user" needs question.');
      return wrong(forbidden({ next_action, response })) ?? { kind: 'ask', question: question.trim() };
    }
    case 'done': {
      const end = { response: response?.trim() || null, fits: plan_still_fits ?? true };
      if (next_action) return wrong(forbidden({ question })) ?? acts(next_action, '', end);
      return wrong(forbidden({ question })) ?? { kind: 'done', ...end };
    }
    default:
      if (!response?.trim()) return invalid('"blocked" needs the reason as response.');
      return wrong(forbidden({ next_action, question })) ?? { kind: 'blocked', reason: response.trim() };
  }
}

const acts = (
  action: z.infer<typeof NextAction>,
  note: string,
  finish: (ThoughtDecision & { kind: 'act' })['finish'],
): ThoughtDecision => ({ kind: 'act', actions: [{ call: 'call_1', ...action }], note, finish });

/** The decision of an object with a `control` key. */
function readEnvelope({ control, status, response }: Record<string, unknown>): ThoughtDecision {
  if (status !== undefined) return invalid('The reply holds both a control and a status; reply with one.');
  const signal = controlSignal(String(control));
  if (!signal) return invalid('control: it is neither "step_done" nor "replan".');
  const responseText = typeof response === 'string' ? response.trim() : '';
  return { kind: 'done', response: responseText || null, fits: signal === 'step_done' };
}

export function replanFromJson(reply: ModelReply, offer: ReplyRequestOptions): ReplanDecision {
  if (isProse(reply))
    return replanFromProse(withoutThinking(reply.text), { open: offer.open, asked: offer.asked === true }, forms);
  const allowedStatuses = offer.onlyClosing ? ['done'] : ['unchanged', 'replanned', 'ask_user', 'done'];
  const replanContract = contractOf(reply, 'replan', allowedStatuses);
  if ('violation' in replanContract) return invalid(replanContract.violation);
  const { status, plan, question, response } = replanContract.value;
  switch (status) {
    case 'unchanged':
      return offer.open
        ? { kind: 'unchanged' }
        : invalid('No step remains. Reply done with the closing answer, or replanned.');
    case 'replanned':
      return plan && plan.length > 0
        ? { kind: 'replanned', steps: toProposedSteps(plan) }
        : invalid('"replanned" needs a plan that is not empty.');
    case 'ask_user':
      return question?.trim() ? { kind: 'ask', question: question.trim() } : invalid('"ask_user" needs question.');
    default:
      return response?.trim() ? { kind: 'done', response: response.trim() } : invalid('"done" needs response.');
  }
}

export function evaluationFromJson(reply: ModelReply): EvaluationDecision {
  const evaluationObject = onlyMatchingObject(reply, ['decision']);
  if ('violation' in evaluationObject) return invalid(evaluationObject.violation);
  const parsedEvaluation = Evaluation.safeParse(evaluationObject.value);
  return parsedEvaluation.success
    ? { kind: 'judged', evaluation: parsedEvaluation.data }
    : invalid(firstIssue(parsedEvaluation.error));
}

type Read = { value: Record<string, unknown> } | { violation: string };

/** Returns the only contract in a reply; two different ones are a violation. */
function contractOf(reply: ModelReply, place: Asked, statuses: readonly string[]): ReturnType<typeof contractIn> {
  const whole = parseStandaloneJson(reply.text);
  return contractIn(whole ? { value: whole } : onlyMatchingObject(reply, ['status']), place, statuses);
}

type Asked = Exclude<DecisionPoint, 'evaluation'>;

function contractIn(
  objectInReply: Read,
  place: Asked,
  statuses: readonly string[],
): { value: Contract } | { violation: string } {
  if ('violation' in objectInReply) return objectInReply;
  const parsedContract = Contract.safeParse(fieldsWithoutThinking(inOwnWords(objectInReply.value, place)));
  if (!parsedContract.success) return { violation: firstIssue(parsedContract.error) };
  const { status } = parsedContract.data;
  if (!statuses.includes(status)) return { violation: `status: "${status}" is not one of ${statuses.join(', ')}.` };
  return { value: parsedContract.data };
}

/** A contract with its status and keys under their proper names; a missing status is derived from its fields. */
function inOwnWords(contractObject: Record<string, unknown>, place: Asked): Record<string, unknown> {
  const canonicalContract = renameKeys(contractObject, {
    status: keyAliases.contract.status,
    next_action: keyAliases.contract.next_action,
  });
  const value: Record<string, unknown> = {
    ...canonicalContract,
    next_action: actionInReplyObject(contractObject, canonicalContract.next_action),
  };
  const implied = value.status == null ? statusImplied(renameKeys(value, keyAliases.contract), place) : null;
  const status = implied ?? (typeof value.status === 'string' ? canonicalStatus(value.status, place) : value.status);
  const { question, response, ...others } = keyAliases.contract;
  const contractFields = renameKeys(value, { ...others, ...(status === 'ask_user' ? { question } : { response }) });
  return {
    ...contractFields,
    status,
    plan: contractFields.plan == null ? contractFields.plan : normalizedSteps(contractFields.plan),
  };
}

function statusImplied(value: Record<string, unknown>, place: Asked): string | null {
  if (value.next_action != null) return 'continue';
  if (value.plan != null && place !== 'thought') return place === 'intake' ? 'planned' : 'replanned';
  if (value.question != null && value.response == null) return place === 'intake' ? null : 'ask_user';
  return value.response == null ? null : place === 'intake' ? 'answer' : 'done';
}

/** True if a reply contains no contract, not even a part of one. */
function isProse(reply: ModelReply): boolean {
  if (reply.finish === 'length' || reply.text.length > maxReplyLength) return false;
  return !/```|[{}｛｝]|["'“]status/.test(reply.text);
}

function firstIssue(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}

const signal = /^[\s"'`*[{(]*(step[\s_-]?done|re[\s_-]?plan)[\s"'`*\])}.!。！]*$/i;

/** Returns a control signal in any spelling, alone or as the last line of the text; null for anything else. */
function controlSignal(signalText: string): 'step_done' | 'replan' | null {
  const text = signalText
    .normalize('NFKC')
    .replace(/^```\w*\n?|\n?```\s*$/g, '')
    .trim();
  const lastLine = text.includes('{') ? '' : text.slice(text.lastIndexOf('\n') + 1);
  const signalMatch = signal.exec(text) ?? signal.exec(lastLine);
  if (!signalMatch?.[1]) return null;
  return signalMatch[1].toLowerCase().startsWith('re') ? 'replan' : 'step_done';
}
