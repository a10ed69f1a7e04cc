import type { TaskEndColor, UnfinishedStep, WrittenCount } from '../../task/task-end.ts';
import type { StepReason } from '../../plan/step-reason.ts';
import type { JournalEntryBody, JournalEntry, MessageKind } from '../../task/journal.ts';
import type { ModelError } from '../../task/model-reply.ts';
import type { StepStatus } from '../../plan/step.ts';
import {
  addProgressItem,
  isMadeFromCalls,
  withRunningCallStopped,
  progressItem,
  type ProgressItem,
} from './progress-item.ts';
import { WrittenRows } from './written-rows.ts';
import { subPlanIdSeparator } from '../../plan/leaf-steps.ts';
import { startedStepNumber } from '../../task/started-step-number.ts';
import type { Run } from '../../task/run.ts';

/** A line of the conversation; `key` stays the same while the line grows. */
export type ConversationLine =
  | {
      kind: 'message';
      key: string;
      at: string;
      message: MessageKind;
      text: string;
      images: readonly string[];
      /** The end of the task that this answer closes. */
      end?: TaskEndSummary;
    }
  | { kind: 'notice'; key: string; at: string; code: string; params: Readonly<Record<string, string>> }
  /**
   * The endpoint gave no reply, and the person has to resolve that. `answered`: this endpoint or another one has given
   * a reply earlier in the loaded part of the conversation. `early`: the task had no plan yet.
   */
  | { kind: 'stalled'; key: string; at: string; error: ModelError; answered: boolean; early: boolean }
  | { kind: 'progress'; key: string; at: string; item: ProgressItem }
  | {
      kind: 'step';
      key: string;
      at: string;
      task: string | null;
      /** The step's id in its task. */
      step: string;
      /** The step's number, such as 3 or 3.2. */
      number: string;
      total: number;
      description: string;
      /** `restarted`: the step began anew, or will, so that this attempt does not go on. */
      status: StepStatus | 'restarted';
      summary: string;
      full_result?: string | undefined;
      reason?: StepReason | undefined;
      items: ProgressItem[];
      /** Set for the only step of a plan made from calls: its description is the message that stands above. */
      isMessage?: true;
    };

/** How a task ended, as shown under its answer; older records do not say what was written. */
export interface TaskEndSummary {
  tone: TaskEndColor;
  written: readonly WrittenCount[] | null;
  undone: readonly UnfinishedStep[];
}

function answerEnd({
  tone,
  done,
  failed,
  written,
  undone,
}: Extract<JournalEntryBody, { type: 'task_end' }>): TaskEndSummary {
  const byCount = failed === 0 ? 'green' : done === 0 ? 'red' : 'amber';
  return { tone: tone ?? byCount, written: written ?? null, undone: undone ?? [] };
}

/**
 * True if a check left the plan unchanged. If a line follows which says that the plan was left unchanged by default
 * (`plan_kept`), it replaces this one, since it says why.
 */
const isUnchanged = (item: ProgressItem) => item.kind === 'replanned' && item.outcome === 'unchanged';

/** True if a line is a check that left the plan unchanged; consecutive ones are merged. */
const saysUnchanged = (line: ConversationLine | undefined) => line?.kind === 'progress' && isUnchanged(line.item);

/** Progress of the task as a whole, which gets a line of its own even while a step runs. */
const ofTask: ReadonlySet<ProgressItem['kind']> = new Set<ProgressItem['kind']>(['edit', 'paused', 'eased']);

/** True for a line about a task as a whole that is folded into the only step of a plan made from calls. */
const isMachinery = (item: ProgressItem): boolean =>
  item.kind === 'planned' ||
  (item.kind === 'replanned' && item.changes.length === 0 && item.outcome !== 'ask') ||
  (item.kind === 'verified' && item.ok) ||
  (item.kind === 'ended' && item.status === 'completed' && item.failed === 0 && (item.tone ?? 'green') === 'green');

const folds = (line: ConversationLine, next: ProgressItem) =>
  line.kind === 'progress' && addProgressItem([line.item], next).length === 1;

type StepLine = ConversationLine & { kind: 'step' };

