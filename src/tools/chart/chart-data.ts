import { type Json, isRecord, type JsonObject, parseJson } from '../../values/json.ts';
import { columnsOf } from '../files/new-file-text.ts';
import { csvRows, markdownTables, tableRows } from '../../records/tables.ts';
import * as z from 'zod';
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
  places: number[];
  series: ChartSeries[];
  /** The number of cells with something other than a number. */
  skipped: number;
}

const mostRows = 5000;
const mostSeries = 12;
const isoTime = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** Returns the data of a chart, or the error that prevents the chart. */
export function chartData(
  rows: readonly ChartRow[],
  { type, x, y }: Pick<ChartInput, 'type' | 'x' | 'y'>,
): { ok: true; data: ChartData } | { ok: false; error: string } {
  const refuse = (error: string) => ({ ok: false as const, error });
  if (rows.length === 0) return refuse('there are no rows to draw');
  if (rows.length > mostRows) return refuse(`there are ${rows.length} rows, and a chart shows ${mostRows} at most`);
  const columns = columnsOf([...rows]);
  const known = `The columns are: ${columns.join(', ')}`;
  const find = (name: string) =>
    columns.find((column) => column === name) ??
    columns.find((column) => column.trim().toLowerCase() === name.trim().toLowerCase());
  const missing = [...(x === undefined ? [] : [x]), ...(y ?? [])].find((name) => find(name) === undefined);
  if (missing !== undefined) return refuse(`there is no column “${missing}”. ${known}`);
  const bottom = x === undefined ? columns[0] : find(x);
  if (bottom === undefined) return refuse('the rows have no columns');
  const isNumeric = (column: string) => rows.some((row) => parseChartNumber(row[column]) !== null);
  const chosen = y
    ? [...new Set(y.map((name) => find(name) ?? name))]
    : columns.filter((column) => column !== bottom && isNumeric(column));
  const empty = chosen.find((column) => !isNumeric(column));
  if (empty !== undefined) return refuse(`the column “${empty}” holds no numbers. ${known}`);
  if (chosen.length === 0) return refuse(`no column beside “${bottom}” holds numbers. ${known}`);
  if (chosen.length > mostSeries)
    return refuse(`there are ${chosen.length} series, and a chart shows ${mostSeries} at most: choose by “y”`);
  return { ok: true, data: laidOut(rows, bottom, chosen, type) };
}

function laidOut(
  rows: readonly ChartRow[],
  x: string,
  columns: readonly string[],
  type: ChartInput['type'],
): ChartData {
  const labels = rows.map((row) => labelOf(row[x]));
  const scale = type === 'bar' || type === 'pie' ? 'order' : scaleOf(labels);
  const places = labels.map((label, at) =>
    scale === 'order' ? at : scale === 'time' ? timeOf(label) : (parseChartNumber(label) ?? 0),
  );
  const order = [...rows.keys()];
  if (scale !== 'order' && type !== 'point') order.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const series = columns.map((name) => ({ name, values: order.map((at) => parseChartNumber(rows[at]?.[name])) }));
  const skipped = columns.reduce(
    (sum, name) =>
      sum + rows.filter((row) => labelOf(row[name]).trim() !== '' && parseChartNumber(row[name]) === null).length,
    0,
  );
  return {
    scale,
    x,
    labels: order.map((at) => labels[at] ?? ''),
    places: order.map((at) => places[at] ?? 0),
    series,
    skipped,
  };
}

function scaleOf(labels: readonly string[]): ChartData['scale'] {
  if (new Set(labels).size < 2) return 'order';
  if (labels.every((label) => isoTime.test(label) && !Number.isNaN(timeOf(label)))) return 'time';
  return labels.every((label) => parseChartNumber(label) !== null) ? 'number' : 'order';
}

/** Returns a time in milliseconds. Times without a zone are read as UTC, so that the axis shows them as written. */
const timeOf = (label: string) =>
  Date.parse(
    /[T ]\d{2}:\d{2}/.test(label) && !/(Z|[+-]\d{2}:?\d{2})$/.test(label) ? `${label.replace(' ', 'T')}Z` : label,
  );

function labelOf(cell: Json | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? cell.trim() : JSON.stringify(cell);
}

/**
 * Returns the number in a table cell: with thousands separators, a currency or percent sign, or in brackets if
 * negative; null for anything else.
 */
export function parseChartNumber(cell: Json | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== 'string') return null;
  const bare = cell.normalize('NFKC').replace(/[\s\u00a0'’_]|\p{Sc}|%|\b(USD|EUR|CNY|RMB|GBP|JPY)\b/gu, '');
  const negative = /^\(.*\)$/.test(bare) || /^[-−–]/.test(bare);
  const digits = bare.replace(/^\(|\)$/g, '').replace(/^[-−–+]/, '');
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(e[-+]?\d+)?$/i.test(digits) || !/\d/.test(digits)) return null;
  const value = Number(digits.replaceAll(',', ''));
  return Number.isFinite(value) ? (negative ? -value : value) : null;
}

type ChartRow = Readonly<Record<string, Json>>;

/**
 * Returns rows by column, from the shapes in which models and files give data: a list of objects, lists of cells under
 * a header, one list per column, values by name, or a table as text. Null if no rows are found.
 */
export function chartRows(data: Json): ChartRow[] | null {
  if (typeof data === 'string') return fromText(data);
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

function fromText(text: string): ChartRow[] | null {
  const value = parseJson(text);
  if (value !== undefined) return typeof value === 'string' ? null : chartRows(value);
  const [table] = markdownTables(text);
  const rows = tableRows(table ?? csvRows(text));
  return rows.length > 0 && Object.keys(rows[0] ?? {}).length > 1 ? rows : null;
}

const named = (name: string) => {
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
    name: z.string().overwrite(named).optional(),
  })
  .superRefine(({ rows, file, name }, context) => {
    const wrong = (message: string) => context.addIssue({ code: 'custom', message, path: [] });
    if (rows === undefined && !file) wrong('it needs the “rows”, or the “file” that holds them');
    if (name && checkFileName(name, context) && !/\.svg$/i.test(name))
      wrong(`the name “${name}” must end in .svg; the person can save it as PNG`);
  });
export type ChartInput = z.output<typeof chartInput>;
