import { sectionOfEachEntry, type JournalSection } from '../../task/journal-sections.ts';
import type { JournalEntryBody, JournalEntry } from '../../task/journal.ts';
import { isTransientModelError } from '../../task/model-reply.ts';
import type { StepStatus } from '../../plan/step.ts';
import { type TimeSpan, mergeTimeSpans, subtractTimeSpans } from '../../task/time-spans.ts';
import { isTransientError } from '../../task/tool-result.ts';
import { startedStepNumber } from '../../task/started-step-number.ts';
import { isCostOnlyEntryBody } from '../../task/cost-only-entry.ts';
import { billedUsage, zeroUsageTotals, withCallUsage, type UsageTotals } from '../../task/usage.ts';

/** A time within a bar without work: waiting for the person or for a retry, or while the task was paused. */
interface BarWait extends TimeSpan {
  why: 'person' | 'retry' | 'rest';
}

/** One attempt at a step, or one period of work outside steps. */
export interface StepBar extends TimeSpan {
  /** The outcome; `stopped` if the task ended first, `running` if the step has not ended. */
  status: StepStatus | 'stopped';
  /** In order, within the bar, not overlapping. */
  waits: BarWait[];
  used: UsageTotals;
}

/** The bars of one step over time, in order and not overlapping. */
export interface BarRow {
  /** The step's id; null for work on the plan as a whole. */
  step: string | null;
  /** The step's number, such as 3 or 3.2; empty for work on the plan as a whole. */
  number: string;
  description: string;
  bars: StepBar[];
}

interface TaskBars extends Pick<JournalSection, 'first' | 'goal'> {
  task: string;
  /** First the row of work on the plan, then the steps in the order of their first start. */
  rows: BarRow[];
}

interface OpenBar {
  bar: StepBar;
  /** A wait that has not ended. */
  wait: Omit<BarWait, 'to'> | null;
  /** The earliest time of a retry, in milliseconds since 1970: a wait for a retry is shown up to this time at most. */
  until: number;
  rests: BarWait[];
}

/**
 * The times at which the steps of each task in a journal were worked on. `now` is the end of bars still running, in
 * milliseconds since 1970. Bars of parallel steps overlap in time.
 */
export function stepBars(entries: readonly JournalEntry[], now: number): TaskBars[] {
  const sections = sectionOfEachEntry(entries);
  const times = callStartTimes(entries);
  const tasks = new Map<string, TaskRows>();
  let last = NaN;
  for (const [entryIndex, entry] of entries.entries()) {
    const { task_id, at: instant } = entry;
    const time = Math.max(Date.parse(instant), Number.isNaN(last) ? -Infinity : last);
    const part = sections[entryIndex];
    if (task_id !== null && part) {
      const rows = tasks.get(task_id) ?? new TaskRows(part);
      tasks.set(task_id, rows);
      rows.take(entry, time, { since: times.get(entry.seq) ?? time, before: Number.isNaN(last) ? time : last });
    }
    last = time;
  }
  const all = [...tasks];
  return all.map(([task, rows], at) => ({ ...rows.end(at === all.length - 1 ? now : rows.last), task }));
}

/** Collects the bars of one task from its entries. */
class TaskRows {
  readonly #part: JournalSection;
  readonly #whole: BarRow = { step: null, number: '', description: '', bars: [] };
  readonly #steps = new Map<string, BarRow>();
  readonly #open = new Map<string, OpenBar>();
  /** The start of a question outside steps that has no answer yet. */
  #asked: number | null = null;
  #restsSince: number | null = null;
  last = NaN;

  constructor(part: JournalSection) {
    this.#part = part;
  }

  take(entry: JournalEntry, entryTime: number, { since, before }: { since: number; before: number }): void {
    this.last = entryTime;
    const { step_id: step, body } = entry;
    if (step !== null) this.#takeOfStep(step, body, entryTime);
    else this.#takeOfWhole(body, entryTime, { since, before });
  }

