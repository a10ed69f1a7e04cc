import type { LineNote } from '../task-lists/task-lists.ts';

/** A value that was read differently from how it was written, for the person to check before accepting the import. */
export interface Repair {
  code:
    | 'bom'
    | 'code_fence'
    | 'comment'
    | 'trailing_comma'
    | 'syntax'
    | 'digits'
    | 'flattened'
    | 'unsafe_key'
    | 'unknown_field'
    | 'misspelt_field'
    | 'archived'
    | 'version'
    | 'missing_goal'
    | 'id_as_text'
    | 'status'
    | 'missing_status'
    | 'missing_id'
    | 'time'
    | 'text_step'
    | 'result_as_text'
    | 'blank_field'
    | 'sorted'
    | 'linked'
    | 'no_dependency'
    | 'as_list'
    | 'by_id'
    | 'by_number'
    | 'implied'
    | 'duplicate_key'
    | 'bare_lines'
    | 'encoding'
    | 'lost_letter'
    | Exclude<LineNote['code'], 'unknown_sign'>;
  /**
   * The place of the repair, in the field names that the file itself uses; for a repair of the text itself, the number
   * of the line.
   */
  path: string;
  /** The old and the new value, shortened for display; empty for nothing. */
  from: string;
  to: string;
}

/** A place in parsed JSON: keys and indexes from the root. */
export type JsonPath = readonly (string | number)[];

/** Returns a place as a path, such as `steps[3].status` or `parameters["a b"]`. */
export function formatJsonPath(place: JsonPath): string {
  return place.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

/**
 * Returns the keys and indexes of a path such as `steps[3].dependencies[0]`, as `planErrors` reports it; a key of
 * digits only becomes an index.
 */
export function parseFieldPath(path: string): JsonPath {
  return path
    .split(/[.[\]]+/)
    .filter((key) => key !== '')
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}
