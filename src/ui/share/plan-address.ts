import { repeatablePlan } from '../../engine/run-record.ts';
import { longestLink, planLink } from '../../formats/plan-file/plan-link.ts';
import type { Run } from '../../task/run.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';

/** The most characters of an address whose QR code a phone's camera can still read from a screen. */
export const maxQrTextLength = 1500;

/**
 * Returns the link that opens the plan of a run in this Cairn, as `repeatablePlan` has it; `isTooLong` if it has more
 * than `most` characters. Rejects if the storage cannot be read.
 */
export async function shareablePlanLink(
  run: Run,
  dependencies: Pick<AppDependencies, 'stores' | 'ruledTools'>,
): Promise<{ link: string; isTooLong: boolean; most: number }> {
  const link = await planLink(await repeatablePlan(run, dependencies), document.baseURI);
  return { link, isTooLong: link.length > longestLink, most: longestLink };
}
