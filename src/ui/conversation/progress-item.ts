import { stepsRemainCode } from '../../plan/plan-progress.ts';
import type { CallAccess, ApprovalDecision } from '../../task/approval.ts';
import type { ReplyFallbackCode } from '../../task/fallback.ts';
import type { CallPurpose, JournalEntryBody, JournalEntry } from '../../task/journal.ts';
import { errorMessageKeyPart } from '../../task/model-reply.ts';
import type { ProtocolName } from '../../task/protocol-name.ts';
import type { TaskEndColor, WrittenCount } from '../../task/task-end.ts';
import type { PauseReason } from '../../task/run.ts';
import { thinkingSummary } from '../../task/thinking-summary.ts';
import { lengthAndLimitInViolation } from '../../task/too-long-reply.ts';
import { failureParams, isTransientError, toolResultState, type ToolResult } from '../../task/tool-result.ts';
import type { Json } from '../../values/json.ts';
import type { StepDifference } from '../../plan/plan-difference.ts';
import { isCostOnlyEntryBody } from '../../task/cost-only-entry.ts';
import { billedUsage, zeroUsageTotals, withCallUsage, type UsageTotals } from '../../task/usage.ts';

/** Why the companion did not read a site (a code), and the site. */
export interface CompanionSiteError {
  why: string;
  site: string;
}

/** One action of Cairn, shown as a line of progress; `progress-text` words it. */
export type ProgressItem = {
  seq: number;
  at: string;
  /** The number of equal lines in a row that this one stands for, if there are more than one. */
  times?: number;
} & (
  | { kind: 'planned'; steps: number; from: 'model' | 'import' | 'reply' | 'template' | 'answer' | 'again' }
  /** `closes`: the reply was rejected because it would have ended the task with open steps. */
  | { kind: 'planning_retry'; closes: boolean }
  /** A reply had `n` characters, of which at most `limit` are read. */
  | { kind: 'too_long'; n: number; limit: number }
  | { kind: 'decision'; decision: Extract<JournalEntryBody, { type: 'decision' }>['kind']; note: string }
  | {
      kind: 'action';
      tool: string;
      input: unknown;
      call: string;
      /**
       * `denied`: the person or their settings did not allow the call, so it was not made; `unknown`: it may have been
       * carried out.
       */
      state: 'running' | 'ok' | 'failed' | 'denied' | 'unknown' | 'stopped';
      /** Empty for a call that was denied, whose result is meant for the model. */
      result: string;
      /** The code of the failure, which is a part of its message key. */
      failure?: string;
      /** The site on which a page is missing. */
      host?: string;
      /** The name of what is missing or cannot be read or written. */
      name?: string;
      /** What the server or the tool says of the failure. */
      quote?: string;
      /** The names of a server's tool and the server, once the call has a result. */
      server_tool?: ToolResult['server_tool'];
      /** The failure is temporary, so Cairn may repeat the call by itself. */
      passing?: true;
      /** How often Cairn has made the call, if more than once. */
      tries?: number;
      /** The structured result, which has the name of a row that the input identifies only by id. */
      output?: Json | undefined;
      /** Why the companion did not read a site. */
      refusal?: CompanionSiteError;
      /** The id of the chart file that the call made. */
      chart?: string;
    }
  /** `asked`: the seconds that the endpoint asked to wait, or null. */
  | { kind: 'model_error'; code: ReturnType<typeof errorMessageKeyPart>; asked: number | null }
  | {
      kind: 'replanned';
      outcome: 'replanned' | 'unchanged' | 'ask' | 'done';
      steps: number;
      /** The changes of the plan; empty if there were none. */
      changes: readonly PlanChange[];
    }
  | { kind: 'default'; code: ReplyFallbackCode; params: Readonly<Record<string, string>> }
  /** Unusable replies led to an easier protocol for calls of this purpose. */
  | {
      kind: 'eased';
      purpose: CallPurpose;
      from: ProtocolName;
      to: Exclude<ProtocolName, 'tools'>;
      /** True if the person has switched back to the previous protocol. */
      undone?: boolean;
    }
  /** The summary of a reply's thinking that its vendor gave. */
  | { kind: 'thinking'; summary: string }
  | { kind: 'recovery'; count: number; reason: string; skipped?: true }
  | { kind: 'permission'; decision: ApprovalDecision; tool: string; access: CallAccess }
  | ({ kind: 'edit' } & Omit<Extract<JournalEntryBody, { type: 'edit' }>, 'type'>)
  | { kind: 'verified'; ok: boolean; checked: number; mismatch: string }
  | { kind: 'paused'; reason: Exclude<PauseReason['code'], 'endpoint'> | 'program' }
  | { kind: 'resumed' }
  | {
      kind: 'ended';
      status: 'completed' | 'failed' | 'cancelled';
      done: number;
      failed: number;
      skipped: number;
      doubtful: number;
      tone?: TaskEndColor | undefined;
      /** What a task that did not complete has written. */
      written?: readonly WrittenCount[];
    }
);

