import * as z from 'zod/mini';
import { isRecord } from '../values/json.ts';

/**
 * The difference between two JSON-like values: a new value, the changed fields of an object, the changed rows of a list
 * whose rows have ids, or the items appended to any other list.
 */
export type Patch =
  | { to: unknown }
  | { in?: Record<string, Patch> | undefined; out?: string[] | undefined }
  | { rows: Record<string, Patch>; order?: string[] | undefined }
  | { more: unknown[] };

const Names = z.array(z.string());
export const Patch: z.ZodMiniType<Patch> = z.lazy(() =>
  z.union([
    z.strictObject({ rows: z.record(z.string(), Patch), order: z.optional(Names) }),
    z.strictObject({ more: z.array(z.unknown()) }),
    z.strictObject({ in: z.optional(z.record(z.string(), Patch)), out: z.optional(Names) }),
    z.strictObject({ to: z.unknown() }),
  ]),
);

type Fields = Record<string, unknown>;
type Row = Fields & { id: string };

/** A field name that zod's schemas drop when reading; if it changed, the patch is the whole value. */
const unpatchableField = '__proto__';

/**
 * Returns the patch from one value to another, or null if nothing changed. Identical objects are not compared further.
 */
export function patchBetween(before: unknown, after: unknown): Patch | null {
  if (Object.is(before, after)) return null;
  if (Array.isArray(before) && Array.isArray(after)) return patchOfList(before, after);
  if (!isRecord(before) || !isRecord(after)) return { to: after };
  const changedFields = Object.keys(after).flatMap((key): [string, Patch][] => {
    if (after[key] === undefined) return [];
    const patch = Object.hasOwn(before, key) ? patchBetween(before[key], after[key]) : { to: after[key] };
    return patch ? [[key, patch]] : [];
  });
  const out = Object.keys(before).filter((key) => before[key] !== undefined && own(after, key) === undefined);
  if (changedFields.length === 0 && out.length === 0) return null;
  if (changedFields.some(([key]) => key === unpatchableField)) return { to: after };
  return {
    ...(changedFields.length > 0 ? { in: Object.fromEntries(changedFields) } : {}),
    ...(out.length > 0 ? { out } : {}),
  };
}

function patchOfList(before: unknown[], after: unknown[]): Patch | null {
  if (isTable(before) && isTable(after) && after.length > 0) return patchOfRows(before, after);
  const isAppendOnly =
    before.length <= after.length && before.every((value, at) => patchBetween(value, after[at]) === null);
  if (!isAppendOnly) return { to: after };
  return before.length === after.length ? null : { more: after.slice(before.length) };
}

function patchOfRows(before: Row[], after: Row[]): Patch | null {
  const rowsById = new Map(before.map((row) => [row.id, row]));
  const changedRows = after.flatMap((row): [string, Patch][] => {
    const old = rowsById.get(row.id);
    const patch = old ? patchBetween(old, row) : { to: row };
    return patch ? [[row.id, patch]] : [];
  });
  const sameOrder = before.length === after.length && before.every(({ id }, at) => id === after[at]?.id);
  if (changedRows.length === 0 && sameOrder) return null;
  if (changedRows.some(([id]) => id === unpatchableField)) return { to: after };
  return { rows: Object.fromEntries(changedRows), ...(sameOrder ? {} : { order: after.map(({ id }) => id) }) };
}

/** Applies a patch to the value that it was made from; unchanged parts are shared. */
export function applyPatch(value: unknown, patch: Patch): unknown {
  if ('to' in patch) return patch.to;
  if ('more' in patch) return [...(Array.isArray(value) ? (value as unknown[]) : []), ...patch.more];
  if ('rows' in patch) return patchedRows(Array.isArray(value) && isTable(value) ? value : [], patch);
  const fields = isRecord(value) ? value : {};
  const keptFields = Object.entries(fields).filter(([key]) => !patch.out?.includes(key));
  const changedFields = Object.entries(patch.in ?? {}).map(
    ([key, part]) => [key, applyPatch(own(fields, key), part)] as const,
  );
  return Object.fromEntries([...keptFields, ...changedFields]);
}

function patchedRows(rows: Row[], patch: Extract<Patch, { rows: unknown }>): unknown[] {
  const rowsById = new Map<string, unknown>(rows.map((row) => [row.id, row]));
  for (const [id, part] of Object.entries(patch.rows)) rowsById.set(id, applyPatch(rowsById.get(id), part));
  const order = patch.order ?? rows.map(({ id }) => id);
  return order.filter((id) => rowsById.has(id)).map((id) => rowsById.get(id));
}

const own = (fields: Fields, key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined);

/** True if a list consists of objects with distinct ids. */
function isTable(list: unknown[]): list is Row[] {
  const ids = new Set(list.map((row) => (isRecord(row) ? own(row, 'id') : undefined)));
  return ids.size === list.length && [...ids].every((id) => typeof id === 'string');
}

/**
 * One state of a session's task, numbered from 1 (`n`): complete, or a patch to the previous state. `base` is the
 * number of the last complete state; `seq` is the last line of the journal at that time, so that any point of the
 * history can be shown.
 */
export const RunHistoryState = z.object({
  session_id: z.string(),
  n: z.int(),
  seq: z.int(),
  base: z.int(),
  change: z.union([z.strictObject({ run: z.unknown() }), z.strictObject({ patch: Patch })]),
});
export type RunHistoryState = z.infer<typeof RunHistoryState>;
