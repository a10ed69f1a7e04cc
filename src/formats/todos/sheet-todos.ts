import { csvSeparator, allCsvRows } from '../../records/tables.ts';
import { statusColumnHeader, statusInCell, findTaskColumns } from '../task-lists/table-tasks.ts';
import { todoistReader, type TodoistRow } from '../task-lists/todoist-sheet.ts';
import { createDueDateReader } from './sheet-due.ts';
import { itemWithinLimits, type TodoItem } from './todo-item.ts';
import { simplified } from '../../values/simplified-chinese.ts';

/** The parts of a table that were not used for any to-do. */
export interface UnusedSheetParts {
  /** The number of rows without a title, and of rows that are cancelled. */
  untitled: number;
  cancelled: number;
  /** The names of sections, which are in no to-do. */
  sections: string[];
  /** Cells that mean nothing in their column; `row` is counted as in a spreadsheet. */
  unread: { row: number; column: string; text: string }[];
  /** The names of unused columns. */
  columns: string[];
}

const headings = {
  due: [
    /^(?:due(?: (?:date|day|by|on|at))?|deadline|do by|截止(?:日期|日|时间)?|到期(?:日期|日|时间)?|期限)$/i,
    /^(?:date|day|when|日期|时间)$/i,
  ],
  done: [statusColumnHeader, /^(?:% complete|completed (?:at|on|time|date)|date completed|完成(?:时间|日期))$/i],
  priority: [/^(?:priority|prio|importance|优先级|优先|重要性|重要程度)$/i],
  tags: [/^(?:tags?|labels?|categor(?:y|ies)|标签|分类|类别)$/i],
};
const notesHeading = /^(?:notes?|comments?|remarks?|details?|description|content|备注|附注|备忘|说明|描述|详情|内容)$/i;

const levels: readonly [TodoItem['priority'], RegExp][] = [
  ['high', /^(?:highest|high|urgent|critical|important|h|a|1|p1|最高|高|紧急|重要)$/i],
  ['normal', /^(?:normal|medium|med|moderate|none|m|b|2|p2|0|中|普通|一般|正常|无)$/i],
  ['low', /^(?:lowest|low|l|c|d|3|4|p3|p4|最低|低)$/i],
];

/** The maximum number of rows above the header, such as the name of the list. */
const mostAbove = 10;

type Columns = Partial<Record<keyof typeof headings, number>> & { title: number; notes: number[] };

interface Row {
  row: number;
  cells: readonly string[];
}

/**
 * True if a file is a table of to-dos: by its extension (CSV, TSV), or because its first line has a column of titles
 * and another known column, such as a due date.
 */
export function isTodoTable(name: string, text: string): boolean {
  if (/\.(?:csv|tsv|tab)$/i.test(name)) return true;
  const [line = ''] = text.split('\n', 1);
  const { due, done, priority, tags } = columnsOf(allCsvRows(line)[0] ?? []) ?? {};
  return [due, done, priority, tags].some((at) => at !== undefined);
}

/**
 * Returns the to-dos of a table with one in each row, and the parts that were left out. Its header may be below a few
 * other rows; a table of one column needs none. Null if no column is known to contain titles.
 */
