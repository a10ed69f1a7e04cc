import type * as z from 'zod';
import type {
  Action,
  EvaluationDecision,
  IntakeDecision,
  InvalidDecision,
  PlanDecision,
  ReplanDecision,
  ThoughtDecision,
} from '../task/decision.ts';
import { asksForText } from '../task/declining-words.ts';
import { changedThings } from '../task/claimed/changed-things.ts';
import { cutOffViolation } from '../task/too-long-reply.ts';
import { parseJson } from '../values/json.ts';
import type { ModelReply, ToolCall } from '../task/model-reply.ts';
import { callsWithRetriesMerged } from '../task/transcript.ts';
import { controlToolNamed, keyAliases, type DecisionPoint, renameKeys } from './aliases.ts';
import { parseArguments } from './parse-arguments.ts';
import { controlToolArguments, type ControlToolName, controlToolNamesFor, toProposedSteps } from './control-tools.ts';
import type { ReplyRequestOptions, ThoughtContext } from './protocol.ts';
import { normalizedSteps } from './normalized-steps.ts';
import { fieldsWithoutThinking, withoutThinking } from './without-thinking.ts';

const invalid = (violation: string): InvalidDecision => ({ kind: 'invalid', violation });

/** The decision of a task's first reply: `create_plan` gives a plan, any other call is the plan's first call. */
export function intakeFromCalls(reply: ModelReply): IntakeDecision {
  const controls = reply.calls.map((call) => controlToolNamed(call.name, 'intake'));
  const plan = controls.includes('create_plan') ? planFromReplyCalls(reply) : null;
  if (plan?.kind === 'invalid') return plan;
  const intakeActions = actionsOf(reply, 'intake');
  if ('violation' in intakeActions) return invalid(intakeActions.violation);
  const words = wordsOf(reply);
  if (intakeActions.actions.length > 0)
    return { kind: 'act', actions: intakeActions.actions, steps: plan?.steps ?? [], ...(words && { words }) };
  if (plan) return plan;
  const replyWords = reply.calls.map((call) => textIn(reply, call)).find(Boolean) ?? words;
  return replyWords
    ? { kind: 'answer', text: replyWords }
    : invalid(`${reply.calls[0]?.name ?? ''} is not offered here.`);
}

export function planFromReplyCalls(reply: ModelReply): PlanDecision {
  const control = onlyControl(reply, ['create_plan'], 'intake');
  if ('violation' in control) return invalid(control.violation);
  const planArguments = readArguments(reply, control.call, 'create_plan');
  return 'violation' in planArguments
    ? invalid(planArguments.violation)
    : { kind: 'plan', steps: toProposedSteps(planArguments.value.plan) };
}

/**
 * Reads the decision of one thought: calls to make, a question, or the end of the step. If the model writes a new plan
 * after a call in this step has succeeded, the step is done and the plan is marked as no longer fitting.
 */
export function thoughtFromCalls(reply: ModelReply, scene: ThoughtContext): ThoughtDecision {
  const thoughtActions = actionsOf(reply, 'thought');
  if ('violation' in thoughtActions) return invalid(thoughtActions.violation);
  const { actions } = thoughtActions;
  const control = onlyControl(reply, ['finish_step', 'ask_user', 'update_plan'], 'thought');
  const next = scene.next && callsAfterEnd(reply, actions, scene);
  if (next && 'call' in control && control.name === 'finish_step') {
    const end = readEnd(reply, control.call);
    return end.kind === 'done' && end.fits ? { ...end, next: { step: scene.next ?? '', actions: next } } : end;
  }
  if (actions.length > 0) {
    const end = 'call' in control && control.name === 'finish_step' ? readEnd(reply, control.call) : null;
    const finish =
      end?.kind === 'done'
        ? { response: end.response, fits: end.fits, ...(end.changed && { changed: end.changed }) }
        : null;
    return { kind: 'act', actions, note: wordsOf(reply), finish };
  }
  if ('violation' in control) return invalid(control.violation);
  if (control.name === 'finish_step') return withTextBeside(readEnd(reply, control.call), reply, scene);
  if (control.name === 'ask_user') return readQuestion(reply, control.call);
  return callsWithRetriesMerged(scene.turns).some((call) => call.result.ok)
    ? { kind: 'done', response: wordsOf(reply) || null, fits: false }
    : invalid(
        `${control.call.name} is not offered here. Call a tool, or finish_step when the step is done, or ask_user.`,
      );
}

/**
 * The calls that a reply makes after ending a step in which a call has succeeded: the first calls of the next step.
 * Null for any other reply.
 */
