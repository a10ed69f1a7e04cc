import type { JournalEntryBody, JournalEntry } from '../../task/journal.ts';
import type { WrittenCount } from '../../task/task-end.ts';
import type { WrittenRowRecord } from '../../task/tool-result.ts';
import { describeCallFromInput } from '../../task/call-details.ts';
import {
  rowCounts,
  sentCallCounts,
  serverCallCounts,
  recordLastRowChange,
  unknownCallCounts,
} from '../../task/writes.ts';

type ToolEntryBody = Extract<JournalEntryBody, { type: 'tool_call' | 'tool_result' }>;

interface TaskRows {
  rows: Map<string, WrittenRowRecord>;
  /** The calls that send something to a web site, and their results. */
  sent: JournalEntry[];
  /** The results of servers' tools. */
  called: JournalEntry[];
  /** True if a tool of a server has answered and an earlier version recorded it, without whether it reads. */
  elsewhere: boolean;
}

/** Finds in the journal which rows each task has written, for a task that ended without saying so. */
export class WrittenRows {
  readonly #tasks = new Map<string, TaskRows>();

  /** Adds an entry; only tasks whose plan was made in the loaded part of the journal are counted. */
  add(entry: JournalEntry): void {
    const { task_id, body } = entry;
    if (task_id === null) return;
    const task = this.#tasks.get(task_id);
    if (body.type === 'plan_generated' && !task)
      this.#tasks.set(task_id, { rows: new Map(), sent: [], called: [], elsewhere: false });
    if ((body.type === 'tool_call' || body.type === 'tool_result') && sends(body)) task?.sent.push(entry);
    if (body.type !== 'tool_result' || !task) return;
    for (const row of body.result.written) recordLastRowChange(task.rows, row);
    if (body.result.server_tool?.reads !== undefined) task.called.push(entry);
    else task.elsewhere ||= body.result.ok && body.tool.startsWith('mcp_');
  }

  /** Returns the number of rows that a task has written so far; null if that is not known. */
  of(task: string | null): WrittenCount[] | null {
    const taskWrites = this.#tasks.get(task ?? '');
    if (!taskWrites || (taskWrites.elsewhere && taskWrites.rows.size === 0)) return null;
    return [
      ...rowCounts(taskWrites.rows.values()),
      ...sentCallCounts(taskWrites.sent, isSent),
      ...serverCallCounts(taskWrites.called),
      ...unknownCallCounts(taskWrites.sent, sends),
    ];
  }
}

/**
 * True for the start or the result of a call that sends something to a web site, and for the result of a server's tool:
 * its start does not say whether it only reads.
 */
const sends = (body: ToolEntryBody) => (body.type === 'tool_result' && body.tool.startsWith('mcp_')) || isSent(body);

const isSent = ({ tool, input }: ToolEntryBody) =>
  /^fetch\.(?:post|put|patch|delete)$/.test(describeCallFromInput(tool, input).about.what);