/** How an attempt that still goes on ends: by the person, who stops the task or sets another goal, or by the model. */
type Ending = Pick<StepLine, 'status' | 'reason'>;
const stopped: Ending = { status: 'skipped', reason: { code: 'cancelled', params: {} } };
const leftOut: Ending = { status: 'skipped' };

/** The key of a step in `#open`, unique among the tasks. */
const placeOf = ({ task_id }: JournalEntry, step: string) => `${task_id ?? ''}/${step}`;

/** What becomes of the attempt at a step that has begun, by the kind of the edit that ends it. */
const endedBy: Readonly<Record<string, StepLine['status']>> = {
  skip: 'skipped',
  change: 'restarted',
  retry: 'restarted',
  start_over: 'restarted',
};

/** True unless both lists have an entry with this `seq` and the two differ. */
function isSameAt(at: number, before: readonly JournalEntry[], now: readonly JournalEntry[]): boolean {
  const [one, other] = [before, now].map((entries) => entries.findLast(({ seq }) => seq <= at));
  return one?.seq !== other?.seq || one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Builds the lines of the conversation from the journal, oldest first: messages, and between them the progress by step.
 * Each parallel step, and each attempt, has a line of its own. New entries are added to the existing lines, and an
 * unchanged line stays the same object.
 */
export class ConversationBuilder {
  #lines: ConversationLine[] = [];
  /** The index of the latest line of each step. */
  #open = new Map<string, number>();
  /** By step, the edits that have not been undone since one of them ended the attempt of its latest line. */
  #edits = new Map<string, number>();
  /** The step that asked the latest question, by its key in `#open`; null if none did. */
  #asking: string | null = null;
  #entries: readonly JournalEntry[] = [];
  /** True if a model has replied. */
  #answered = false;
  #rows = new WrittenRows();
  /** True from a goal until its plan is made. */
  #early = false;
  /** The only steps of plans made from calls, by task: null until the step begins. */
  #onlySteps = new Map<string, string | null>();
  /** The `seq` of the latest entry of each line, by the line's key. */
  #latest = new Map<string, number>();

  /**
   * Returns the lines of these entries, which are in the order of their `seq`; the same list if there are no new
   * entries. If other entries have taken the place of those of the last call, as when another device went on with the
   * session, all lines are new.
   */
  lines(entries: readonly JournalEntry[]): readonly ConversationLine[] {
    const before = this.#entries;
    const [first, last] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0];
    const [firstBefore, lastBefore] = [before[0]?.seq ?? 0, before.at(-1)?.seq ?? 0];
    const isReplaced = !isSameAt(Math.min(last, lastBefore), before, entries);
    if (!isReplaced && first === firstBefore && last === lastBefore) return this.#lines;
    this.#entries = entries;
    if (!isReplaced && first === firstBefore && last > lastBefore) {
      const from = entries.findLastIndex(({ seq }) => seq <= lastBefore) + 1;
      this.#lines = [...this.#lines];
      for (const entry of entries.slice(from)) this.#add(entry);
    } else this.#foldAgain(entries, isReplaced ? [] : this.#lines);
    return this.#lines;
  }

  /**
   * Folds all entries again. A line of `known` with the same first and latest entry has the same entries, and stays the
   * same object.
   */
  #foldAgain(entries: readonly JournalEntry[], known: readonly ConversationLine[]): void {
    const before = new Map(known.map((line) => [line.key, { line, latest: this.#latest.get(line.key) }]));
    this.#lines = [];
    this.#open = new Map();
    this.#edits = new Map();
    this.#latest = new Map();
    this.#onlySteps = new Map();
    this.#asking = null;
    this.#answered = false;
    this.#rows = new WrittenRows();
    this.#early = false;
    for (const entry of entries) this.#add(entry);
    this.#lines = this.#lines.map((line) => {
      const previousLine = before.get(line.key);
      return previousLine?.line.kind === line.kind && previousLine.latest === this.#latest.get(line.key)
        ? previousLine.line
        : line;
    });
  }

  #push(line: ConversationLine, seq: number): void {
    this.#lines.push(line);
    this.#latest.set(line.key, seq);
  }

  #amend(at: number, seq: number, change: (line: StepLine) => StepLine): void {
    const line = this.#lines[at];
    if (line?.kind !== 'step') return;
    this.#lines[at] = change(line);
    this.#latest.set(line.key, seq);
  }

  /** Moves the line of a step to the end: what comes of a question comes after its answer. */
  #moveToEnd(key: string): void {
    const from = this.#open.get(key);
    const line = from === undefined ? undefined : this.#lines[from];
    if (from === undefined || line?.kind !== 'step' || line.status !== 'running') return;
    this.#lines = [...this.#lines.toSpliced(from, 1), line];
    for (const [each, lineIndex] of this.#open) if (lineIndex > from) this.#open.set(each, lineIndex - 1);
    this.#open.set(key, this.#lines.length - 1);
  }

  /** Ends the attempts that still go on at the steps that match. */
  #close(seq: number, ending: Ending, matches: (line: StepLine, key: string) => boolean): void {
    for (const [key, lineIndex] of this.#open) {
      const line = this.#lines[lineIndex];
      if (line?.kind !== 'step' || line.status !== 'running' || !matches(line, key)) continue;
      this.#amend(lineIndex, seq, () => ({
        ...line,
        ...ending,
        items: line.items.map(withRunningCallStopped),
      }));
    }
  }

  /** Ends the attempt at a step that the person edits, and lets it go on once that is undone. */
  #applyEdit({ what, of }: Extract<JournalEntryBody, { type: 'edit' }>, step: string, seq: number): void {
    const status = endedBy[what === 'undo' || what === 'redo' ? (of ?? '') : what];
    if (!status) return;
    for (const [key, lineIndex] of this.#open) {
      if (key !== step && !key.startsWith(step + subPlanIdSeparator)) continue;
      const edits = this.#edits.get(key) ?? 0;
      const line = this.#lines[lineIndex];
      if (line?.kind !== 'step' || (edits === 0 && line.status !== 'running')) continue;
      const remainingEdits = what === 'undo' ? edits - 1 : edits + 1;
      if (remainingEdits < 0) continue;
      this.#edits.set(key, remainingEdits);
      if (edits === 0 || remainingEdits === 0)
        this.#amend(lineIndex, seq, () => ({
          ...line,
          status: remainingEdits === 0 ? 'running' : status,
          items: line.items.map(withRunningCallStopped),
        }));
    }
  }

  /** If the latest line is an answer that closes a task, adds how the task ended. */
  #closeAnswer(end: TaskEndSummary, seq: number): void {
    const line = this.#lines.at(-1);
    if (line?.kind !== 'message' || line.message !== 'closing') return;
    this.#lines[this.#lines.length - 1] = { ...line, end };
    this.#latest.set(line.key, seq);
  }

  /**
   * Adds a line of progress. A call and its result become one line, even if the beginning of their step is not loaded;
   * so do two consecutive lines that say the same.
   */
  #addLine(line: ConversationLine & { kind: 'progress' }): void {
    const { item } = line;
    const near = item.kind === 'action' ? this.#lines : this.#lines.slice(-1);
    const nearIndex = near.findLastIndex((before) => folds(before, item));
    const mergedLineIndex = nearIndex < 0 ? -1 : this.#lines.length - near.length + nearIndex;
    const before = this.#lines[mergedLineIndex];
    const mergedItem = before?.kind === 'progress' ? addProgressItem([before.item], item)[0] : undefined;
    if (before?.kind !== 'progress' || !mergedItem) {
      this.#push(line, item.seq);
      return;
    }
    this.#lines[mergedLineIndex] = { ...before, item: mergedItem };
    this.#latest.set(before.key, item.seq);
  }

  /** Adds to the end of a task that did not complete what it has written, since no closing answer says that. */
  #withWritten(item: ProgressItem | null, task: string | null): ProgressItem | null {
    const writtenCounts = item?.kind === 'ended' && item.status !== 'completed' ? this.#rows.of(task) : null;
    return item?.kind === 'ended' && writtenCounts ? { ...item, written: writtenCounts } : item;
  }

  #add(entry: JournalEntry): void {
    const { body, at, seq } = entry;
    const key = String(seq);
    this.#rows.add(entry);
    const step = entry.step_id === null ? null : placeOf(entry, entry.step_id);
    const place = step === null ? undefined : this.#open.get(step);
    if (body.type === 'model_reply') this.#answered = true;
    if (body.type === 'message' && body.kind === 'goal') this.#early = true;
    if (body.type === 'plan_generated') this.#early = false;
    if (entry.task_id !== null && isMadeFromCalls(body)) this.#onlySteps.set(entry.task_id, null);
    if (body.type === 'edit' || (body.type === 'replanned' && body.steps > 1))
      this.#onlySteps.delete(entry.task_id ?? '');
    if (body.type === 'plan_generated' || (body.type === 'message' && body.kind === 'goal'))
      this.#close(seq, stopped, ({ task }) => task !== entry.task_id);
    if (body.type === 'task_end' && body.status !== 'failed')
      this.#close(seq, body.status === 'cancelled' ? stopped : leftOut, ({ task }) => task === entry.task_id);
    if (body.type === 'replanned')
      for (const { kind, id } of body.difference ?? [])
        if (kind === 'dropped')
          this.#close(seq, leftOut, (_, each) =>
            `${each}${subPlanIdSeparator}`.startsWith(placeOf(entry, id) + subPlanIdSeparator),
          );
    if (body.type === 'edit' && step !== null) this.#applyEdit(body, step, seq);
    if (body.type === 'message') {
      this.#push(
        {
          ...{ kind: 'message', key, at, message: body.kind, text: body.text, images: body.images ?? [] },
          ...(body.unwritten && { end: { tone: 'green', written: [], undone: [] } }),
        },
        seq,
      );
      if (body.kind === 'question') this.#asking = step;
      if (body.kind === 'answer' && this.#asking !== null) this.#moveToEnd(this.#asking);
    } else if (body.type === 'notice')
      this.#push({ kind: 'notice', key, at, code: body.code, params: body.params }, seq);
    else if (body.type === 'pause' && body.reason.code === 'endpoint')
      this.#push(
        { kind: 'stalled', key, at, error: body.reason.error, answered: this.#answered, early: this.#early },
        seq,
      );
    else if (body.type === 'plan_step_start' && step !== null) {
      this.#close(seq, { status: 'restarted' }, (_, key) => key === step);
      this.#edits.delete(step);
      this.#open.set(step, this.#lines.length);
      const { total, description } = body;
      const of = { task: entry.task_id, step: entry.step_id ?? '' };
      const what = {
        ...of,
        number: startedStepNumber(body),
        total,
        description,
        status: 'running',
        summary: '',
      } as const;
      const isMessage = this.#onlySteps.has(entry.task_id ?? '');
      if (isMessage) this.#onlySteps.set(entry.task_id ?? '', step);
      this.#push({ kind: 'step', key, at, ...what, items: [], ...(isMessage && { isMessage }) }, seq);
    } else if (body.type === 'plan_step_end') {
      const { status, summary, full_result, reason } = body;
      if (place !== undefined)
        this.#amend(place, seq, (line) => ({
          ...line,
          ...{ status, summary, full_result, reason },
          items: line.items.map(withRunningCallStopped),
        }));
    } else {
      if (body.type === 'task_end') this.#closeAnswer(answerEnd(body), seq);
      const item = this.#withWritten(progressItem(entry), entry.task_id);
      const onlyStep = this.#onlySteps.get(entry.task_id ?? '');
      if (item && onlyStep !== undefined && isMachinery(item)) {
        const only = this.#open.get(onlyStep ?? '');
        if (only !== undefined) this.#amend(only, seq, (line) => ({ ...line, items: [...line.items, item] }));
        return;
      }
      if (!item || (isUnchanged(item) && saysUnchanged(this.#lines.at(-1)))) return;
      if (item.kind === 'default' && item.code === 'plan_kept' && saysUnchanged(this.#lines.at(-1))) this.#lines.pop();
      if (place === undefined || ofTask.has(item.kind)) this.#addLine({ kind: 'progress', key, at, item });
      else this.#amend(place, seq, (line) => ({ ...line, items: addProgressItem(line.items, item) }));
    }
  }
}

/**
 * Returns the newest answer if the task has produced nothing else: the person may go on from it. Null otherwise.
 */
export function latestPlainAnswer(run: Run | null, lines: readonly ConversationLine[]): ConversationLine | null {
  if (run?.phase !== 'answered' || run.plan.steps.length > 0) return null;
  return lines.findLast((line) => line.kind === 'message' && line.message === 'reply') ?? null;
}
