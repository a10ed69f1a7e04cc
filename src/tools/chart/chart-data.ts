import { type Json, isRecord, type JsonObject, parseJson } from '../../values/json.ts';
import { columnNamesOfRows } from '../files/new-file-text.ts';
import { tablesFromMarkdown, readCsv, tableRows } from '../../records/tables.ts';
import * as z from 'zod';
import { columnTimes } from './chart-dates.ts';
import { columnReaders, type DecimalMark, decimalMark } from '../../records/written-numbers.ts';
import type { FailureCause } from '../../task/tool-result.ts';
import { checkFileName } from '../files/file-name-error.ts';

interface ChartSeries {
  name: string;
  /** One value per position along the bottom; null if the table has no number. */
  values: (number | null)[];
}

export interface ChartData {
  /** How the positions are spaced: in order, in time, or by value. */
  scale: 'order' | 'time' | 'number';
  x: string;
  labels: string[];
  /** Milliseconds for `time`, values for `number`, indices for `order`. */
  positions: number[];
  series: ChartSeries[];
  /** The number of cells with something that is no number, or that could be either of two. */
  skipped: number;
  /** Follows the numbers: `%` if all of them are written so. */
  unit: '%' | '';
  /** The decimal mark of the given numbers; null if they do not tell it. */
  mark: DecimalMark | null;
  /** Set if the labels look like dates, and stand in the order of the rows since this one was not read as a date. */
  unreadDate: { label: string; open: boolean } | null;
}

const mostRows = 5000;
const mostSeries = 12;
/** Why no chart was drawn, for the model and for the person. */
export interface ChartError {
  text: string;
  cause: FailureCause;
}

/**
 * A cell such as `1,234` that can be read as two numbers, and the one that is drawn, since no other cell shows its
 * decimal mark.
 */
export interface AmbiguousCell {
  cell: string;
  number: number;
}

/** Returns the data of a chart, or the error that prevents the chart. */
export function chartData(
  rows: readonly ChartRow[],
  { type, x, y, separator = null }: Pick<ChartInput, 'type' | 'x' | 'y'> & { separator?: string | null },
): { ok: true; data: ChartData; open: AmbiguousCell | null } | { ok: false; error: ChartError } {
  const refuse = (text: string, failure: FailureCause['failure'], name: number | string = '') => ({
    ok: false as const,
    error: { text, cause: { failure, name: String(name) } },
  });
  if (rows.length === 0) return refuse('there are no rows to draw', 'chart_rows');
  if (rows.length > mostRows)
    return refuse(
      `there are ${rows.length} rows, and a chart shows ${mostRows} at most: add them up with compute first`,
      'chart_rows',
      rows.length,
    );
  const columns = columnNamesOfRows([...rows]);
  const columnsSentence = `The columns are: ${columns.join(', ')}`;
  const find = (name: string) =>
    columns.find((column) => column === name) ??
    columns.find((column) => column.trim().toLowerCase() === name.trim().toLowerCase());
  const missing = [...(x === undefined ? [] : [x]), ...(y ?? [])].find((name) => find(name) === undefined);
  if (missing !== undefined)
    return refuse(`there is no column “${missing}”. ${columnsSentence}`, 'chart_column', missing);
  const bottom = x === undefined ? columns[0] : find(x);
  if (bottom === undefined) return refuse('the rows have no columns', 'chart_rows');
  const cells = (column: string) => rows.map((row) => row[column]);
  const semicolons = separator === ';';
  const [across] = columnReaders([cells(bottom)], { semicolons });
  const others = columns.filter((column) => column !== bottom);
  const readers = columnReaders(others.map(cells), { semicolons });
  const readerOf = (column: string) => (column === bottom ? across : readers[others.indexOf(column)]);
  const numbersOf = (column: string) => cells(column).map((cell) => readerOf(column)?.numberIn(cell) ?? null);
  const isNumeric = (column: string) => numbersOf(column).some((value) => value !== null);
  const chosenColumns = y
    ? [...new Set(y.map((name) => find(name) ?? name))]
    : columns.filter((column) => column !== bottom && isNumeric(column));
  const empty = chosenColumns.find((column) => !isNumeric(column));
  if (empty !== undefined)
    return refuse(`the column “${empty}” holds no numbers. ${columnsSentence}`, 'chart_numbers', empty);
  if (chosenColumns.length === 0)
    return refuse(`no column beside “${bottom}” holds numbers. ${columnsSentence}`, 'chart_numbers');
  if (chosenColumns.length > mostSeries)
    return refuse(
      `there are ${chosenColumns.length} series, and a chart shows ${mostSeries} at most: choose by “y”`,
      'chart_series',
      chosenColumns.length,
    );
  const series = chosenColumns.map((name) => ({ name, cells: cells(name), values: numbersOf(name) }));
  const [open = null] = chosenColumns.flatMap((name) => {
    const cell = readerOf(name)?.open ?? null;
    const number = readerOf(name)?.numberIn(cell) ?? null;
    return cell === null || number === null ? [] : [{ cell, number }];
  });
  const mark = decimalMark(chosenColumns.map(cells), { commas: separator === ',' });
  const data = { x: bottom, mark, ...laidOut(cells(bottom).map(labelOf), numbersOf(bottom), series, type) };
  return { ok: true, data, open };
}