function callsAfterEnd({ calls }: ModelReply, actions: readonly Action[], { turns }: ThoughtContext): Action[] | null {
  const isEnd = (call: ToolCall | undefined) => call !== undefined && controlToolNamed(call.name, 'thought') !== null;
  const hasSucceeded = callsWithRetriesMerged(turns).some(({ result }) => result.ok);
  return hasSucceeded && isEnd(calls[0]) && !calls.slice(1).some(isEnd) && actions.length > 0 ? [...actions] : null;
}

/** The most characters of a response that only says that a text is written: “The letter is written.” */
const longestNotice = 60;

/**
 * The end of a step that asks for a text, with the text as its response if the reply has it beside a call that only
 * says, in few words, that it is written.
 */
function withTextBeside(
  end: ThoughtDecision,
  reply: ModelReply,
  { turns, description }: ThoughtContext,
): ThoughtDecision {
  const text = wordsOf(reply);
  if (end.kind !== 'done' || end.response === null || text.length < 300 || end.response.length > longestNotice)
    return end;
  const hasCalls = turns.some(({ kind }) => kind === 'tool');
  return hasCalls || !asksForText(description) ? end : { ...end, response: text };
}

function readEnd(reply: ModelReply, call: ToolCall): ThoughtDecision {
  const finishArguments = readArguments(reply, call, 'finish_step');
  if ('violation' in finishArguments) return invalid(finishArguments.violation);
  const response = finishArguments.value.response?.trim() || wordsOf(reply) || null;
  const changedStores = changedThings.filter((thing) => [finishArguments.value.changed].flat().includes(thing));
  if (!finishArguments.value.blocked)
    return {
      ...{ kind: 'done', response, fits: finishArguments.value.plan_still_fits ?? true },
      ...(changedStores.length > 0 && { changed: changedStores }),
    };
  return response
    ? { kind: 'blocked', reason: response }
    : invalid('finish_step with blocked needs the reason as response.');
}

/** The decision of a replan. A reported end of a step keeps the plan or, if no step is open, closes it. */
export function replanFromCalls(reply: ModelReply, offer: ReplyRequestOptions): ReplanDecision {
  const control = onlyControl(reply, controlToolNamesFor('replan', { ...offer, open: true }), 'replan');
  if ('violation' in control) return invalid(control.violation);
  const { call, name } = control;
  if (name === 'keep_plan' && offer.open) return { kind: 'unchanged' };
  if (name === 'keep_plan' || name === 'finish_task') return readClosing(reply, call, name);
  if (name === 'ask_user') return readQuestion(reply, call);
  const planArguments = readArguments(reply, call, 'update_plan');
  return 'violation' in planArguments
    ? invalid(planArguments.violation)
    : { kind: 'replanned', steps: toProposedSteps(planArguments.value.plan) };
}

function readClosing(reply: ModelReply, call: ToolCall, name: ControlToolName): ReplanDecision {
  const response = textIn(reply, call) || (name === 'finish_task' ? wordsOf(reply) : '');
  if (response) return { kind: 'done', response };
  return invalid(
    name === 'keep_plan'
      ? 'No step remains. Call finish_task with the closing answer, or update_plan.'
      : 'finish_task: response: the closing answer is missing.',
  );
}

export function evaluationFromCalls(reply: ModelReply): EvaluationDecision {
  const control = onlyControl(reply, ['judge_step'], 'evaluation');
  if ('violation' in control) return invalid(control.violation);
  const judgement = readArguments(reply, control.call, 'judge_step');
  return 'violation' in judgement ? invalid(judgement.violation) : { kind: 'judged', evaluation: judgement.value };
}

/** Returns the only control call of a reply. Equal ones count once; two different ones are a violation. */
function onlyControl(
  reply: ModelReply,
  allowedControls: readonly ControlToolName[],
  place: DecisionPoint,
): { call: ToolCall; name: ControlToolName } | { violation: string } {
  const controls = reply.calls.flatMap((call) => {
    const name = controlToolNamed(call.name, place);
    return name ? [{ call, name }] : [];
  });
  const exact = controls.filter(({ call, name }) => call.name === name);
  const [first] = exact.length > 0 ? exact : controls;
  if (!first) return { violation: `Call ${allowedControls.join(' or ')}. Prose or another tool is not a decision.` };
  const other = (exact.length > 0 ? exact : controls).find(
    ({ call, name }) => name !== first.name || call.arguments.trim() !== first.call.arguments.trim(),
  );
  if (other)
    return {
      violation:
        other.name === first.name
          ? `Two different calls of ${first.name}: make one.`
          : `${first.name} and ${other.name} in one reply: call one of them.`,
    };
  return allowedControls.includes(first.name) ? first : { violation: `${first.call.name} is not offered here.` };
}

