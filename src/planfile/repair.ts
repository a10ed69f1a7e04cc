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
