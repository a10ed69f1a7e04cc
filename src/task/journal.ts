import * as z from 'zod/mini';
import { CallAccess, ApprovalDecision } from './approval.ts';
import { ReplyFallbackCode } from './fallback.ts';
import { PendingReply, ModelError, ModelReply } from './model-reply.ts';
import { StepDifference } from '../plan/plan-difference.ts';
import { ProtocolName } from './protocol-name.ts';
import { PauseReason, Phase, ReplanCause } from './run.ts';
import { StepReason } from '../plan/step-reason.ts';
import { legacyReason } from '../plan/legacy-reason.ts';
import { StepStatus } from '../plan/step.ts';
import { TaskEndColor, UnfinishedStep, WrittenCount } from './task-end.ts';
import { ToolResult } from './tool-result.ts';

export const CallPurpose = z.enum(['intake', 'plan', 'thought', 'replan', 'evaluation']);
export type CallPurpose = z.infer<typeof CallPurpose>;

/** The kinds of messages in a conversation. */
export const MessageKind = z.enum(['goal', 'guidance', 'answer', 'command', 'reply', 'question', 'closing', 'notice']);
export type MessageKind = z.infer<typeof MessageKind>;

const StoredBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    kind: MessageKind,
    text: z.string(),
    /** The ids of the session's files that were sent as images with the message. */
    images: z.optional(z.array(z.string())),
    /** Set for an answer to a goal that asked for a change, given without a plan: nothing was written. */
    unwritten: z.optional(z.literal(true)),
    /** Set if it came with a backup that is not the person's own: they may never have written it. */
    foreign: z.exactOptional(z.literal(true)),
  }),
  /** A message by the app itself: a code and its parameters; the ui words it. */
  z.object({ type: z.literal('notice'), code: z.string(), params: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('state'), phase: Phase }),
  z.object({
    type: z.literal('plan_generated'),
    steps: z.int(),
    from: z.enum(['model', 'import', 'reply', 'template', 'answer']),
    /** Set if it is the session's own plan, to be run once more; `from` is then `template`. */
    again: z.exactOptional(z.literal(true)),
  }),
  z.object({ type: z.literal('planning_retry'), violation: z.string() }),
  /**
   * `index` and `total` count the plan's own steps. A step within a sub-plan has the index of the outermost step, whose
   * description is `outer`, and its own place as `number`, such as 3.2; older rows lack both.
   */
  z.object({
    type: z.literal('plan_step_start'),
    index: z.int(),
    total: z.int(),
    description: z.string(),
    number: z.optional(z.string()),
    outer: z.optional(z.string()),
  }),
  /**
   * `reason`: why the step did not end as done; the summary has it as a sentence. `full_result`: as in the step.
   */
  z.object({
    type: z.literal('plan_step_end'),
    status: StepStatus,
    summary: z.string(),
    full_result: z.optional(z.string()),
    reason: z.optional(StepReason),
  }),
  z.object({
    type: z.literal('decision'),
    kind: z.enum(['act', 'ask', 'done', 'blocked', 'round', 'invalid']),
    note: z.string(),
  }),
  z.object({
    type: z.literal('model_reply'),
    purpose: CallPurpose,
    reply: ModelReply,
    /** The protocol in which the reply was requested; *tools* if absent. */
    protocol: z.optional(ProtocolName),
    /**
     * The previous protocol; set if an easier one is used from this reply on because earlier replies were malformed.
     */
    eased: z.optional(ProtocolName),
    /** The step whose first calls the reply may make after ending its own step. */
    next: z.optional(z.string()),
    /** Outside steps: the number of the task's events that its request showed. */
    events: z.optional(z.int()),
  }),
  /**
   * A model call whose reply the endpoint keeps while writing it. `pending` is null once the reply is no longer to be
   * picked up. The journal entry has the call's effect as `intent`.
   */
  z.object({
    type: z.literal('reply_pending'),
    purpose: CallPurpose,
    pending: z.nullable(PendingReply),
    protocol: ProtocolName,
    events: z.optional(z.int()),
  }),
  /**
   * `retry_at` is empty if the line only counts what was billed (`costOnlyEntryBody`): the call is then not made again
   * for it.
   */
  z.object({ type: z.literal('model_error'), purpose: CallPurpose, error: ModelError, retry_at: z.string() }),
  z.object({ type: z.literal('tool_call'), call: z.string(), tool: z.string(), input: z.unknown() }),
  z.object({
    type: z.literal('tool_result'),
    call: z.string(),
    tool: z.string(),
    input: z.unknown(),
    result: ToolResult,
    /** The earliest time at which a transient failure may be retried. */
    retry_at: z.string(),
  }),
  z.object({
    type: z.literal('replanned'),
    cause: ReplanCause,
    outcome: z.enum(['replanned', 'unchanged', 'ask', 'done']),
    steps: z.int(),
    /** The changes, as shown to people; at most 50 lines. */
    difference: z.optional(z.array(StepDifference)),
  }),
  /** A harmless default applied to an ambiguous reply. */
  z.object({ type: z.literal('default'), code: ReplyFallbackCode, params: z.record(z.string(), z.string()) }),
  /** `skipped`: nothing has failed; the steps in `reason` wait only for what the person has skipped. */
  z.object({
    type: z.literal('recovery'),
    count: z.int(),
    reason: z.string(),
    skipped: z.exactOptional(z.literal(true)),
  }),
  z.object({
    type: z.literal('approval'),
    tool: z.string(),
    access: CallAccess,
    decision: z.nullable(ApprovalDecision),
  }),
  /**
   * An edit of the plan by the person, or its undo or redo: `of` is then the kind of the edit. `was`: the description
   * before, if the edit changed it. `calls`: how many planned calls the edit removed, so that the model decides on them
   * anew.
   */
  z.object({
    type: z.literal('edit'),
    what: z.string(),
    description: z.string(),
    was: z.exactOptional(z.string()),
    of: z.exactOptional(z.string()),
    calls: z.exactOptional(z.int()),
  }),
  z.object({ type: z.literal('final_verify'), ok: z.boolean(), checked: z.int(), mismatch: z.string() }),
  z.object({ type: z.literal('pause'), reason: PauseReason }),
  z.object({ type: z.literal('resume') }),
  z.object({
    type: z.literal('task_end'),
    status: z.enum(['completed', 'failed', 'cancelled']),
    done: z.int(),
    failed: z.int(),
    skipped: z.int(),
    /** Steps reported as done without evidence, or not allowed; absent if there are none. */
    doubtful: z.optional(z.int()),
    /**
     * How the task ended, what it has written, and which steps it left undone; all three are absent from older rows.
     */
    tone: z.optional(TaskEndColor),
    written: z.optional(z.array(WrittenCount)),
    undone: z.optional(z.array(UnfinishedStep)),
  }),
]);

