import { textLanguage } from '../../values/text-language.ts';
import { statusOfCheckboxSign, statusOfWord } from './marked-status.ts';
import type { LineUsage } from './reading-of-lines.ts';
import type { ListedTask } from './task-lists.ts';
import { formatDueDateLine, type ImportedTaskWording } from '../imported-task-wording.ts';
import { todoistReader, type TodoistRow } from './todoist-sheet.ts';
import { simplified } from '../../values/simplified-chinese.ts';

/** Headers of the column with the tasks, most reliable first. */
const taskHeaders = [
  /^(?:tasks?|(?:task|to-?do|item) (?:name|title)|to-?dos?|item|action|activity|subject|issue|card name|任务|事项|待办|待办事项|工作|任务名称|任务内容|任务描述|工作内容|步骤内容|步骤名称)$/i,
  /^(?:title|name|名称|标题)$/i,
  /^(?:content|summary|steps?|what|内容|步骤|具体内容|做什么|动作|操作|行动)$/i,
  /^(?:description|描述|说明|步骤说明)$/i,
];
/** Headers of a column with the state of each task. */
export const statusColumnHeader =
  /^(?:status|state|done\??|completed?\??|finished|progress|状态|进度|完成|已完成|完成情况|完成状态|是否完成)$/i;
const nth = /^(?:#|no\.?|nr\.?|id|序号|编号|№)$/i;
/** A cell that only says which step its row is: `2`, `1.1`, `T-4`, `1a`, `Step 3`, `第四步`, `⑤`. */
const ordinal =
  /^(?:(?:step|phase|stage|part|task|no\.?|#|第|步骤|任务|阶段)\s*)?[(（]?(?:[a-z]{0,2}-?[\d０-９]{1,4}(?:\.\d{1,4}){0,5}[a-z]?|[零一二三四五六七八九十百]{1,4}|[①-⑳⑴-⒇⒈-⒛❶-❿➀-➉➊-➓㈠-㈩🔟]|\d\uFE0F?\u20E3)[.)）、．:：]?\s*(?:步|阶段|项|节|号)?$/iu;

/**
 * Returns the column with the tasks, by its header, and the column that only numbers them; undefined for one that there
 * is not. A column with nothing but numbers holds the tasks only if no other may.
 */
export function findTaskColumns(
  head: readonly string[],
  cellsAt: (column: number) => readonly string[],
): { what: number | undefined; numbered: number | undefined } {
  const tasks = taskHeaders.flatMap((names) => head.flatMap((cell, at) => (names.test(simplified(cell)) ? [at] : [])));
  const isNumbers = (columnIndex: number) =>
    cellsAt(columnIndex).every((cell) => cell === '' || ordinal.test(simplified(cell)));
  const counts = new Set(tasks.filter(isNumbers));
  const what = tasks.find((at) => !counts.has(at)) ?? tasks[0];
  const columns = head.map((_, at) => at);
  return {
    what,
    numbered: columns.find((at) => at !== what && (counts.has(at) || nth.test(simplified(head[at] ?? '')))),
  };
}

/** The tasks of a table whose header names a task column; its other columns are details. Empty for other tables. */
export function tableTasks(
  lines: readonly number[],
  reading: LineUsage,
  cellsIn: (row: string) => string[] = cellsOfRow,
  rowAt: (line: number) => string = (line) => reading.source[line] ?? '',
): ListedTask[] {
  const [first = 0, , ...rows] = lines;
  const cellsOf = (line: number) => cellsIn(rowAt(line));
  const head = cellsOf(first);
  const columns = head.map((_, at) => at);
  const cellsAt = (columnIndex: number) => rows.map((line) => cellsOf(line)[columnIndex] ?? '');
  const { what, numbered } = findTaskColumns(head, cellsAt);
  if (what === undefined) return [];
  const isBoxes = (columnIndex: number) => cellsAt(columnIndex).every((cell) => /^\[.\]$/u.test(cell));
  const status =
    columns.find((at) => statusColumnHeader.test(simplified(head[at] ?? ''))) ??
    columns.find((at) => head[at] === '' && isBoxes(at));
  reading.claim('detail', first);
  return rows.flatMap((line): ListedTask[] => {
    const cells = cellsOf(line);
    const text = (cells[what] ?? '').replace(/\s*\n\s*/g, ' ');
    if (text === '') return [];
    const statusText = status === undefined ? '' : (cells[status] ?? '');
    const cellStatus = statusInCell(statusText);
    if (statusText !== '')
      reading.note(cellStatus ? 'sign' : 'unknown_sign', line, statusText, cellStatus ?? 'pending');
    reading.claim('step', line);
    const details = columns.flatMap((columnIndex) => {
      const cell = cells[columnIndex] ?? '';
      return columnIndex === what || columnIndex === status || columnIndex === numbered || cell === ''
        ? []
        : [cellWithHeader(head[columnIndex] ?? '', cell)];
    });
    details.push(...cells.slice(head.length).filter((cell) => cell !== ''));
    return [
      { text, status: cellStatus ?? 'pending', details, wrapped: 0, isPhase: false, children: [], line: line + 1 },
    ];
  });
}

/** Returns a cell after the header of its column, with the colon of the header's language. */
const cellWithHeader = (header: string, cell: string): string =>
  header === '' ? cell : `${header}${textLanguage(header) === 'zh' ? '：' : ': '}${cell}`;

/** Returns the status that a cell of a state column means; null for any other text. */
export function statusInCell(cell: string): ListedTask['status'] | null {
  if (/^(?:yes|y|true|是)$/i.test(cell)) return 'completed';
  if (/^(?:no|n|false|否)$/i.test(cell)) return 'pending';
  const sign = /^\[(.)\]$/u.exec(cell)?.[1] ?? cell.replace(/\s.*$/u, '');
  return statusOfCheckboxSign(sign) ?? statusOfWord(cell);
}

function cellsOfRow(row: string): string[] {
  return row
    .trim()
    .replace(/^(?:>\s*)*\|?|\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Words in the header of a table of tasks; a table with only names and figures is about something else. */
const ofWork =
  /task|to-?do|status|state|done|summary|action|deadline|任务|事项|待办|状态|进度|完成|步骤|内容|截止|负责人|(?:^|[\t;,])"?step"?(?:[\t;,]|$)/i;

/**
 * Returns the tasks of a text that is entirely a table, with cells separated by tabs, commas or semicolons as in
 * spreadsheets; a quoted cell may contain line breaks, and a first line such as `sep=;` names the separator. Otherwise
 * empty.
 */
export function sheetTasks(reading: LineUsage, wording?: ImportedTaskWording): ListedTask[] {
  const { source } = reading;
  const filledLines = source.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  const statedSeparator = /^\ufeff?\s*"?sep=(.)"?\s*$/i.exec(source[filledLines[0] ?? 0] ?? '')?.[1];
  const start = filledLines[statedSeparator === undefined ? 0 : 1] ?? 0;
  const head = source[start] ?? '';
  const between = statedSeparator ?? ['\t', ';', ','].find((sign) => head.includes(sign));
  if (between === undefined || !(ofWork.test(simplified(head)) || todoistReader(cells(head, between)))) return [];
  const rows = wholeRows(source, start, between);
  const [first, ...rest] = rows;
  if (!first || rest.length === 0) return [];
  const texts = new Map(rows.map(({ line, text }) => [line, text]));
  const width = cells(first.text, between).length;
  const todoist = todoistReader(cells(first.text, between));
  const isRow = ({ text, whole }: SheetRow) => {
    const own = cells(text, between).length;
    return whole && (own === width || ((between === '\t' || todoist !== null) && own < width));
  };
  if (!rest.every(isRow)) return [];
  const lines = [first.line, first.line, ...rest.map(({ line }) => line)];
  const tasks = todoist
    ? todoistTasks(
        first.line,
        rest.map(({ line, text }) => ({ line, row: todoist(cells(text, between)) })),
        reading,
        wording,
      )
    : tableTasks(
        lines,
        reading,
        (row) => cells(row, between),
        (line) => texts.get(line) ?? '',
      );
  if (tasks.length === 0) return [];
  if (statedSeparator !== undefined) reading.claim('detail', filledLines[0] ?? 0);
  for (const { line, until } of rows)
    for (let at = line + 1; at <= until; at += 1) if (source[at]?.trim() !== '') reading.claim('detail', at);
  return tasks;
}

/** Returns the tasks of an export of Todoist, each below the one that it is indented under; sections are left out. */
function todoistTasks(
  head: number,
  rows: readonly { line: number; row: TodoistRow }[],
  reading: LineUsage,
  wording: ImportedTaskWording | undefined,
): ListedTask[] {
  const top: ListedTask[] = [];
  let open: { indent: number; task: ListedTask }[] = [];
  reading.claim('detail', head);
  for (const { line, row } of rows) {
    const { kind, indent, description, date } = row;
    const text = row.content.replace(/\s*\n\s*/g, ' ');
    const last = open.at(-1)?.task;
    if (kind === 'section' || kind === 'other') {
      reading.leaveOutAs(kind === 'section' ? 'heading' : 'matter', line, text);
      if (kind === 'section') open = [];
    } else if (kind === 'task' && text !== '') {
      const details = [...description.split('\n'), formatDueDateLine(date, true, wording)].filter(
        (each) => each !== '',
      );
      const task: ListedTask = {
        ...{ text, status: 'pending', details, wrapped: 0, isPhase: false, children: [], line: line + 1 },
      };
      open = open.filter((each) => each.indent < indent);
      (open.at(-1)?.task.children ?? top).push(task);
      open.push({ indent, task });
      reading.claim('step', line);
    } else {
      if (kind === 'note' && last) last.details.push(...row.content.split('\n'));
      if (kind === 'blank' || last) reading.claim('detail', line);
    }
  }
  return top;
}

/** A row of a sheet: its first and last line; not `whole` if a quoted cell does not end. */
interface SheetRow {
  line: number;
  until: number;
  text: string;
  whole: boolean;
}

function wholeRows(source: readonly string[], start: number, between: string): SheetRow[] {
  const rows: SheetRow[] = [];
  const quotes = (line: string) => (between === '\t' ? 0 : (line.match(/"/g)?.length ?? 0)) % 2;
  for (let line = start; line < source.length; line += 1) {
    const pieces = [source[line] ?? ''];
    if (pieces[0]?.trim() === '') continue;
    let open = quotes(pieces[0] ?? '') === 1;
    let until = line;
    while (open && until + 1 < source.length) {
      until += 1;
      pieces.push(source[until] ?? '');
      if (quotes(source[until] ?? '') === 1) open = false;
    }
    rows.push({ line, until, text: pieces.join('\n'), whole: !open });
    line = until;
  }
  return rows;
}

/** Returns the cells of a row; a quoted one may contain the separator. */
function cells(row: string, between: string): string[] {
  if (between === '\t' || !row.includes('"')) return row.split(between).map((cell) => cell.trim());
  const rowCells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const char of row) {
    if (char === '"' && (isQuoted || cell.trim() === '' || cell.endsWith('"'))) {
      isQuoted = !isQuoted;
      cell += char;
    } else if (char === between && !isQuoted) {
      rowCells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...rowCells, cell].map((each) =>
    each
      .trim()
      .replace(/^"(.*)"$/su, '$1')
      .replaceAll('""', '"'),
  );
}
