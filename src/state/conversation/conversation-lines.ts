import type { JournalEntry, MessageKind } from '../../domain/record/journal.ts';
import type { ModelError } from '../../domain/model/model-reply.ts';
import type { StepStatus } from '../../domain/plan/step.ts';
import { addProgress, progressItem, type ProgressItem } from './progress-item.ts';
import { holdsPlan } from '../../domain/plan/plan-in-words.ts';
import type { Run } from '../../domain/task/run.ts';

/** A line of the conversation; `key` stays the same while the line grows. */
export type ConversationLine =
  | { kind: 'message'; key: string; at: string; message: MessageKind; text: string }
  | { kind: 'notice'; key: string; at: string; code: string; params: Readonly<Record<string, string>> }
  /** The endpoint gave no reply, and the person has to resolve that (R6.4). */
  | { kind: 'stalled'; key: string; at: string; error: ModelError }
  | { kind: 'progress'; key: string; at: string; item: ProgressItem }
  | {
      kind: 'step';
      key: string;
      at: string;
      index: number;
      total: number;
      description: string;
      status: StepStatus;
      summary: string;
      items: ProgressItem[];
    };

const isUnchanged = (item: ProgressItem) => item.kind === 'replanned' && item.outcome === 'unchanged';

/** Whether a line is a check that left the plan unchanged; consecutive ones are merged. */
const saysUnchanged = (line: ConversationLine | undefined) => line?.kind === 'progress' && isUnchanged(line.item);

/** Progress of the task as a whole: a line of its own even while a step runs. */
const ofTask: ReadonlySet<ProgressItem['kind']> = new Set<ProgressItem['kind']>(['edit', 'paused', 'eased']);

const folds = (line: ConversationLine, next: ProgressItem) =>
  line.kind === 'progress' && addProgress([line.item], next).length === 1;

type StepLine = ConversationLine & { kind: 'step' };

/**
 * The lines of the conversation, oldest first: messages, and the progress between them folded by step (R8.5). A step
 * that runs in parallel with others keeps its own fold; a new attempt begins a new one.
 */
export function conversationLines(entries: readonly JournalEntry[]): ConversationLine[] {
  const lines: ConversationLine[] = [];
  const open = new Map<string, number>();
  const inStep = (entry: JournalEntry): number | undefined =>
    entry.step_id === null ? undefined : open.get(`${entry.task_id ?? ''}/${entry.step_id}`);
  const amend = (at: number, change: (line: StepLine) => StepLine): void => {
    const line = lines[at];
    if (line?.kind === 'step') lines[at] = change(line);
  };
  /**
   * Adds a line of progress; a call and its result are merged, even where the beginning of their step is not loaded.
   */
  const addLine = (line: ConversationLine & { kind: 'progress' }): void => {
    const begun = line.item.kind === 'action' ? lines.findLastIndex((before) => folds(before, line.item)) : -1;
    const before = lines[begun];
    if (before?.kind === 'progress') lines[begun] = { ...before, item: { ...line.item, seq: before.item.seq } };
    else lines.push(line);
  };

  for (const entry of entries) {
    const { body, at } = entry;
    const key = String(entry.seq);
    if (body.type === 'message') lines.push({ kind: 'message', key, at, message: body.kind, text: body.text });
    else if (body.type === 'notice') lines.push({ kind: 'notice', key, at, code: body.code, params: body.params });
    else if (body.type === 'pause' && body.reason.code === 'endpoint')
      lines.push({ kind: 'stalled', key, at, error: body.reason.error });
    else if (body.type === 'plan_step_start' && entry.step_id !== null) {
      open.set(`${entry.task_id ?? ''}/${entry.step_id}`, lines.length);
      const { index, total, description } = body;
      lines.push({ kind: 'step', key, at, index, total, description, status: 'running', summary: '', items: [] });
    } else if (body.type === 'plan_step_end') {
      const place = inStep(entry);
      if (place !== undefined) amend(place, (line) => ({ ...line, status: body.status, summary: body.summary }));
    } else {
      const item = progressItem(entry);
      const place = inStep(entry);
      if (!item || (isUnchanged(item) && saysUnchanged(lines.at(-1)))) continue;
      if (place === undefined || ofTask.has(item.kind)) addLine({ kind: 'progress', key, at, item });
      else amend(place, (line) => ({ ...line, items: addProgress(line.items, item) }));
    }
  }
  return lines;
}

/**
 * The newest answer that holds a plan, while the task has produced nothing else; the person may turn it into the plan
 * (R3.5). Null otherwise.
 */
export function offeredPlan(run: Run | null, lines: readonly ConversationLine[]): ConversationLine | null {
  if (run?.phase !== 'answered' || run.plan.steps.length > 0) return null;
  const answer = lines.findLast((line) => line.kind === 'message' && line.message === 'reply');
  return answer?.kind === 'message' && holdsPlan(answer.text) ? answer : null;
}
