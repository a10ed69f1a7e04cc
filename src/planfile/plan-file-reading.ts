import type { Plan } from '../domain/plan.ts';
import type { PlanFileProblem } from './plan-file-problem.ts';
import type { PlanShapeName } from './plan-shape.ts';
import type { Repair } from './repair.ts';

/** What came of reading a plan file. */
export type PlanFileReading =
  { ok: true; plan: Plan; shape: PlanShapeName; repairs: Repair[] } | { ok: false; problem: PlanFileProblem };
