import type { ReadingOfLines } from './reading-of-lines.ts';
import { tableTasks } from './table-tasks.ts';
import type { ListedTask } from './task-lists.ts';

/** A head that speaks of work; one of names and figures alone is of something else. */
const ofWork = /task|to-?do|status|state|done|summary|action|任务|事项|待办|状态|进度|完成/i;

/** The tasks of a text that is a table throughout, its cells parted by tabs, commas or semicolons as spreadsheets do. Else none. */
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

/** The cells of a row; a quoted one may hold the sign that parts them. */
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
