import { parseChineseNumber } from '../../calendar/chinese-number.ts';
import { isRecord } from '../../values/json.ts';
import { oneLineExcerpt } from './limits.ts';
import type { RepairLog } from './repair-log.ts';
import type { JsonPath } from './repair.ts';

/**
 * Replaces the dependencies of steps, in place, by step ids, and notes each change in the repair log. A file may refer
 * to a step by its id, its order number, its position in the list, or its text, tried in that order. A reference that
 * matches no step stays, so that validation reports it; it is removed only from a file of numbered tasks, some of which
 * may have been deleted, or if it is -1 in another tool's file.
 */
export function resolveDependencies(
  steps: readonly unknown[],
  raw: readonly unknown[],
  place: JsonPath,
  mending: RepairLog,
  parent: unknown = null,
): void {
  const ids = new Set(steps.map((step) => (isRecord(step) ? step.id : null)));
  const idByName = new Map<string, unknown>();
  if (mending.shape.foreign) nameSteps(steps, raw, mending, idByName);
  const isName = (text: string) => ids.has(text) || idByName.has(keyOf(text)) || idAtPlace(text) !== undefined;
  /**
   * The id that words such as `第二步` or `step 2` name in a list without order numbers; that of the step at this place
   * if there is no such id, or if it is the step's `own`.
   */
  const idAtPlace = (name: unknown, own?: unknown): unknown => {
    const number = mending.shape.foreign && mending.order === null && typeof name === 'string' ? keyOf(name) : '';
    if (!/^\d+$/.test(number) || number === String(name).trim()) return undefined;
    const step = steps[Number(number) - 1];
    return ids.has(number) && number !== own ? number : isRecord(step) ? step.id : undefined;
  };
  steps.forEach((step, at) => {
    if (!isRecord(step)) return;
    const here = [...place, 'steps', at, 'dependencies'];
    const dependencyList = asList(step.dependencies, here, isName, mending);
    if (!Array.isArray(dependencyList)) return;
    const linked = dependencyList.flatMap((id: unknown, nth): unknown[] => {
      const dependencyName = mending.shape.foreign && isRecord(id) ? (id.task ?? id.id ?? id) : id;
      if (mending.shape.foreign && dependencyName === -1) {
        mending.note('no_dependency', [...here, nth], dependencyName);
        return [];
      }
      const isPartly = dependencyName !== id && isRecord(id) && Object.keys(id).length > 1;
      const isId =
        (typeof dependencyName === 'string' || typeof dependencyName === 'number') && ids.has(String(dependencyName));
      const inside =
        mending.shape.name === 'tasks' && !isId ? dottedId(dependencyName, ids, parent, step.id) : undefined;
      if (inside !== undefined) {
        mending.note(inside === null ? 'no_dependency' : 'linked', [...here, nth], dependencyName, inside ?? undefined);
        return inside === null ? [] : [inside];
      }
      const dependencyId = isId
        ? isPartly
          ? dependencyName
          : null
        : (idByName.get(keyOf(dependencyName)) ?? idAtPlace(dependencyName, step.id));
      if (dependencyId === undefined || dependencyId === null)
        return [idAsText(dependencyName, [...here, nth], mending)];
      mending.note('linked', [...here, nth], isPartly ? id : dependencyName, dependencyId);
      return [dependencyId];
    });
    step.dependencies = mending.shape.name === 'tasks' ? [...new Set(linked)] : linked;
  });
}

/**
 * Resolves a reference such as `16.2` or `9` among numbered tasks of which some were deleted or moved, as by Task
 * Master: returns the sub-step, or the step that contains it; null if it no longer exists. Undefined for other
 * references.
 */
function dottedId(
  dependencyName: unknown,
  ids: ReadonlySet<unknown>,
  parent: unknown,
  own: unknown,
): string | null | undefined {
  const [, outer = '', inner] = /^(\d+)(?:\.(\d+))?$/.exec(String(dependencyName)) ?? [];
  if (outer === '' || ![...ids].every((id) => /^\d+$/.test(String(id)))) return undefined;
  if (inner !== undefined && String(parent) === outer && ids.has(inner) && inner !== own) return inner;
  return inner !== undefined && parent === null && ids.has(outer) && outer !== own ? outer : null;
}

