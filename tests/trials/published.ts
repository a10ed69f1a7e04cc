import { existsSync, readFileSync } from 'node:fs';
import type { Plan } from '../../src/plan/plan.ts';
import { readPlanFile } from '../../src/formats/plan-file/read-plan-file.ts';

/**
 * A plan of AsyncHow: its steps with what they wait for and how long they take, and the shortest time for all of it.
 */
export interface Published {
  i: number;
  title: string;
  steps: { id: string; text: string; deps: string[]; s: number }[];
  gold: number;
}

const path = '../shared/asynchow/plans.json';

/** The published plans, where they are there. */
export const published = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Published[]) : [];

/** The plan as the importer reads it from a file. `more` adds fields to the file's steps. */
export function importedPlan(
  { title, steps }: Published,
  at: string,
  more: (step: Published['steps'][number]) => object = () => ({}),
): Plan {
  const file = {
    goal: title,
    steps: steps.map((step) => ({
      id: step.id,
      description: step.text,
      dependencies: step.deps,
      ...more(step),
    })),
  };
  const read = readPlanFile(JSON.stringify(file), { planId: 'plan_new', at });
  if (!read.ok) throw new Error(`plan not read: ${title}`);
  return read.plan;
}
