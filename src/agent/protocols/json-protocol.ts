import * as z from 'zod';
import {
  Evaluation,
  type EvaluationDecision,
  type IntakeDecision,
  type Invalid,
  type PlanDecision,
  type ReplanDecision,
  type ThoughtDecision,
} from '../../domain/decision.ts';
import type { ModelReply } from '../../domain/model-reply.ts';
import { controlSignal } from './control-signal.ts';
import { jsonFormat } from './json-formats.ts';
import { jsonObjects } from './json-objects.ts';
import { onlyObject } from './only-object.ts';
import type { Offer, Protocol } from './protocol.ts';
import { proposedStep, WrittenStep } from './read-steps.ts';
import { withoutThinking } from './without-thinking.ts';
import { asProse, toolList } from './written-out.ts';

const invalid = (violation: string): Invalid => ({ kind: 'invalid', violation });

const NextAction = z.object({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()) });
const Contract = z.object({
  status: z.string(),
  plan: z.array(WrittenStep).nullish(),
  current_step: z.union([z.string(), z.number()]).nullish(),
  next_action: NextAction.nullish(),
  question: z.string().nullish(),
  response: z.string().nullish(),
  plan_still_fits: z.boolean().nullish(),
});
type Contract = z.infer<typeof Contract>;

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
  readIntake,
  readPlan: (reply) => {
    const read = contractOf(reply, ['planned']);
    return 'violation' in read ? invalid(read.violation) : planOf(read.value);
  },
  readThought,
  readReplan,
  readEvaluation,
};

/** Prose without a contract is a plain answer, whatever braces it holds: a first reply may be one (R3.5). */
function readIntake(reply: ModelReply): IntakeDecision {
  const { objects, fault } = jsonObjects(reply.text);
  if (fault === null && !objects.some((each) => 'status' in each)) {
    const prose = withoutThinking(reply.text).trim();
    return prose ? { kind: 'answer', text: prose } : invalid('The reply is empty.');
  }
  const read = contractOf(reply, ['answer', 'planned', 'continue']);
  if ('violation' in read) return invalid(read.violation);
  const { value } = read;
  if (value.status === 'planned') return planOf(value);
  if (value.status === 'answer')
    return value.response?.trim()
      ? { kind: 'answer', text: value.response.trim() }
      : invalid('"answer" needs a response.');
  if (!value.next_action) return invalid('"continue" needs next_action.tool and next_action.input.');
  return {
    kind: 'act',
    actions: [{ call: 'call_1', ...value.next_action }],
    steps: (value.plan ?? []).map(proposedStep),
  };
}

function planOf(value: Contract): PlanDecision {
  return value.plan ? { kind: 'plan', steps: value.plan.map(proposedStep) } : invalid('"planned" needs a plan.');
}

/** The field matrix of R4.2, enforced. */
function readThought(reply: ModelReply): ThoughtDecision {
  const signal = reply.finish === 'length' ? null : controlSignal(withoutThinking(reply.text));
  if (signal) return { kind: 'done', response: null, fits: signal === 'step_done' };
  const only = onlyObject(reply, ['control', 'status']);
  if ('value' in only && 'control' in only.value) return readEnvelope(only.value);
  const read = contractIn(only, ['continue', 'ask_user', 'done', 'blocked']);
  if ('violation' in read) return invalid(read.violation);
  const { status, current_step, next_action, question, response, plan_still_fits } = read.value;
  const forbidden = (names: Record<string, unknown>) =>
    Object.entries(names).find(([, value]) => value !== null && value !== undefined && value !== '')?.[0];
  const wrong = (name: string | undefined) => (name ? invalid(`"${status}" forbids ${name}: it must be null.`) : null);
  switch (status) {
    case 'continue': {
      if (!current_step) return invalid('"continue" needs current_step.');
      if (!next_action) return invalid('"continue" needs next_action.tool and next_action.input.');
      const fault = wrong(forbidden({ question, response }));
      return fault ?? { kind: 'act', actions: [{ call: 'call_1', ...next_action }], note: '', finish: null };
    }
    case 'ask_user': {
      if (!current_step) return invalid('"ask_user" needs current_step.');
      if (!question?.trim()) return invalid('"ask_user" needs question.');
      return wrong(forbidden({ next_action, response })) ?? { kind: 'ask', question: question.trim() };
    }
    case 'done':
      return (
        wrong(forbidden({ next_action, question })) ?? {
          kind: 'done',
          response: response?.trim() || null,
          fits: plan_still_fits ?? true,
        }
      );
    default:
      if (!response?.trim()) return invalid('"blocked" needs the reason as response.');
      return wrong(forbidden({ next_action, question })) ?? { kind: 'blocked', reason: response.trim() };
  }
}

/** A control envelope (R4.4). */
function readEnvelope({ control, status, response }: Record<string, unknown>): ThoughtDecision {
  if (status !== undefined) return invalid('The reply holds both a control and a status; reply with one.');
  const signal = controlSignal(String(control));
  if (!signal) return invalid('control: it is neither "step_done" nor "replan".');
  const said = typeof response === 'string' ? response.trim() : '';
  return { kind: 'done', response: said || null, fits: signal === 'step_done' };
}

function readReplan(reply: ModelReply, _known: readonly string[], offer: Offer): ReplanDecision {
  const allowed = offer.onlyClosing ? ['done'] : ['unchanged', 'replanned', 'ask_user', 'done'];
  const read = contractOf(reply, allowed);
  if ('violation' in read) return invalid(read.violation);
  const { status, plan, question, response } = read.value;
  switch (status) {
    case 'unchanged':
      return offer.open
        ? { kind: 'unchanged' }
        : invalid('No step remains. Reply done with the closing answer, or replanned.');
    case 'replanned':
      return plan && plan.length > 0
        ? { kind: 'replanned', steps: plan.map(proposedStep) }
        : invalid('"replanned" needs a plan that is not empty.');
    case 'ask_user':
      return question?.trim() ? { kind: 'ask', question: question.trim() } : invalid('"ask_user" needs question.');
    default:
      return response?.trim() ? { kind: 'done', response: response.trim() } : invalid('"done" needs response.');
  }
}

function readEvaluation(reply: ModelReply): EvaluationDecision {
  const read = onlyObject(reply, ['decision']);
  if ('violation' in read) return invalid(read.violation);
  const parsed = Evaluation.safeParse(read.value);
  return parsed.success ? { kind: 'judged', evaluation: parsed.data } : invalid(firstIssue(parsed.error));
}

/** The one contract in a reply. Two different ones are no decision. */
function contractOf(reply: ModelReply, statuses: readonly string[]): ReturnType<typeof contractIn> {
  return contractIn(onlyObject(reply, ['status']), statuses);
}

function contractIn(
  read: ReturnType<typeof onlyObject>,
  statuses: readonly string[],
): { value: Contract } | { violation: string } {
  if ('violation' in read) return read;
  const parsed = Contract.safeParse(read.value);
  if (!parsed.success) return { violation: firstIssue(parsed.error) };
  const status = parsed.data.status
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (!statuses.includes(status))
    return { violation: `status: "${parsed.data.status}" is not one of ${statuses.join(', ')}.` };
  return { value: { ...parsed.data, status } };
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}
