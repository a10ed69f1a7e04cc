import type { PlanFile } from '../../../e2e/support/cairn.ts';
import type { Row, Tables } from '../../../e2e/support/stored-tables.ts';

/** What a task leaves behind, in words that two runs of it share. */
export interface Essence {
  status: string;
  steps: unknown[];
  todos: unknown[];
  entries: unknown[];
  files: unknown[];
}

const passing = /^(?:id|session_id|position|.*_at|effect|hash)$/;
const rowId = /\b(todo|entry|file)_[0-9a-z]+/g;

/** The plan and the rows without what differs from run to run: times, row ids and places in the list. */
export function essence(plan: PlanFile, tables: Tables): Essence {
  const { todos = [], entries = [], files = [], contents = [] } = tables;
  const contentOf = (id: unknown) => contents.find((row) => row.id === id)?.content;
  return {
    status: plan.status,
    steps: plan.steps.map((step) => ({ ...(lasting(step) as Row), id: step.id })),
    todos: sorted(todos),
    entries: sorted(entries),
    files: sorted(files.map((row) => ({ ...row, content: contentOf(row.id) }))),
  };
}

function sorted(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => lasting(row)).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function lasting(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(rowId, '$1');
  if (Array.isArray(value)) return value.map((each) => lasting(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !passing.test(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, lasting(each)]));
}