function readQuestion(reply: ModelReply, call: ToolCall): { kind: 'ask'; question: string } | InvalidDecision {
  const questionArguments = readArguments(reply, call, 'ask_user');
  return 'violation' in questionArguments
    ? invalid(questionArguments.violation)
    : { kind: 'ask', question: questionArguments.value.question };
}

type Arguments<Name extends ControlToolName> = z.infer<(typeof controlToolArguments)[Name]>;

function readArguments<Name extends ControlToolName>(
  reply: ModelReply,
  call: ToolCall,
  name: Name,
): { value: Arguments<Name> } | { violation: string } {
  const value = contractIn(reply, call);
  if (value === undefined) return { violation: incomplete(reply, call, name) };
  const parsedArguments = controlToolArguments[name].safeParse(value);
  if (parsedArguments.success) return { value: parsedArguments.data as Arguments<Name> };
  const issue = parsedArguments.error.issues[0];
  return { violation: `${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
}

const wordsOf = ({ text }: ModelReply): string => withoutThinking(text).trim();

/** The text of a call, whichever control tool it is for. */
function textIn(reply: ModelReply, call: ToolCall): string {
  const value = contractIn(reply, call);
  const responseText = value?.response ?? value?.question;
  return typeof responseText === 'string' ? responseText.trim() : '';
}

/** The arguments of a control call under the names of its contract; a bare list is a plan, a bare string a text. */
function contractIn(reply: ModelReply, call: ToolCall): Record<string, unknown> | undefined {
  const bare = bareArguments(call);
  const value = bare ?? argumentsIn(reply, call);
  if (value === undefined) return undefined;
  const contractFields = inWords(fieldsWithoutThinking(renameKeys(value, keyAliases.contract)));
  return 'plan' in contractFields ? { ...contractFields, plan: normalizedSteps(contractFields.plan) } : contractFields;
}

/** The arguments with lists and objects converted to text where text is expected. */
function inWords(contractFields: Record<string, unknown>): Record<string, unknown> {
  const { question, response } = contractFields;
  return {
    ...contractFields,
    ...(question != null && { question: asText(question) }),
    ...(response != null && { response: asText(response) }),
  };
}

function asText(fieldValue: unknown): string {
  if (typeof fieldValue === 'string') return fieldValue;
  if (Array.isArray(fieldValue)) return fieldValue.map(asText).join('\n');
  return typeof fieldValue === 'object' && fieldValue !== null
    ? Object.values(fieldValue).map(asText).join(' ')
    : String(fieldValue);
}

function bareArguments(call: ToolCall): Record<string, unknown> | undefined {
  const text = call.arguments.trim();
  if (!/^[["]/.test(text)) return undefined;
  const value = parseJson(text);
  if (Array.isArray(value)) return value.every((each) => typeof each !== 'number') ? { plan: value } : undefined;
  return typeof value === 'string' && !/^\s*[[{]/.test(value) ? { response: value, question: value } : undefined;
}

/** The arguments of a call; undefined if the reply ended at its length limit and may have lost them. */
function argumentsIn(reply: ModelReply, call: ToolCall): Record<string, unknown> | undefined {
  const isArgumentsLost = reply.finish === 'length' && call === reply.calls.at(-1) && call.arguments.trim() === '';
  return isArgumentsLost ? undefined : parseArguments(call);
}

const incomplete = (reply: ModelReply, call: ToolCall, name: string) =>
  reply.finish === 'length' && call === reply.calls.at(-1)
    ? cutOffViolation(reply)
    : `The arguments of ${name} are not a complete JSON object.`;

function actionsOf(reply: ModelReply, place: DecisionPoint): { actions: Action[] } | { violation: string } {
  const actions: Action[] = [];
  for (const call of reply.calls) {
    if (controlToolNamed(call.name, place)) continue;
    const input = argumentsIn(reply, call);
    if (input === undefined) return { violation: incomplete(reply, call, call.name) };
    actions.push({ call: resultIdOfCall(reply, call), tool: call.name, input });
  }
  return { actions };
}

/** The id under which a call's result is returned: its own if it is unique, otherwise one derived from its position. */
export function resultIdOfCall(reply: ModelReply, call: ToolCall): string {
  const sameId = (id: string) => reply.calls.filter((other) => other.id === id).length;
  if (call.id !== '' && sameId(call.id) === 1) return call.id;
  let freeCallId = `call_${reply.calls.indexOf(call) + 1}`;
  while (sameId(freeCallId) > 0) freeCallId += '_';
  return freeCallId;
}