/** The body of a journal entry. Codes stored by older versions are read as reasons. */
export const JournalEntryBody = z.pipe(
  StoredBody,
  z.transform((body): z.infer<typeof StoredBody> => {
    if (body.type === 'plan_step_end' && body.status === 'failed' && body.reason === undefined) {
      const reason = legacyReason(body.summary);
      return reason ? { ...body, summary: '', reason } : body;
    }
    return body.type === 'notice' ? { ...body, params: storedParams(body.code, body.params) } : body;
  }),
);
export type JournalEntryBody = z.infer<typeof JournalEntryBody>;

/**
 * Returns the parameters of a notice in the present format. Older versions stored words or bare codes in them; these
 * are replaced by codes with their parameters.
 */
function storedParams(code: string, params: Record<string, string>): Record<string, string> {
  const { detail, reason, violation } = params;
  if (code === 'plan_mended' && violation !== undefined) return storedFault(violation);
  const storedReason = code === 'replans_used_up' && reason === undefined ? legacyReason(detail ?? '') : null;
  return storedReason ? { ...params, detail: '', reason: JSON.stringify(storedReason) } : params;
}

function storedFault(violation: string): Record<string, string> {
  const tool = /there is no tool "([^"]*)"/.exec(violation)?.[1];
  if (tool !== undefined) return { fault: 'no_tool', tool };
  if (violation.includes('.dependencies names')) return { fault: 'no_dependency' };
  if (violation.includes('.parameters refers to')) return { fault: 'no_reference' };
  return { fault: violation.startsWith('Two steps') ? 'same_id' : 'circle' };
}

/**
 * One line of a session's append-only journal. `effect` is set on recorded results only and is unique; `intent` marks a
 * call that was about to start.
 */
export const JournalEntry = z.object({
  seq: z.int(),
  session_id: z.string(),
  task_id: z.nullable(z.string()),
  step_id: z.nullable(z.string()),
  at: z.string(),
  effect: z.optional(z.string()),
  intent: z.optional(z.string()),
  body: JournalEntryBody,
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** An entry not yet numbered by the store. */
export type NewJournalEntry = Omit<JournalEntry, 'seq'>;

/** The write permission for a session: only the journal that last raised the epoch may write. */
export const FencingToken = z.object({ session_id: z.string(), epoch: z.int() });
export type FencingToken = z.infer<typeof FencingToken>;
