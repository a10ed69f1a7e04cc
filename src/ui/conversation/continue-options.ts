/** A way to continue a stuck task. */
export type ContinueOption = 'accept' | 'reader' | 'search' | 'again' | 'without' | 'answer' | 'model' | 'skip';

const usual = ['accept', 'reader', 'search', 'again', 'without', 'answer', 'model', 'skip'] as const;
/**
 * The order if the step has failed more than once: another attempt is then the least likely way to help, so that only
 * skipping the step comes after it.
 */
const triedAgain = ['accept', 'reader', 'search', 'model', 'answer', 'without', 'again', 'skip'] as const;
/**
 * The ways that are listed first, by why the task is stuck. `denied`: the person did not allow a call, so leaving the
 * step out comes first. `closed`: web pages may not read a site, so the person's own answer comes first, since the
 * reader sends the address to a third party. `skipped`: the person skipped a step, so doing the others without it comes
 * first.
 */
const first = {
  denied: ['skip', 'again', 'without'],
  closed: ['answer'],
  skipped: ['without', 'again'],
  other: [],
} as const;
export type StuckCause = keyof typeof first;

/**
 * Returns the possible ways to continue a stuck task, the most likely to help first. `fits` says which are possible;
 * `hasFailedTwice` is true if the step has failed more than once.
 */
export function continueOptions(
  fits: Readonly<Record<ContinueOption, boolean>>,
  cause: StuckCause,
  hasFailedTwice: boolean,
): ContinueOption[] {
  return [...new Set<ContinueOption>([...first[cause], ...(hasFailedTwice ? triedAgain : usual)])].filter(
    (way) => fits[way],
  );
}
