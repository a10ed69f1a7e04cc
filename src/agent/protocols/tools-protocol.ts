import type * as z from 'zod';
import type {
  Action,
  IntakeDecision,
  Invalid,
  PlanDecision,
  ReplanDecision,
  ThoughtDecision,
} from '../../domain/decision.ts';
import type { ModelReply, ToolCall } from '../../domain/model-reply.ts';
import { argumentsOf } from './arguments-of.ts';
import { callId } from './call-id.ts';
import { controlArguments, type ControlName, controlTool, isControl } from './control-tools.ts';
import type { Contract, Offer, Protocol } from './protocol.ts';
import { proposedStep } from './read-steps.ts';
import { withReadableCalls } from './with-readable-calls.ts';

const invalid = (violation: string): Invalid => ({ kind: 'invalid', violation });

/** Native function calling (R4.3): the registry's tools plus the control tools that fit the contract. */
export const toolsProtocol: Protocol = {
  name: 'tools',
  shape: (contract, offer) => {
    const tools = [
      ...(contract === 'intake' || contract === 'thought' ? offer.tools : []),
      ...controlsOf(contract, offer).map((name) => controlTool(name, offer.terse)),
    ];
    const choice = tools.length === 0 ? 'none' : contract === 'intake' ? 'auto' : 'required';
    return { tools, choice };
  },
  teach: (contract, prompts, offer) =>
    contract === 'plan'
      ? [prompts.toolsTitle, ...offer.tools.map((tool) => `- ${tool.name}: ${tool.description}`)].join('\n')
      : '',
  speak: (messages) => messages.map(withReadableCalls),
  readIntake,
  readPlan,
  readThought,
  readReplan,
  readEvaluation: (reply) => {
    const control = onlyControl(reply, ['judge_step']);
    if ('violation' in control) return invalid(control.violation);
    const read = readArguments(reply, control.call, 'judge_step');
    return 'violation' in read ? invalid(read.violation) : { kind: 'judged', evaluation: read.value };
  },
};

