import { statusOfSign, statusOfWord } from './marked-status.ts';
import type { ReadingOfLines } from './reading-of-lines.ts';
import type { ListedTask } from './task-lists.ts';

const told =
  /^(?:tasks?|steps?|action|to-?do|item|title|name|description|what|activity|任务|步骤|事项|内容|描述|名称|待办|工作|任务名称|工作内容)$/i;
const state = /^(?:status|state|done\??|progress|状态|进度|完成|完成情况|是否完成)$/i;
const nth = /^(?:#|no\.?|nr\.?|id|step|序号|编号)$/i;

/** The tasks of a table whose head names a column of tasks; its other columns are their details. Else none. */
export function tableTasks(lines: readonly number[], reading: ReadingOfLines): ListedTask[] {
  const [first = 0, , ...rows] = lines;
  const head = cellsOf(reading.source[first] ?? '');
  const columns = head.map((_, at) => at);
  const numbered = columns.find(
    (at) => nth.test(head[at] ?? '') && columns.some((other) => other !== at && told.test(head[other] ?? '')),
  );
  const what = columns.filter((at) => told.test(head[at] ?? '') && at !== numbered).at(-1);
  if (what === undefined) return [];
  const status = columns.find((at) => state.test(head[at] ?? ''));
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
      return at === what || at === status || at === numbered || cell === '' ? [] : [`${head[at] ?? ''}: ${cell}`];
    });
    return [{ text, status: meant ?? 'pending', details, wrapped: 0, isPhase: false, children: [], line: line + 1 }];
  });
}

function meantBy(cell: string): ListedTask['status'] | null {
  if (/^(?:yes|y|true|是)$/i.test(cell)) return 'completed';
  if (/^(?:no|n|false|否)$/i.test(cell)) return 'pending';
  const sign = /^\[(.)\]$/u.exec(cell)?.[1] ?? cell.replace(/\s.*$/u, '');
  return statusOfSign(sign) ?? statusOfWord(cell);
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^(?:>\s*)*\|?|\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
