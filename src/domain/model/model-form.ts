import * as z from 'zod';
import type { Settings, Thoroughness } from '../settings/settings.ts';

/** How the replies of a task's model have been, and what follows from it (R4.6, R6.7, R6.8). */
export const ModelForm = z.object({
  /** Defaults that had to be taken. */
  defaults: z.int(),
  /** The latest revision, by the hash of what it says. */
  revision: z.string().nullable(),
  /** Revising has ended for this plan: checks no longer follow each step. */
  settled: z.boolean(),
  /** Steps of revisions that had nothing left to do. */
  repeats: z.int(),
  /** The plan is looked at as in *balanced*. */
  fewer_checks: z.boolean(),
  /** Steps that were open when the model closed the task; the person may go on with them. */
  rest: z.array(z.string()),
});
export type ModelForm = z.infer<typeof ModelForm>;

export const freshForm: ModelForm = {
  defaults: 0,
  revision: null,
  settled: false,
  repeats: 0,
  fewer_checks: false,
  rest: [],
};

/** The thoroughness in force: fewer checks where the model's replies have made that the better way. */
export function thoroughnessOf({ fewer_checks }: ModelForm, { thoroughness }: Settings): Thoroughness {
  return fewer_checks && thoroughness === 'careful' ? 'balanced' : thoroughness;
}