/** Collects other names by which a file may refer to its steps. */
function nameSteps(
  steps: readonly unknown[],
  raw: readonly unknown[],
  mending: RepairLog,
  idByName: Map<string, unknown>,
): void {
  const put = (key: unknown, id: unknown) => {
    const text = keyOf(key);
    if (text !== '' && !idByName.has(text)) idByName.set(text, id);
  };
  const { order } = mending;
  steps.forEach((step, at) => {
    const number = order !== null && isRecord(raw[at]) ? raw[at][order] : undefined;
    if (isRecord(step) && number !== undefined) put(number, step.id);
  });
  const fromZero = steps.some(
    (step) => isRecord(step) && Array.isArray(step.dependencies) && step.dependencies.includes(0),
  );
  if (order === null && raw.every((step) => !isRecord(step) || !('id' in step)))
    steps.forEach((step, at) => {
      if (isRecord(step)) put(fromZero ? at : at + 1, step.id);
    });
  for (const step of steps) if (isRecord(step) && typeof step.description === 'string') put(step.description, step.id);
}

/**
 * Returns a single dependency as a list; a text with commas or semicolons that is not itself the name of a step becomes
 * several, and so does an object that says yes or no for each id. Anything else stays unchanged, and so does a text
 * that is no name in a field that the file itself calls `dependencies`.
 */
function asList(value: unknown, place: JsonPath, isName: (text: string) => boolean, mending: RepairLog): unknown {
  if (isRecord(value) && Object.values(value).every((each) => typeof each === 'boolean')) {
    const ids = Object.keys(value).filter((id) => value[id] === true);
    mending.note('as_list', place, value, oneLineExcerpt(ids));
    return ids;
  }
  if (value === null || Array.isArray(value)) return value;
  const isNamed = typeof value === 'string' && isName(value.trim());
  const single =
    isNamed ||
    (mending.shape.foreign &&
      (typeof value === 'number' || (typeof value === 'string' && !mending.spell(place).endsWith('dependencies'))));
  if (!single) return value;
  const list = typeof value === 'string' ? namesIn(value, [/[,，;]/, /[；、]/], isName) : [value];
  mending.note('as_list', place, value, oneLineExcerpt(list));
  return list;
}

/**
 * Returns the parts of a text between the first separators; a part that names no step is split at the next ones, and
 * lastly at the word for “and” if that gives nothing but names.
 */
function namesIn(
  text: string,
  [separators, ...others]: readonly RegExp[],
  isName: (text: string) => boolean,
): string[] {
  const name = text.trim();
  if (name === '') return [];
  if (isName(name)) return [name];
  if (!separators) {
    const parts = name.split(/\s+and\s+|\s*[和与與]\s*/i);
    return parts.every(isName) ? parts : [name];
  }
  return name.split(separators).flatMap((part) => namesIn(part, others, isName));
}

/** Returns the lookup key of a name: `Step 2`, `#2`, `第二步` and `2` have the same one. */
function keyOf(name: unknown): string {
  const text = typeof name === 'number' || typeof name === 'string' ? String(name).trim() : '';
  const [, numeral] = /^(?:步[骤驟]|第)([一二三四五六七八九十]{1,3})(?:步|[个個]步[骤驟])?$/.exec(text) ?? [];
  if (numeral !== undefined) return String(parseChineseNumber(numeral));
  return /^(?:step|task|步[骤驟]|#|第)?[\s_#-]*(\d+)[步.]?$/i.exec(text)?.[1] ?? text;
}

/** Returns an id as text: numbers are converted and noted. */
export function idAsText(id: unknown, place: JsonPath, mending: RepairLog): unknown {
  if (typeof id !== 'number') return id;
  mending.note('id_as_text', place, id, String(id));
  return String(id);
}
