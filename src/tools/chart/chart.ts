import type { Result } from '../../values/result.ts';
import { parseFileData } from '../../records/parse-file-data.ts';
import type { Json } from '../../values/json.ts';
import { csvSeparator, readCsv } from '../../records/tables.ts';
import { safeFileName, unusedFileName } from '../../records/file-name.ts';
import type { SessionFile } from '../../records/session-file.ts';
import { toolError, type ToolResult } from '../../task/tool-result.ts';
import type { LocalToolContext } from '../../ports/toolbox.ts';
import {
  chartData,
  type ChartData,
  type ChartError,
  chartInput,
  type ChartInput,
  chartRows,
  type AmbiguousCell,
} from './chart-data.ts';
import { pieSlices } from './chart-pie.ts';
import { chartSvg, pieSvg } from './chart-svg.ts';
import { fileWithRows, findFile, missingFileResult } from '../files/find-file.ts';
import { unrestrictedAccess, type Tool } from '../tool.ts';
import { saveText } from '../files/save-text.ts';

/** Draws a chart from rows and saves it as a file of the session, shown in the conversation. */
export const chartTool: Tool<typeof chartInput> = {
  name: 'chart',
  description: 'Draw a chart from rows or a file; it is kept as an SVG file.',
  input: chartInput,
  verbatim: ['rows'],
  place: 'local',
  reads: () => false,
  access: () => unrestrictedAccess,
  run: async (input, context) => {
    const remarks: string[] = [];
    const rowsOf = (csv: string) => {
      const table = readCsv(csv);
      remarks.push(...table.remarks);
      return table.rows;
    };
    const rowsResult = await givenRows(input, context, rowsOf);
    if (!rowsResult.ok) return rowsResult.result;
    const rows = chartRows(rowsResult.data, rowsOf);
    const where = input.file ? `“${input.file}”` : '“rows”';
    if (!rows)
      return error({
        text: `in ${where} no rows can be seen; give a list of objects such as [{"year": 2024, "sales": 12}]`,
        cause: { failure: 'chart_rows', name: '' },
      });
    const separator = rowsResult.text === '' ? null : csvSeparator(rowsResult.text);
    const chartDataResult = chartData(rows, { ...input, separator });
    if (!chartDataResult.ok) return error(chartDataResult.error);
    const { skipped, unreadDate } = chartDataResult.data;
    const title = input.title ?? '';
    const description = descriptionOf(input, chartDataResult.data);
    const { left, unread } = notes[context.language];
    const note = [...(skipped > 0 ? [left(skipped)] : []), ...(unreadDate ? [unread] : [])].join(' ');
    const svgResult = drawing(input, chartDataResult.data, { title, description, note });
    if (!svgResult.ok) return error(svgResult.error);
    const name = input.name ?? nameOf(title, (await context.stores.files.all()).filter(isHeld), context.caller);
    const saveResult = await saveText(name, svgResult.value, context, 'replaced', { drawn_by: context.caller });
    if (!saveResult.ok) return saveResult;
    const remarked = [
      description,
      ...(skipped > 0 ? [notes.en.left(skipped)] : []),
      ...(chartDataResult.open ? [readAs(chartDataResult.open)] : []),
      ...(unreadDate ? [unreadText(chartDataResult.data.x, unreadDate)] : []),
      ...(input.type === 'point' ? [] : repeatedText(chartDataResult.data)),
      ...remarks,
    ];
    return {
      ...saveResult,
      text: `${saveResult.text} ${remarked.join(' ')} The person sees it in the conversation and in the files.`,
      output: { ...(saveResult.output as Record<string, Json>), title: title || description },
      foreign: true,
    };
  },
};

/** Says on the chart how many cells are not drawn, and that its dates are not in time. */
const notes = {
  en: {
    left: (count: number) =>
      `${count === 1 ? 'One cell without a clear number was' : `${count} cells without a clear number were`} left out.`,
    unread: 'The dates could not be read; they stand in the order of the rows.',
  },
  zh: {
    left: (count: number) => `有 ${count} 个单元格没有明确的数字，未画出。`,
    unread: '日期无法识别，按数据行的顺序排列。',
  },
};

