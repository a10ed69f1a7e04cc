import { stepEffectPrefix, effectNumber } from '../task/effect-id.ts';
import { isReliablyDone } from '../plan/doubtful-steps.ts';
import { findStep, leafSteps } from '../plan/leaf-steps.ts';
import type { Step } from '../plan/step.ts';
import { type RequiredWork, requiredWork } from '../task/owed.ts';
import { asksForOutsideAct } from '../task/outside-act.ts';
import { extraWriteCount } from '../task/writes.ts';
import { describeCallFromInput } from '../task/call-details.ts';
import { toolError } from '../task/tool-result.ts';
import { type CallTurn, type StepRound } from '../task/transcript.ts';
import type { AgentContext } from './agent-context.ts';
import type { JournalEntry, NewJournalEntry } from '../task/journal.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import { earlierAttempts } from './earlier-tries.ts';
import { isExecutedCall } from './earlier-write-result.ts';
import { namesFile } from '../task/missing-at-end.ts';
import { protocolNamed } from '../protocols/protocol-named.ts';
import { withUnsupportedClaims } from './unknown-files.ts';
import { unreadSource } from './read-sources.ts';
import { thoughtWithoutRepeatedCalls } from './without-repeated-calls.ts';

export interface RecordedAttempt {
  turns: StepRound[];
  /** What earlier attempts have written, a line each. */
  earlierWrites: readonly string[];
  /** The last call of earlier attempts whose outcome is not known, or null. */
  callOfUnknownOutcome: CallTurn | null;
  /**
   * True if the protocol is *markers*. A step then also ends with the successful write that its description names,
   * after a successful read.
   */
  markers: boolean;
  /** What the step must do before it may end as done. */
  requiredWork: RequiredWork;
  /** The kind of work that is still missing in this attempt. */
  owes: RequiredWork['kind'];
  /** The name of the file that is still to be written, if the description names one. */
  file: string | null;
  /** An address or a file that the step is to read and that nothing in the session has read, or null. */
  unreadTarget: string | null;
  /**
   * True if the description asks for an act in the world outside, which only a call that writes can show to be done.
   */
  outside: boolean;
  /** The latest time known, ISO. */
  at: string;
}

/**
 * Reads an attempt at a step from the journal: its recorded rounds in order, which are not carried out again, what
 * earlier attempts have done, and what the step must still do.
 */
export async function recordedAttempt(context: AgentContext, id: string, attempt: number): Promise<RecordedAttempt> {
  const run = context.run();
  const entries = await context.journal.effects(stepEffectPrefix(run, id, attempt));
  const step = findStep(run.plan.steps, id);
  const required: RequiredWork = step ? requiredWork(step, context.toolbox) : { kind: 'nothing' };
  const { wrote, lines: earlierWrites, unknown } = await earlierAttempts(context, id, attempt);
  const isMet =
    required.kind === 'write' &&
    (required.file === undefined
      ? wrote || extraWriteCount(run, required.store) > 0
      : await isFileWritten(context, id, required.file));
  return {
    requiredWork: required,
    owes: isMet ? 'nothing' : required.kind,
    file: !isMet && required.kind === 'write' ? (required.file ?? null) : null,
    unreadTarget: await unreadSource(context, step?.description ?? ''),
    outside: asksForOutsideAct(step?.description ?? ''),
    turns: await Promise.all(
      stepRounds(entries, step?.description ?? '', context.toolbox).map((turn) =>
        turn.kind === 'thought' ? withUnsupportedClaims(context, id, turn) : Promise.resolve(turn),
      ),
    ),
    earlierWrites,
    callOfUnknownOutcome: unknown && unknownCall(unknown, context.toolbox),
    markers: (await context.modelFor('thought')).protocol === 'markers',
    at: context.clock.now(),
  };
}

/**
 * True if the file that a step is to write is written already: by an earlier attempt at the step, or ahead of time by a
 * step that was to write something else. Such a step has written it for as many other steps as it has made calls for it.
 */
