import type { Plan } from '../domain/plan/plan.ts';
import type { LineUse } from '../task-lists/task-lists.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';
import type { PlanShapeName } from './plan-shape.ts';
import type { Repair } from './repair.ts';

/** A plan that a file holds, and all that was read otherwise than it stands there. */
export interface PlanRead {
  ok: true;
  plan: Plan;
  shape: PlanShapeName;
  repairs: Repair[];
  /** What became of each line, where the file is text and not data. */
  lines?: LineUse[];
  /** Why further plans of the same file could not be read. */
  unread?: PlanFileProblem[];
  /** The other plans of the same file, to choose from. */
  others?: PlanRead[];
}

/** What came of reading a plan file. */
export type PlanFileReading = PlanRead | { ok: false; problem: PlanFileProblem };