const unreadText = (x: string, { label, open }: NonNullable<ChartData['unreadDate']>) =>
  `“${x}” was not read as dates, since “${label}” ${open ? 'can be read in two ways' : 'is none'}, so they stand in the order of the rows; if they should stand in time, draw it again with dates such as 2026-02-01.`;

function repeatedText({ x, labels }: ChartData): string[] {
  const kinds = new Set(labels).size;
  if (kinds === labels.length) return [];
  return [
    `“${x}” has only ${kinds === 1 ? 'one value' : `${kinds} different values`} in ${labels.length} rows, and each row is drawn by itself; if each value should be drawn once, add the rows up with compute and draw it again.`,
  ];
}

const readAs = ({ cell, number }: AmbiguousCell) =>
  `“${cell}” was read as ${number}; if that is wrong, give “rows” with plain JSON numbers.`;

const error = ({ text, cause }: ChartError) => toolError('invalid_input', `No chart was drawn: ${text}.`, { cause });

async function givenRows(
  { rows, file: wanted = '' }: ChartInput,
  { stores }: LocalToolContext,
  rowsOf: (csv: string) => Json,
): Promise<{ ok: true; data: Json; text: string } | { ok: false; result: ToolResult }> {
  if (rows !== undefined) return { ok: true, data: rows, text: typeof rows === 'string' ? rows : '' };
  const files = await stores.files.all();
  const requestedFile = findFile(files, wanted);
  if (!requestedFile) return { ok: false, result: missingFileResult(files, wanted) };
  const file = fileWithRows(files, requestedFile);
  return file.ok
    ? { ok: true, data: parseFileData(file.value, rowsOf), text: file.value.content }
    : { ok: false, result: file.error };
}

function drawing(
  { type, stacked = false }: ChartInput,
  data: ChartData,
  words: { title: string; description: string; note: string },
): Result<string, ChartError> {
  if (type !== 'pie')
    return { ok: true, value: chartSvg(data, type, stacked && type !== 'line' && type !== 'point', words) };
  const slicesResult = pieSlices(data);
  return slicesResult.ok ? { ok: true, value: pieSvg(slicesResult.value, data.mark, words) } : slicesResult;
}

const isHeld = ({ kind }: SessionFile) => kind === 'file';

/**
 * Returns the name for a chart without one, from its title, fit for a Markdown link. Only an earlier chart has this
 * name already, and if there is no title, only one of an earlier task or of this step.
 */
function nameOf(title: string, files: readonly SessionFile[], { run, step }: LocalToolContext['caller']): string {
  const stem =
    title === ''
      ? 'chart'
      : safeFileName(title.normalize('NFC'))
          .replace(/[\s,()[\]#%]+/g, '-')
          .replace(/^-(?=.)|(?<=.)-+$/g, '');
  const isReplaced = ({ name, drawn_by: by }: SessionFile) =>
    by !== undefined && name.startsWith(stem) && (title !== '' || by.run !== run || by.step === step);
  return unusedFileName(
    `${stem}.svg`,
    files.filter((file) => !isReplaced(file)).map(({ name }) => name),
  );
}

const kinds = { line: 'Line chart', bar: 'Bar chart', area: 'Area chart', point: 'Point chart', pie: 'Pie chart' };

function descriptionOf({ type }: ChartInput, { x, labels, series }: ChartData): string {
  const names = series.map(({ name }) => name).join(', ');
  const span = labels.length > 1 ? `, from ${labels[0] ?? ''} to ${labels.at(-1) ?? ''}` : '';
  return `${kinds[type]} of ${names} by ${x}: ${labels.length === 1 ? '1 place' : `${labels.length} places`}${span}.`;
}
