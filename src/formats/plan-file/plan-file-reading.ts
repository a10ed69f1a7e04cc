import type { Plan } from '../../plan/plan.ts';
import type { LineUse } from '../task-lists/task-lists.ts';
import type { PlanFileError } from './plan-file-error.ts';
import type { PlanShapeName } from './plan-shape.ts';
import type { Repair } from './repair.ts';

/** A plan read from a file, with the repairs that were made. */
export interface PlanReadFromFile {
  ok: true;
  plan: Plan;
  shape: PlanShapeName;
  repairs: Repair[];
  /** How each line was used, if the file is text rather than data. */
  lines?: LineUse[];
  /** Why further plans of the same file could not be read. */
  unread?: PlanFileError[];
  /** The other plans of the same file, for the person to choose from. */
  others?: PlanReadFromFile[];
}

/** The result of reading a plan file. */
export type PlanFileReading = PlanReadFromFile | { ok: false; error: PlanFileError };