type Action = ProgressItem & { kind: 'action' };

/** The line for a reply that was too long to be read; null if something else was wrong with it. */
function tooLongItem(violation: string): { kind: 'too_long'; n: number; limit: number } | null {
  const long = lengthAndLimitInViolation(violation);
  return long && { kind: 'too_long', ...long };
}

/** Returns what a failed read says about the companion (tools/fetch/companion-failure.ts). */
function refusalOf(output: Json | undefined): { refusal: CompanionSiteError } | null {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return null;
  const { companion, site } = output;
  return typeof companion === 'string' && typeof site === 'string' ? { refusal: { why: companion, site } } : null;
}

/** Returns the line of progress of an entry; null if it has none of its own. */
export function progressItem({ seq, at, body }: JournalEntry): ProgressItem | null {
  switch (body.type) {
    case 'plan_generated':
      return { seq, at, kind: 'planned', steps: body.steps, from: body.again ? 'again' : body.from };
    case 'planning_retry':
      return {
        ...{ seq, at },
        ...(tooLongItem(body.violation) ?? { kind: 'planning_retry', closes: body.violation === stepsRemainCode }),
      };
    case 'decision':
      if (body.kind === 'act' && body.note === '') return null;
      if (body.kind !== 'invalid') return { seq, at, kind: 'decision', decision: body.kind, note: body.note };
      return { ...{ seq, at }, ...(tooLongItem(body.note) ?? { kind: 'decision', decision: 'invalid', note: '' }) };
    case 'tool_call':
      return {
        seq,
        at,
        kind: 'action',
        tool: body.tool,
        input: body.input,
        call: body.call,
        state: 'running',
        result: '',
      };
    case 'tool_result': {
      const { text, failure } = body.result;
      const state = toolResultState(body.result);
      const chart = body.tool === 'chart' && state === 'ok' ? body.result.written[0]?.id : undefined;
      return {
        seq,
        at,
        kind: 'action',
        tool: body.tool,
        input: body.input,
        call: body.call,
        state,
        result: state === 'denied' ? '' : text,
        ...((state === 'failed' || state === 'unknown') && failureParams(body.result)),
        ...(body.result.quote !== undefined && { quote: body.result.quote }),
        ...(body.result.server_tool && { server_tool: body.result.server_tool }),
        ...(failure && isTransientError(failure) && { passing: true as const }),
        ...(body.result.output !== undefined && { output: body.result.output }),
        ...(chart !== undefined && { chart }),
        ...(state !== 'ok' && refusalOf(body.result.output)),
      };
    }
    case 'model_error':
      if (isCostOnlyEntryBody(body)) return null;
      return {
        ...{ seq, at, kind: 'model_error', code: errorMessageKeyPart(body.error) },
        asked: body.error.retry_after_ms === null ? null : Math.ceil(body.error.retry_after_ms / 1000),
      };
    case 'replanned':
      return {
        seq,
        at,
        kind: 'replanned',
        outcome: body.outcome,
        steps: body.steps,
        changes: changesOnly(body.difference),
      };
    case 'default':
      return { seq, at, kind: 'default', code: body.code, params: body.params };
    case 'model_reply': {
      if (body.eased && body.protocol && body.protocol !== 'tools')
        return { seq, at, kind: 'eased', purpose: body.purpose, from: body.eased, to: body.protocol };
      const summary = body.purpose === 'replan' ? '' : thinkingSummary(body.reply);
      return summary === '' ? null : { seq, at, kind: 'thinking', summary };
    }
    case 'recovery':
      return {
        ...{ seq, at, kind: 'recovery', count: body.count, reason: body.reason },
        ...(body.skipped && { skipped: body.skipped }),
      };
    case 'approval':
      return body.decision === null
        ? null
        : { seq, at, kind: 'permission', decision: body.decision, tool: body.tool, access: body.access };
    case 'edit':
      return {
        ...{ seq, at, kind: 'edit', what: body.what, description: body.description },
        ...(body.was !== undefined && { was: body.was }),
        ...(body.of !== undefined && { of: body.of }),
        ...(body.calls !== undefined && { calls: body.calls }),
      };
    case 'final_verify':
      return { seq, at, kind: 'verified', ok: body.ok, checked: body.checked, mismatch: body.mismatch };
    case 'pause':
      if (body.reason.code === 'endpoint') return null;
      return {
        ...{ seq, at, kind: 'paused' },
        reason: body.reason.code === 'storage' && body.reason.program ? 'program' : body.reason.code,
      };
    case 'resume':
      return { seq, at, kind: 'resumed' };
    case 'task_end':
      return {
        seq,
        at,
        kind: 'ended',
        status: body.status,
        done: body.done,
        failed: body.failed,
        skipped: body.skipped,
        doubtful: body.doubtful ?? 0,
        tone: body.tone,
      };
    case 'message':
    case 'notice':
    case 'state':
    case 'reply_pending':
    case 'plan_step_start':
    case 'plan_step_end':
      return null;
  }
}

