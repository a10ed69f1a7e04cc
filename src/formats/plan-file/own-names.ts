import { nearestName } from '../../values/nearest-name.ts';
import type { RepairLog } from './repair-log.ts';
import type { JsonPath } from './repair.ts';

/** A plan or step from a file under Cairn's field names, not yet validated. */
export type PlanDraft = Record<string, unknown>;

/** The least letters of a field's name for which a similar one is suggested: of shorter ones too many are similar. */
const shortest = 5;

/**
 * The fields of one object of a file under Cairn's names; fields that a plan does not have are omitted and noted, with
 * the name that was probably meant if the field of that name is absent.
 */
export function renameFields(
  raw: object,
  place: JsonPath,
  fields: readonly string[],
  names: Readonly<Record<string, readonly string[]>>,
  mending: RepairLog,
): PlanDraft {
  const rawFields = new Map<string, unknown>(Object.entries(raw));
  const draft: PlanDraft = {};
  for (const field of fields) {
    const spelt = nameOf(field, names[field] ?? [field], rawFields);
    if (spelt === null) continue;
    draft[field] = rawFields.get(spelt);
    rawFields.delete(spelt);
    if (spelt !== field) mending.spellAs([...place, field], spelt);
  }
  const absent = fields.filter((field) => !(field in draft));
  for (const [key, value] of rawFields) {
    if (mending.ignores(key)) continue;
    const nearFields = absent.flatMap((field) => {
      const near = nearOf(key, names[field] ?? [field]);
      return near === null ? [] : [{ field, near }];
    });
    mending.noteLeftOut(place, key, value, nearFields[0]);
  }
  return draft;
}

/** Returns the name that a key was probably meant to be; null if none is spelt nearly like it. */
function nearOf(key: string, names: readonly string[]): string | null {
  const isAlike = (name: string) => name[0] === key[0]?.toLowerCase() && Math.abs(name.length - key.length) <= 2;
  return key.length < shortest ? null : nearestName(key, names.filter(isAlike));
}

/**
 * Returns the name that a file uses for a field. If a file uses several of the field's names, the first one counts; for
 * `description` and `plan`, the first one whose value has the right type.
 */
function nameOf(field: string, names: readonly string[], rawFields: ReadonlyMap<string, unknown>): string | null {
  const there = names.filter((name) => rawFields.has(name));
  if (field === 'description') return there.find((name) => typeof rawFields.get(name) === 'string') ?? there[0] ?? null;
  if (field !== 'plan') return there[0] ?? null;
  return there.find((name) => name === 'plan' || Array.isArray(rawFields.get(name))) ?? null;
}