function controlsOf(contract: Contract, offer: Offer): ControlName[] {
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

/** The first reply of a task (R3.5): prose is an answer, `create_plan` a plan, any other call the plan's first act. */
function readIntake(reply: ModelReply): IntakeDecision {
  const planned = reply.calls.some((call) => call.name === 'create_plan');
  const plan = planned ? readPlan(reply) : null;
  if (plan?.kind === 'invalid') return plan;
  const read = actionsOf(reply);
  if ('violation' in read) return invalid(read.violation);
  if (read.actions.length > 0) return { kind: 'act', actions: read.actions, steps: plan?.steps ?? [] };
  if (plan) return plan;
  if (reply.calls.length > 0) return invalid(`${reply.calls[0]?.name ?? ''} is not offered here.`);
  return reply.text.trim() ? { kind: 'answer', text: reply.text.trim() } : invalid('The reply is empty.');
}

function readPlan(reply: ModelReply): PlanDecision {
  const control = onlyControl(reply, ['create_plan']);
  if ('violation' in control) return invalid(control.violation);
  const read = readArguments(reply, control.call, 'create_plan');
  return 'violation' in read ? invalid(read.violation) : { kind: 'plan', steps: read.value.plan.map(proposedStep) };
}

/** One thought (R4.2, R4.3): calls to make, a question, or the end of the step. */
function readThought(reply: ModelReply): ThoughtDecision {
  if (reply.calls.length === 0)
    return invalid('Prose instead of a call. Call a tool, or finish_step when the step is done, or ask_user.');
  const read = actionsOf(reply);
  if ('violation' in read) return invalid(read.violation);
  const { actions } = read;
  const control = onlyControl(reply, ['finish_step', 'ask_user']);
  if (actions.length > 0) {
    const end = 'call' in control && control.call.name === 'finish_step' ? readEnd(reply, control.call) : null;
    const finish = end?.kind === 'done' ? { response: end.response, fits: end.fits } : null;
    return { kind: 'act', actions, note: reply.text.trim(), finish };
  }
  if ('violation' in control) return invalid(control.violation);
  return control.call.name === 'finish_step' ? readEnd(reply, control.call) : readQuestion(reply, control.call);
}

function readEnd(reply: ModelReply, call: ToolCall): ThoughtDecision {
  const read = readArguments(reply, call, 'finish_step');
  if ('violation' in read) return invalid(read.violation);
  const response = read.value.response?.trim() || reply.text.trim() || null;
  if (!read.value.blocked) return { kind: 'done', response, fits: read.value.plan_still_fits ?? true };
  return response
    ? { kind: 'blocked', reason: response }
    : invalid('finish_step with blocked needs the reason as response.');
}

/** A replan (R4.2, R4.12). */
function readReplan(reply: ModelReply, _known: readonly string[], offer: Offer): ReplanDecision {
  const control = onlyControl(reply, controlsOf('replan', offer));
  if ('violation' in control)
    return invalid(
      !offer.open && reply.calls.some((call) => call.name === 'keep_plan')
        ? 'No step remains. Call finish_task with the closing answer, or update_plan.'
        : control.violation,
    );
  const { call } = control;
  if (call.name === 'keep_plan') return { kind: 'unchanged' };
  if (call.name === 'ask_user') return readQuestion(reply, call);
  if (call.name === 'finish_task') {
    const read = readArguments(reply, call, 'finish_task');
    return 'violation' in read ? invalid(read.violation) : { kind: 'done', response: read.value.response };
  }
  const read = readArguments(reply, call, 'update_plan');
  return 'violation' in read
    ? invalid(read.violation)
    : { kind: 'replanned', steps: read.value.plan.map(proposedStep) };
}

/** The one control call of a reply. Said twice it counts once; two different ones are no decision. */
function onlyControl(reply: ModelReply, allowed: readonly ControlName[]): { call: ToolCall } | { violation: string } {
  const controls = reply.calls.filter((call) => isControl(call.name));
  const [call] = controls;
  if (!call) return { violation: `Call ${allowed.join(' or ')}. Prose or another tool is not a decision.` };
  const other = controls.find((each) => each.name !== call.name || each.arguments !== call.arguments);
  if (other)
    return {
      violation:
        other.name === call.name
          ? `Two different calls of ${call.name}: make one.`
          : `${call.name} and ${other.name} in one reply: call one of them.`,
    };
  return allowed.some((name) => name === call.name) ? { call } : { violation: `${call.name} is not offered here.` };
}

function readQuestion(reply: ModelReply, call: ToolCall): { kind: 'ask'; question: string } | Invalid {
  const read = readArguments(reply, call, 'ask_user');
  return 'violation' in read ? invalid(read.violation) : { kind: 'ask', question: read.value.question };
}

type Arguments<Name extends ControlName> = z.infer<(typeof controlArguments)[Name]>;

function readArguments<Name extends ControlName>(
  reply: ModelReply,
  call: ToolCall,
  name: Name,
): { value: Arguments<Name> } | { violation: string } {
  const value = argumentsIn(reply, call);
  if (value === undefined) return { violation: `The arguments of ${name} are not a complete JSON object.` };
  const parsed = controlArguments[name].safeParse(value);
  if (parsed.success) return { value: parsed.data as Arguments<Name> };
  const issue = parsed.error.issues[0];
  return { violation: `${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
}

/** A reply that ended at its length may have lost the arguments of its last call. */
function argumentsIn(reply: ModelReply, call: ToolCall): Record<string, unknown> | undefined {
  const lost = reply.finish === 'length' && call === reply.calls.at(-1) && call.arguments.trim() === '';
  return lost ? undefined : argumentsOf(call);
}

function actionsOf(reply: ModelReply): { actions: Action[] } | { violation: string } {
  const actions: Action[] = [];
  for (const call of reply.calls) {
    if (isControl(call.name)) continue;
    const input = argumentsIn(reply, call);
    if (input === undefined) return { violation: `The arguments of ${call.name} are not a complete JSON object.` };
    actions.push({ call: callId(reply, call), tool: call.name, input });
  }
  return { actions };
}
