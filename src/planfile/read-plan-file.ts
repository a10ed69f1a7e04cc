import type { PlanFileReading } from './plan-file-reading.ts';
import { planFileTurns } from './plan-file-turns.ts';

/** Reads a plan from the text of a file at one go, as `planFileTurns` does by and by. */
export function readPlanFile(...given: Parameters<typeof planFileTurns>): PlanFileReading {
  const turns = planFileTurns(...given);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}
