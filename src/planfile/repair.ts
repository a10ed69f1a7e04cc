import type { LineNote } from '../task-lists/task-lists.ts';

/** One thing that was read otherwise than it was written (R2.5), for the person to see before the import is accepted. */
export interface Repair {
  code:
    | 'bom'
    | 'code_fence'
    | 'comment'
    | 'trailing_comma'
    | 'syntax'
    | 'flattened'
    | 'unsafe_key'
    | 'unknown_field'
    | 'version'
    | 'missing_goal'
    | 'missing_id'
    | 'id_as_text'
    | 'missing_status'
    | 'status'
    | 'time'
    | 'text_step'
    | 'result_as_text'
    | 'blank_field'
    | 'sorted'
    | 'linked'
    | 'no_dependency'
    | 'as_list'
    | 'duplicate_key'
    | 'encoding'
    | 'lost_letter'
    | Exclude<LineNote['code'], 'unknown_sign'>;
  /** A place in the file's own names; the number of a line for repairs of the text itself. */
  path: string;
  /** What stood there and what it became, shortened for display; empty for nothing. */
  from: string;
  to: string;
}

/** Where something stands in parsed JSON: keys and indexes from the root. */
export type Place = readonly (string | number)[];

/** A place as people write it, such as `steps[3].status` or `parameters["a b"]`. */
export function pathText(place: Place): string {
  return place.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

/** A dotted path of `planFaults`, taken apart. */
export function placeOf(path: string): Place {
  return path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}
