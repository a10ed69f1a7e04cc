import type * as z from 'zod';
import type {
  Action,
  IntakeDecision,
  Invalid,
  PlanDecision,
  ProposedStep,
  ReplanDecision,
  ThoughtDecision,
} from '../../domain/decision.ts';
import { JsonObject } from '../../domain/json.ts';
import type { ModelReply, ToolCall } from '../../domain/model-reply.ts';
import { proposalViolation } from '../../domain/proposal.ts';
import { readJson } from '../read-json.ts';
import { controlArguments, type ControlName, isControl, type WrittenStep } from './control-tools.ts';

const invalid = (violation: string): Invalid => ({ kind: 'invalid', violation });

/** The first reply of a task (R3.5): prose is an answer, `create_plan` a plan, any other call the plan's first act. */
export function readIntake(reply: ModelReply): IntakeDecision {
  const ordinary = ordinaryCalls(reply);
  const planned = reply.calls.find((call) => call.name === 'create_plan');
  const plan = planned ? readPlan(reply) : null;
  if (plan?.kind === 'invalid') return plan;
  if (ordinary.length > 0) return { kind: 'act', actions: actionsOf(reply), steps: plan?.steps ?? [] };
  if (plan) return plan;
  if (reply.calls.length > 0) return invalid(`The tool "${reply.calls[0]?.name ?? ''}" is not offered here.`);
  return reply.text.trim() ? { kind: 'answer', text: reply.text.trim() } : invalid('The reply is empty.');
}

export function readPlan(reply: ModelReply): PlanDecision {
  const call = reply.calls.find((each) => each.name === 'create_plan');
  if (!call) return invalid('Call create_plan. Prose is not a plan.');
  const read = readArguments(reply, call, 'create_plan');
  if ('violation' in read) return invalid(read.violation);
  const steps = read.value.plan.map(proposed);
  const violation = proposalViolation(steps, []);
  return violation ? invalid(violation) : { kind: 'plan', steps };
}

/** One thought (R4.2, R4.3): calls to make, a question, or the end of the step. */
export function readThought(reply: ModelReply): ThoughtDecision {
  if (reply.calls.length === 0)
    return invalid('Prose instead of a call. Call a tool, or finish_step when the step is done, or ask_user.');
  if (ordinaryCalls(reply).length > 0) return { kind: 'act', actions: actionsOf(reply), note: reply.text.trim() };
  const call = reply.calls[0];
  if (call?.name === 'ask_user') return readQuestion(reply, call);
  if (call?.name !== 'finish_step') return invalid(`${call?.name ?? ''} is not offered within a step.`);
  const read = readArguments(reply, call, 'finish_step');
  if ('violation' in read) return invalid(read.violation);
  const response = read.value.response?.trim() || reply.text.trim() || null;
  if (!read.value.blocked) return { kind: 'done', response, fits: read.value.plan_still_fits ?? true };
  return response
    ? { kind: 'blocked', reason: response }
    : invalid('finish_step with blocked needs the reason as response.');
}

/** A replan (R4.2, R4.12). `known` are the ids that a dependency may name; `open` whether any step remains. */
export function readReplan(reply: ModelReply, known: readonly string[], open: boolean): ReplanDecision {
  const call = reply.calls.find((each) => isControl(each.name));
  if (!call)
    return invalid(
      'Call one of keep_plan, update_plan, finish_task or ask_user. Prose or another tool is not a decision.',
    );
  switch (call.name) {
    case 'keep_plan':
      return open
        ? { kind: 'unchanged' }
        : invalid('No step remains. Call finish_task with the closing answer, or update_plan.');
    case 'ask_user':
      return readQuestion(reply, call);
    case 'finish_task': {
      const read = readArguments(reply, call, 'finish_task');
      return 'violation' in read ? invalid(read.violation) : { kind: 'done', response: read.value.response };
    }
    case 'update_plan': {
      const read = readArguments(reply, call, 'update_plan');
      if ('violation' in read) return invalid(read.violation);
      const steps = read.value.plan.map(proposed);
      const violation = proposalViolation(steps, known);
      return violation ? invalid(violation) : { kind: 'replanned', steps };
    }
    default:
      return invalid(`${call.name} is not offered here.`);
  }
}

function readQuestion(reply: ModelReply, call: ToolCall): { kind: 'ask'; question: string } | Invalid {
  const read = readArguments(reply, call, 'ask_user');
  return 'violation' in read ? invalid(read.violation) : { kind: 'ask', question: read.value.question };
}

type Read<Name extends ControlName> = { value: z.infer<(typeof controlArguments)[Name]> } | { violation: string };

function readArguments<Name extends ControlName>(reply: ModelReply, call: ToolCall, name: Name): Read<Name> {
  const value = argumentsOf(reply, call);
  if (value === undefined) return { violation: `The arguments of ${name} are not a JSON object.` };
  const parsed = controlArguments[name].safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { violation: `${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
  }
  return { value: parsed.data as z.infer<(typeof controlArguments)[Name]> };
}

/** Arguments that were cut off are never repaired into something the model did not write. */
function argumentsOf(reply: ModelReply, call: ToolCall): unknown {
  if (call.arguments.trim() === '') return {};
  return readJson(call.arguments, reply.finish !== 'length');
}

function ordinaryCalls(reply: ModelReply): ToolCall[] {
  return reply.calls.filter((call) => !isControl(call.name));
}

/** Ids are made unique within the reply, since results go back under them. */
function actionsOf(reply: ModelReply): Action[] {
  return ordinaryCalls(reply).map((call) => ({
    call: callId(reply, call),
    tool: call.name,
    input: argumentsOf(reply, call) ?? call.arguments,
  }));
}

/** The id under which a call's result goes back: its own where that is unique, else one made from its place. */
export function callId(reply: ModelReply, call: ToolCall): string {
  const own = call.id !== '' && reply.calls.filter((other) => other.id === call.id).length === 1;
  return own ? call.id : `call_${reply.calls.indexOf(call) + 1}`;
}

function proposed(step: WrittenStep): ProposedStep {
  if (typeof step === 'string')
    return { id: null, description: step, tool: null, parameters: null, dependencies: [], expected_output: null };
  const parameters = JsonObject.safeParse(step.parameters);
  return {
    id: step.id?.trim() || null,
    description: step.description.trim(),
    tool: step.tool?.trim() || null,
    parameters: parameters.success ? parameters.data : null,
    dependencies: step.dependencies ?? [],
    expected_output: step.expected_output?.trim() || null,
  };
}