/** Returns the line as it is after its step ended: a call that was still running is shown as stopped. */
export function withRunningCallStopped(item: ProgressItem): ProgressItem {
  return item.kind === 'action' && item.state === 'running' ? { ...item, state: 'stopped' } : item;
}

/** Returns the items with one more; a call, its result and Cairn's own retries of it are merged, and so are repeats. */
export function addProgressItem(items: readonly ProgressItem[], next: ProgressItem): ProgressItem[] {
  if (next.kind !== 'action') {
    const last = items.at(-1);
    if (!last || !isRepeat(last, next)) return [...items, next];
    return items.with(-1, { ...next, seq: last.seq, times: (last.times ?? 1) + 1 });
  }
  const callIndex = items.findLastIndex((item) => item.kind === 'action' && item.call === next.call);
  const before = items[callIndex];
  if (before?.kind !== 'action') return [...items, next];
  const { seq, tries } = before;
  if (before.state === 'running') return items.with(callIndex, { ...next, seq, ...(tries !== undefined && { tries }) });
  return isRetry(before, next) ? items.with(callIndex, { ...next, seq, tries: (tries ?? 1) + 1 }) : [...items, next];
}

const repeatableKinds: ReadonlySet<ProgressItem['kind']> = new Set<ProgressItem['kind']>([
  'decision',
  'default',
  'planning_retry',
]);

/** True if `next` would be the same line again. */
function isRepeat(before: ProgressItem, next: ProgressItem): boolean {
  if (before.kind === 'model_error' && next.kind === 'model_error') return before.code === next.code;
  const comparableText = (item: ProgressItem) => JSON.stringify({ ...item, seq: 0, at: '', times: undefined });
  return before.kind === next.kind && repeatableKinds.has(next.kind) && comparableText(before) === comparableText(next);
}

/**
 * True if `next` repeats a call that has just failed temporarily. Their ids are not compared, since a model may use the
 * same id for different calls.
 */
function isRetry(before: Action, next: Action): boolean {
  return (
    before.passing === true &&
    next.state === 'running' &&
    before.tool === next.tool &&
    JSON.stringify(before.input) === JSON.stringify(next.input)
  );
}

/** A change within a difference, which is never of the kind `kept`. */
export type PlanChange = Omit<StepDifference, 'kind'> & { kind: Exclude<StepDifference['kind'], 'kept'> };

/** Returns the entries of a plan difference that are changes, without those of kind `kept`. */
export function changesOnly(difference: readonly StepDifference[] = []): PlanChange[] {
  return difference.flatMap(({ kind, ...rest }) => (kind === 'kept' ? [] : [{ kind, ...rest }]));
}

/** The recorded thoughts, calls and results of one step of a task. */
export function stepRecord(entries: readonly JournalEntry[], taskId: string, stepId: string): ProgressItem[] {
  return entries
    .filter((entry) => entry.task_id === taskId && entry.step_id === stepId)
    .reduce<ProgressItem[]>((items, entry) => {
      if (entry.body.type === 'plan_step_end') return items.map(withRunningCallStopped);
      const item = progressItem(entry);
      return item ? addProgressItem(items, item) : items;
    }, []);
}

/** The usage of the model calls of one step of a task, as far as the entries include them. */
export function stepUsage(entries: readonly JournalEntry[], taskId: string | null, stepId: string): UsageTotals {
  return entries
    .filter(({ task_id, step_id }) => task_id === taskId && step_id === stepId)
    .map(({ body }) => billedUsage(body))
    .filter((usage) => usage !== undefined)
    .reduce(withCallUsage, zeroUsageTotals);
}

/** True for a plan made from the calls of a reply, whose only step is the message: for a person it is no plan. */
export const isMadeFromCalls = (body: JournalEntryBody): boolean =>
  body.type === 'plan_generated' && body.from === 'reply' && body.steps === 1;
