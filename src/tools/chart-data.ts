import type { Json } from '../domain/json.ts';
import { chartNumber } from './chart-number.ts';
import type { ChartInput } from './chart-input.ts';
import { columnsOf } from './columns-of.ts';
import type { ChartRow } from './chart-rows.ts';

export interface ChartSeries {
  name: string;
  /** One for each place along the bottom; null where the table has no number. */
  values: (number | null)[];
}

export interface ChartData {
  /** How the places stand apart: by their order, in time, or by their value. */
  scale: 'order' | 'time' | 'number';
  x: string;
  labels: string[];
  /** Milliseconds or numbers; the order otherwise. */
  places: number[];
  series: ChartSeries[];
  /** Cells that hold something, but no number. */
  skipped: number;
}

const mostRows = 5000;
const mostSeries = 12;
const isoTime = /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** What is to be drawn, or the fault that keeps it from being drawn. */
export function chartData(
  rows: readonly ChartRow[],
  { type, x, y }: Pick<ChartInput, 'type' | 'x' | 'y'>,
): { ok: true; data: ChartData } | { ok: false; fault: string } {
  const refuse = (fault: string) => ({ ok: false as const, fault });
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
  const isNumeric = (column: string) => rows.some((row) => chartNumber(row[column]) !== null);
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
    scale === 'order' ? at : scale === 'time' ? timeOf(label) : (chartNumber(label) ?? 0),
  );
  const order = [...rows.keys()];
  if (scale !== 'order' && type !== 'point') order.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const series = columns.map((name) => ({ name, values: order.map((at) => chartNumber(rows[at]?.[name])) }));
  const skipped = columns.reduce(
    (sum, name) =>
      sum + rows.filter((row) => labelOf(row[name]).trim() !== '' && chartNumber(row[name]) === null).length,
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
  return labels.every((label) => chartNumber(label) !== null) ? 'number' : 'order';
}

/** Times without a zone are drawn as they are written. */
const timeOf = (label: string) =>
  Date.parse(
    /[T ]\d{2}:\d{2}/.test(label) && !/(Z|[+-]\d{2}:?\d{2})$/.test(label) ? `${label.replace(' ', 'T')}Z` : label,
  );

function labelOf(cell: Json | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? cell.trim() : JSON.stringify(cell);
}