function laidOut(
  labels: readonly string[],
  numbers: readonly (number | null)[],
  columns: readonly (ChartSeries & { cells: readonly (Json | undefined)[] })[],
  type: ChartInput['type'],
): Omit<ChartData, 'x' | 'mark'> {
  const { times, unread } = columnTimes(labels);
  const isByRow = type === 'bar' || type === 'pie';
  const scale = isByRow ? 'order' : scaleOf(labels, times, numbers);
  const places = labels.map((_, at) => (scale === 'order' ? at : ((scale === 'time' ? times : numbers)[at] ?? 0)));
  const order = [...labels.keys()];
  if (scale !== 'order' && type !== 'point') order.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  return {
    scale,
    labels: order.map((at) => labels[at] ?? ''),
    positions: order.map((at) => places[at] ?? 0),
    series: columns.map(({ name, values }) => ({ name, values: order.map((at) => values[at] ?? null) })),
    skipped: columns.reduce(
      (sum, { cells, values }) => sum + cells.filter((cell, at) => labelOf(cell) !== '' && values[at] === null).length,
      0,
    ),
    unit: columns.every(({ cells, values }) => cells.every((cell, at) => values[at] === null || isPercent(cell)))
      ? '%'
      : '',
    unreadDate: scale === 'order' && !isByRow ? unread : null,
  };
}

const isPercent = (cell: Json | undefined) => typeof cell === 'string' && /[%％]\s*$/.test(cell);

function scaleOf(
  labels: readonly string[],
  times: readonly number[],
  numbers: readonly (number | null)[],
): ChartData['scale'] {
  if (new Set(labels).size < 2) return 'order';
  if (!times.some(Number.isNaN)) return 'time';
  return numbers.every((number) => number !== null) ? 'number' : 'order';
}

function labelOf(cell: Json | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? cell.trim() : JSON.stringify(cell);
}

type ChartRow = Readonly<Record<string, Json>>;
type RowsOfCsv = (csv: string) => Record<string, string>[];

/**
 * Returns rows by column, from the shapes in which models and files give data: a list of objects, lists of cells under
 * a header, one list per column, values by name, or a table as text. Null if no rows are found.
 */
export function chartRows(data: Json, rowsOf: RowsOfCsv = (csv) => readCsv(csv).rows): ChartRow[] | null {
  if (typeof data === 'string') return fromText(data, rowsOf);
  if (Array.isArray(data)) return fromList(data);
  if (typeof data !== 'object' || data === null) return null;
  const fields = Object.entries(data);
  const columns = fields.filter((field): field is [string, Json[]] => Array.isArray(field[1]));
  if (columns.length === 1 && columns[0] && typeof columns[0][1][0] === 'object') return fromList(columns[0][1]);
  if (columns.length === fields.length && fields.length > 0) {
    const longest = columns.reduce((most, [, cells]) => Math.max(most, cells.length), 0);
    return Array.from({ length: longest }, (_, at) =>
      Object.fromEntries(columns.map(([name, cells]) => [name, cells[at] ?? null])),
    );
  }
  return fields.every(([, value]) => typeof value === 'number')
    ? fields.map(([name, value]) => ({ name, value }))
    : null;
}

function fromList(list: Json[]): ChartRow[] | null {
  const [first] = list;
  if (list.every((row): row is JsonObject => isRecord(row))) return list;
  if (list.every((row) => Array.isArray(row)) && Array.isArray(first)) {
    const head = first.map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)));
    return list
      .slice(1)
      .map((row) => Object.fromEntries(head.map((name, at) => [name, Array.isArray(row) ? (row[at] ?? null) : null])));
  }
  return list.every((value) => typeof value === 'number') ? list.map((value, at) => ({ name: at + 1, value })) : null;
}

function fromText(text: string, rowsOf: RowsOfCsv): ChartRow[] | null {
  const value = parseJson(text);
  if (value !== undefined) return typeof value === 'string' ? null : chartRows(value);
  const [table] = tablesFromMarkdown(text);
  const rows = table ? tableRows(table) : rowsOf(text);
  return rows.length > 0 && Object.keys(rows[0] ?? {}).length > 1 ? rows : null;
}

const withSvgExtension = (name: string) => {
  const plain = name.normalize('NFC').replace(/^(\.\/)+/, '');
  return /\.\w+$/.test(plain) ? plain : `${plain}.svg`;
};

export const chartInput = z
  .object({
    type: z.enum(['line', 'bar', 'area', 'point', 'pie']),
    rows: z.custom<Json>().optional().meta({ type: 'string', description: 'JSON list of row objects' }),
    file: z.string().optional().describe('CSV or JSON file'),
    x: z.string().optional().describe('column along the bottom'),
    y: z.array(z.string()).optional().describe('columns of numbers; else all'),
    title: z.string().max(200, 'must be 200 characters at most').optional(),
    stacked: z.boolean().optional(),
    name: z.string().overwrite(withSvgExtension).optional(),
  })
  .superRefine(({ rows, file, name }, context) => {
    const wrong = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
    if (rows === undefined && !file) wrong('it needs the “rows”, or the “file” that holds them', 'rows');
    if (name && checkFileName(name, context) && !/\.svg$/i.test(name))
      wrong(`the name “${name}” must end in .svg; the person can save it as PNG`, 'name');
  });
export type ChartInput = z.output<typeof chartInput>;