async function isFileWritten({ journal, run, toolbox }: AgentContext, id: string, file: string): Promise<boolean> {
  const { session_id, id: task, plan } = run();
  const writers = (await journal.effects(`${session_id}/${task}/`)).flatMap(({ step_id, body }) =>
    step_id !== null &&
    isExecutedCall(body) &&
    body.result.written.some(({ store }) => store === 'files') &&
    namesFile(body.input, file)
      ? [step_id]
      : [],
  );
  if (writers.includes(id)) return true;
  const isFor = (step: Step | null): boolean => {
    const required = step && requiredWork(step, toolbox);
    return required?.kind === 'write' && required.file?.toLowerCase() === file.toLowerCase();
  };
  const ahead = writers.filter((writer) => !isFor(findStep(plan.steps, writer) ?? null));
  const provided = leafSteps(plan.steps).filter(
    (step) => step.id !== id && isReliablyDone(step) && isFor(step) && !writers.includes(step.id),
  );
  return ahead.length > provided.length;
}

/** The call that was started or ended so, as a turn; one that was interrupted has no result of its own. */
function unknownCall(entry: JournalEntry, toolbox: Toolbox): CallTurn | null {
  const { body, intent: effect } = entry;
  if (body.type !== 'tool_call') return callTurn(entry, toolbox);
  const checkedCall = toolbox.check(body.tool, body.input);
  const { server_tool } = checkedCall.ok ? (checkedCall.place === 'remote' ? checkedCall : {}) : checkedCall.result;
  const name = describeCallFromInput(body.tool, body.input, server_tool).about.host ?? '';
  const interrupted = toolError('failed', 'The work was interrupted during this call.', {
    cause: { failure: 'outcome_unknown', name },
  });
  const result = { ...interrupted, ...(server_tool && { server_tool }) };
  return callTurn({ ...entry, effect, body: { ...body, type: 'tool_result', result, retry_at: entry.at } }, toolbox);
}

/** The call that an entry records, as a turn; null if it records no finished call. */
export function callTurn({ effect, body }: NewJournalEntry, toolbox: Toolbox): CallTurn | null {
  if (effect === undefined || body.type !== 'tool_result') return null;
  const { call, tool, input, result, retry_at } = body;
  return {
    kind: 'tool',
    n: effectNumber(effect),
    effect,
    action: { call, tool, input },
    result,
    retry_at,
    reads: toolbox.reads(tool, input),
    repeatable: toolbox.repeats(tool),
  };
}

/** The turns in a step's recorded entries; other entries are skipped. */
function stepRounds(entries: readonly NewJournalEntry[], description: string, toolbox: Toolbox): StepRound[] {
  const turns: StepRound[] = [];
  for (const entry of entries) {
    const turn = turnOf(entry, turns, description, toolbox);
    if (turn) turns.push(turn);
  }
  return turns;
}

function turnOf(
  entry: NewJournalEntry,
  before: readonly StepRound[],
  description: string,
  toolbox: Toolbox,
): StepRound | null {
  const { effect, body, at } = entry;
  if (effect === undefined) return null;
  const n = effectNumber(effect);
  if (body.type === 'model_error') return { kind: 'unanswered', n, error: body.error, retry_at: body.retry_at, at };
  if (body.type === 'tool_result') return callTurn(entry, toolbox);
  if (body.type !== 'model_reply') return null;
  const { reply, protocol = 'tools' } = body;
  if (body.purpose === 'evaluation')
    return { kind: 'judged', n, effect, decision: protocolNamed(protocol).readEvaluation(reply) };
  const recordedThought = protocolNamed(protocol).readThought(reply, { turns: before, description, next: body.next });
  return { kind: 'thought', n, effect, decision: thoughtWithoutRepeatedCalls(recordedThought, toolbox), reply };
}
