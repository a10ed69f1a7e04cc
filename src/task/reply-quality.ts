import * as z from 'zod/mini';
import type { Thoroughness } from '../values/limits.ts';

/**
 * How well a task's model follows the protocol, the adjustments that follow from that, and the steps that were not done
 * when the task was ended.
 */
export const ReplyQuality = z.object({
  /** How many times a default replaced an unreadable reply. */
  defaults: z.int(),
  /** A hash of the latest revision's content. */
  revision: z.nullable(z.string()),
  /** The plan is no longer revised: steps are no longer followed by checks. */
  settled: z.boolean(),
  /** The number of steps added by revisions that had nothing left to do. */
  repeats: z.int(),
  /** True if the plan is checked only as often as with the thoroughness *balanced*. */
  fewer_checks: z.boolean(),
  /** The steps that were not done when the model or the person ended the task; the person may continue with them. */
  rest: z.array(z.string()),
});
export type ReplyQuality = z.infer<typeof ReplyQuality>;

export const freshReplyStats: ReplyQuality = {
  defaults: 0,
  revision: null,
  settled: false,
  repeats: 0,
  fewer_checks: false,
  rest: [],
};

/** The thoroughness in force: the setting, lowered to *balanced* if the model's replies call for fewer checks. */
export function effectiveThoroughness(
  { fewer_checks }: ReplyQuality,
  { thoroughness }: { thoroughness: Thoroughness },
): Thoroughness {
  return fewer_checks && thoroughness === 'careful' ? 'balanced' : thoroughness;
}