export function readSheetTodos(
  text: string,
  zone: string,
  now: string,
): { items: TodoItem[]; rest: UnusedSheetParts } | null {
  const rows = allCsvRows(text)
    .map((cells, at): Row => ({ row: at + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const headerIndex = rows
    .slice(0, mostAbove)
    .findIndex(({ cells }, nth) => (nth === 0 || cells.length > 1) && columnsOf(cells) !== null);
  if (headerIndex < 0 && rows.some(({ cells }) => cells.length > 1)) return null;
  const head = rows[headerIndex]?.cells ?? [''];
  const todoist = todoistReader(head);
  if (todoist) return todoistItems(rows.slice(headerIndex + 1), todoist, zone, now);
  const body = rows.slice(headerIndex + 1);
  const columns = columnsOf(head, body) ?? { title: 0, notes: [] };
  const separator = csvSeparator(text);
  const whole = body.map(({ row, cells }) => ({ row, cells: [cells.join(separator)] }));
  return itemsOf(head, columns, head.length === 1 ? whole : body, zone, now);
}

/** Returns the to-dos of an export of Todoist; a comment becomes notes of the to-do that it follows. */
function todoistItems(
  rows: readonly Row[],
  readTodoistRow: (cells: readonly string[]) => TodoistRow,
  zone: string,
  now: string,
): { items: TodoItem[]; rest: UnusedSheetParts } {
  const sections: string[] = [];
  const tasks: { row: number; cells: string[] }[] = [];
  for (const { row, cells } of rows) {
    const { kind, content, description, date, isUrgent } = readTodoistRow(cells);
    const last = tasks.at(-1);
    if (kind === 'section') sections.push(content);
    else if (kind === 'task') tasks.push({ row, cells: [content, description, date, isUrgent ? 'high' : ''] });
    else if (kind === 'note' && last) last.cells[1] = [last.cells[1], content].filter(Boolean).join('\n\n');
  }
  const head = ['CONTENT', 'DESCRIPTION', 'DATE', 'PRIORITY'];
  const columns: Columns = { title: 0, notes: [1], due: 2, priority: 3 };
  const { items, rest } = itemsOf(head, columns, tasks, zone, now);
  return { items, rest: { ...rest, sections } };
}

/** Returns the columns of a header, above these rows, by kind; null if none contains titles. */
function columnsOf(head: readonly string[], rows: readonly Row[] = []): Columns | null {
  const names = head.map((cell) =>
    simplified(cell)
      .trim()
      .replace(/[_\s]+/g, ' '),
  );
  const { what: title } = findTaskColumns(names, (at) => rows.map(({ cells }) => (cells[at] ?? '').trim()));
  if (title === undefined) return null;
  const columns: Columns = { title, notes: [] };
  for (const kind of ['due', 'done', 'priority', 'tags'] as const) {
    const matchingColumns = headings[kind].flatMap((heading) =>
      names.flatMap((name, at) => (heading.test(name) ? [at] : [])),
    );
    const own = matchingColumns.find((at) => at !== title);
    if (own !== undefined) columns[kind] = own;
  }
  columns.notes = names.flatMap((name, at) => (at !== title && notesHeading.test(name) ? [at] : []));
  return columns;
}

function itemsOf(
  head: readonly string[],
  columns: Columns,
  rows: readonly Row[],
  zone: string,
  now: string,
): { items: TodoItem[]; rest: UnusedSheetParts } {
  const { title, notes, ...others } = columns;
  const cellAt = (cells: readonly string[], columnIndex: number | undefined) =>
    columnIndex === undefined ? '' : (cells[columnIndex] ?? '').replace(/\r\n?/g, '\n').trim();
  const readDue = createDueDateReader(
    rows.map(({ cells }) => cellAt(cells, columns.due)),
    zone,
    now,
  );
  const rest: UnusedSheetParts = { untitled: 0, cancelled: 0, sections: [], unread: [], columns: [] };
  const items = rows.flatMap(({ row, cells }): TodoItem[] => {
    const cellText = (kind: keyof typeof others) => cellAt(cells, columns[kind]);
    const valueOrDefault = <T>(kind: keyof typeof others, value: T | null, usual: T): T => {
      const text = cellText(kind);
      if (text === '') return usual;
      if (value === null) rest.unread.push({ row, column: (head[columns[kind] ?? 0] ?? '').trim(), text });
      return value ?? usual;
    };
    const item = itemWithinLimits({
      title: cellAt(cells, title),
      notes: notes
        .map((at) => cellAt(cells, at))
        .filter(Boolean)
        .join('\n\n'),
      due: null,
      priority: 'normal',
      tags: cellText('tags')
        .split(/[,，;；、|\n]/u)
        .map((tag) => tag.trim().replace(/^#+/, ''))
        .filter(Boolean),
      done: false,
    });
    if (!item) rest.untitled += 1;
    else if (statusInCell(cellText('done')) === 'skipped') rest.cancelled += 1;
    if (!item || statusInCell(cellText('done')) === 'skipped') return [];
    const extra = cells.slice(head.length).filter((cell) => cell.trim() !== '');
    if (extra.length > 0) rest.unread.push({ row, column: '', text: extra.join(' ').trim() });
    const level = levels.find(([, words]) => words.test(simplified(cellText('priority'))))?.[0] ?? null;
    return [
      {
        ...item,
        due: valueOrDefault('due', readDue(cellText('due')), null),
        priority: valueOrDefault('priority', level, 'normal'),
        done: valueOrDefault('done', isDone(cellText('done')), false),
      },
    ];
  });
  const usedColumns = new Set([title, ...notes, ...Object.values(others)]);
  rest.columns = head.flatMap((name, at) => {
    const holds = !usedColumns.has(at) && rows.some(({ cells }) => cellAt(cells, at) !== '');
    return holds ? [name.trim() || String(at + 1)] : [];
  });
  return { items, rest };
}

/** True if a cell says that the task is done: by a word or a sign, by 100 %, or by a date. Null if it says neither. */
function isDone(cell: string): boolean | null {
  const share = /^(\d+(?:[.,]\d+)?)\s*%?$/.exec(cell)?.[1];
  if (share !== undefined) return share === '1' || share === '100';
  const status = statusInCell(cell);
  if (status !== null) return status === 'completed';
  return /\b(?:19|20)\d\d/.test(cell) ? true : null;
}
