import { statusOfSign, statusOfWord } from './marked-status.ts';
import type { ReadingOfLines } from './reading-of-lines.ts';
import type { ListedTask } from './task-lists.ts';

/** Headers of the column that holds the tasks, most reliable first. */
const told = [
  /^(?:tasks?|(?:task|to-?do|item) (?:name|title)|to-?do|item|content|action|activity|summary|subject|issue|card name|任务|事项|内容|待办|工作|任务名称|工作内容)$/i,
  /^(?:title|name|名称|标题)$/i,
  /^(?:steps?|what|步骤)$/i,
  /^(?:description|描述)$/i,
];
const state = /^(?:status|state|done\??|progress|状态|进度|完成|完成情况|是否完成)$/i;
const nth = /^(?:#|no\.?|nr\.?|id|step|序号|编号)$/i;

/** The tasks of a table whose header names a task column; its other columns are details. Empty for other tables. */
export function tableTasks(
  lines: readonly number[],
  reading: ReadingOfLines,
  cellsOf: (row: string) => string[] = cellsOfRow,
): ListedTask[] {
  const [first = 0, , ...rows] = lines;
  const head = cellsOf(reading.source[first] ?? '');
  const columns = head.map((_, at) => at);
  const isTold = (at: number) => told.some((names) => names.test(head[at] ?? ''));
  const numbered = columns.find(
    (at) => nth.test(head[at] ?? '') && columns.some((other) => other !== at && isTold(other)),
  );
  const [what] = told.flatMap((names) => columns.filter((at) => names.test(head[at] ?? '') && at !== numbered));
  if (what === undefined) return [];
  const cellsAt = (at: number) => rows.map((line) => cellsOf(reading.source[line] ?? '')[at] ?? '');
  const isBoxes = (at: number) => cellsAt(at).every((cell) => /^\[.\]$/u.test(cell));
  const status =
    columns.find((at) => state.test(head[at] ?? '')) ?? columns.find((at) => head[at] === '' && isBoxes(at));
  reading.claim('detail', first);
  return rows.flatMap((line): ListedTask[] => {
    const cells = cellsOf(reading.source[line] ?? '');
    const text = cells[what] ?? '';
    if (text === '') return [];
    const said = status === undefined ? '' : (cells[status] ?? '');
    const meant = meantBy(said);
    if (said !== '') reading.note(meant ? 'sign' : 'unknown_sign', line, said, meant ?? 'pending');
    reading.claim('step', line);
    const details = columns.flatMap((at) => {
      const cell = cells[at] ?? '';
      return at === what || at === status || at === numbered || cell === ''
        ? []
        : [[head[at] ?? '', cell].filter(Boolean).join(': ')];
    });
    details.push(...cells.slice(head.length).filter((cell) => cell !== ''));
    return [{ text, status: meant ?? 'pending', details, wrapped: 0, isPhase: false, children: [], line: line + 1 }];
  });
}

function meantBy(cell: string): ListedTask['status'] | null {
  if (/^(?:yes|y|true|是)$/i.test(cell)) return 'completed';
  if (/^(?:no|n|false|否)$/i.test(cell)) return 'pending';
  const sign = /^\[(.)\]$/u.exec(cell)?.[1] ?? cell.replace(/\s.*$/u, '');
  return statusOfSign(sign) ?? statusOfWord(cell);
}

function cellsOfRow(row: string): string[] {
  return row
    .trim()
    .replace(/^(?:>\s*)*\|?|\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** A header about work; a table with only names and figures is about something else. */
const ofWork = /task|to-?do|status|state|done|summary|action|任务|事项|待办|状态|进度|完成/i;

/**
 * The tasks of a text that is entirely a table, with cells separated by tabs, commas or semicolons as in spreadsheets.
 * Otherwise empty.
 */
export function sheetTasks(reading: ReadingOfLines): ListedTask[] {
  const { source } = reading;
  const lines = source.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  const [first = 0, ...rows] = lines;
  const head = source[first] ?? '';
  const between = ['\t', ';', ','].find((sign) => head.includes(sign));
  if (between === undefined || rows.length === 0 || !(ofWork.test(head) || /(?:^|,)TYPE,CONTENT,/.test(head)))
    return [];
  const cellsOf = (row: string) => cells(row, between);
  const width = cellsOf(head).length;
  const isRow = (at: number) => {
    const row = source[at] ?? '';
    const own = cellsOf(row).length;
    const isWhole = between === '\t' || (row.match(/"/g)?.length ?? 0) % 2 === 0;
    return isWhole && (own === width || (between === '\t' && own < width));
  };
  return rows.every(isRow) ? tableTasks([first, first, ...rows], reading, cellsOf) : [];
}

/** The cells of a row; a quoted one may hold the separator. */
function cells(row: string, between: string): string[] {
  if (between === '\t' || !row.includes('"')) return row.split(between).map((cell) => cell.trim());
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  for (const char of row) {
    if (char === '"' && (quoted || cell.trim() === '' || cell.endsWith('"'))) {
      quoted = !quoted;
      cell += char;
    } else if (char === between && !quoted) {
      found.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...found, cell].map((each) =>
    each
      .trim()
      .replace(/^"(.*)"$/su, '$1')
      .replaceAll('""', '"'),
  );
}