  end(now: number): Pick<TaskBars, 'first' | 'goal' | 'rows'> {
    const until = this.#restsSince ?? Math.max(now, this.last);
    for (const step of [...this.#open.keys()]) this.#close(step, until, 'running');
    const rows = [this.#whole, ...this.#steps.values()].filter(({ bars }) => bars.length > 0);
    return { first: this.#part.first, goal: this.#part.goal, rows };
  }

  #takeOfStep(step: string, body: JournalEntryBody, entryTime: number): void {
    if (body.type === 'plan_step_start') {
      this.#close(step, entryTime, 'pending');
      const { description } = body;
      this.#steps.set(step, {
        step,
        number: startedStepNumber(body),
        description,
        bars: this.#steps.get(step)?.bars ?? [],
      });
      this.#open.set(step, { bar: emptyBar(entryTime), wait: null, until: entryTime, rests: [] });
      return;
    }
    const open = this.#open.get(step);
    if (!open) return;
    const asksAgain = body.type === 'approval' && body.decision === null;
    if (!asksAgain || open.wait?.why !== 'person') endWait(open, entryTime);
    const billed = billedUsage(body);
    if (billed !== undefined) open.bar.used = withCallUsage(open.bar.used, billed);
    if (asksAgain || (body.type === 'message' && body.kind === 'question'))
      open.wait ??= { why: 'person', from: entryTime };
    else if (isTriedAgain(body)) {
      open.until = Date.parse(body.retry_at) || entryTime;
      open.wait = { why: 'retry', from: entryTime };
    } else if (body.type === 'plan_step_end') this.#close(step, entryTime, body.status);
  }

  #takeOfWhole(body: JournalEntryBody, entryTime: number, { since, before }: { since: number; before: number }): void {
    const billed = billedUsage(body);
    const callUsage = billed === undefined ? zeroUsageTotals : withCallUsage(zeroUsageTotals, billed);
    if (body.type === 'model_reply') this.#add({ ...emptyBar(since), to: entryTime, used: callUsage });
    else if (body.type === 'model_error')
      this.#add({
        ...emptyBar(since),
        to: entryTime,
        status: isCostOnlyEntryBody(body) ? 'stopped' : 'failed',
        used: callUsage,
      });
    else if (body.type === 'message' && body.kind === 'question') this.#asked = entryTime;
    else if (body.type === 'message' && body.kind === 'answer') {
      if (this.#asked !== null)
        this.#add({
          ...emptyBar(this.#asked),
          to: entryTime,
          waits: apart([{ why: 'person', from: this.#asked, to: entryTime }], entryTime),
        });
      this.#asked = null;
      for (const open of this.#open.values()) if (open.wait?.why === 'person') endWait(open, entryTime);
    } else if (body.type === 'pause') this.#restsSince ??= body.reason.code === 'interrupted' ? before : entryTime;
    else if (body.type === 'resume') this.#goOn(entryTime);
    else if (body.type === 'task_end')
      for (const step of [...this.#open.keys()]) this.#close(step, entryTime, 'stopped');
  }

  #goOn(resumeTime: number): void {
    const from = this.#restsSince;
    this.#restsSince = null;
    if (from !== null)
      for (const { bar, rests } of this.#open.values())
        rests.push({ why: 'rest', from: Math.max(from, bar.from), to: resumeTime });
  }

  #close(step: string, endTime: number, status: StepBar['status']): void {
    const open = this.#open.get(step);
    if (!open) return;
    this.#open.delete(step);
    endWait(open, endTime);
    const { bar, rests } = open;
    const to = Math.max(bar.from, endTime);
    const waits = apart([...rests, ...bar.waits], to);
    this.#steps.get(step)?.bars.push({ ...bar, to, status, waits });
  }

  #add(bar: StepBar): void {
    const from = Math.max(bar.from, this.#whole.bars.at(-1)?.to ?? -Infinity);
    this.#whole.bars.push({ ...bar, from: Math.min(from, bar.to) });
  }
}

type Failed = Extract<JournalEntryBody, { type: 'model_error' | 'tool_result' }>;

function isTriedAgain(body: JournalEntryBody): body is Failed {
  if (body.type === 'model_error') return !isCostOnlyEntryBody(body) && isTransientModelError(body.error);
  return body.type === 'tool_result' && body.result.failure !== null && isTransientError(body.result.failure);
}

function emptyBar(from: number): StepBar {
  return { from, to: from, status: 'completed', waits: [], used: zeroUsageTotals };
}

function endWait(open: OpenBar, endTime: number): void {
  const { wait, bar, until } = open;
  open.wait = null;
  if (wait) bar.waits.push({ ...wait, to: wait.why === 'retry' ? Math.min(endTime, until) : endTime });
}

/** The waits in order, without overlaps and before `end`; of two that overlap, the earlier one is kept whole. */
function apart(waits: readonly BarWait[], end: number): BarWait[] {
  const separateWaits: BarWait[] = [];
  for (const wait of [...waits].sort((a, b) => a.from - b.from)) {
    const from = Math.max(wait.from, separateWaits.at(-1)?.to ?? -Infinity);
    const to = Math.min(wait.to, end);
    if (from < to) separateWaits.push({ ...wait, from, to });
  }
  return separateWaits;
}

/** The times at which anything was worked on: bars without their waits, parallel work counted once. */
export function workSpans(rows: readonly BarRow[]): TimeSpan[] {
  return mergeTimeSpans(rows.flatMap(({ bars }) => bars.flatMap((bar) => subtractTimeSpans(bar, bar.waits))));
}

/**
 * The start of each call in milliseconds since 1970, by the `seq` of the entry that ends it. A tool call records its
 * start. A model call does not: it is assumed to start when its input was recorded, or when a delay ended; if `entries`
 * show neither, the start is unknown.
 */
export function callStartTimes(entries: readonly JournalEntry[]): ReadonlyMap<number, number> {
  const callStarts = new Map<number, number>();
  /** The time of the latest activity by place: a step, or everything outside steps. */
  const signs = new Map<string, number>();
  const tools = new Map<string, number>();
  for (const { seq, at: instant, task_id, step_id, body } of entries) {
    const entryTime = Date.parse(instant);
    const task = task_id ?? '';
    const place = step_id === null ? '' : `${task}/${step_id}`;
    const since =
      body.type === 'tool_result'
        ? tools.get(`${place}/${body.call}`)
        : body.type === 'model_reply' || body.type === 'model_error'
          ? latest(signs.get(place), step_id === null ? undefined : signs.get(`${task}/`))
          : undefined;
    if (since !== undefined) callStarts.set(seq, Math.min(since, entryTime));
    if (body.type === 'tool_call') tools.set(`${place}/${body.call}`, entryTime);
    if (isAside(body)) continue;
    signs.set(
      place,
      body.type === 'model_error' ? Math.max(entryTime, Date.parse(body.retry_at) || entryTime) : entryTime,
    );
    if (body.type === 'plan_step_end') signs.set('', entryTime);
    if (body.type === 'resume' || (body.type === 'replanned' && body.cause === 'clarified'))
      signs.set(`${task}/`, entryTime);
  }
  return callStarts;
}

/**
 * True if an entry does not start a model call: a notice, a command, the person's guidance, or the record of a reply
 * that is still being written.
 */
function isAside(body: JournalEntryBody): boolean {
  if (body.type === 'reply_pending') return true;
  return body.type === 'notice' || (body.type === 'message' && (body.kind === 'guidance' || body.kind === 'command'));
}

function latest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : Math.max(one, other ?? one);
}
