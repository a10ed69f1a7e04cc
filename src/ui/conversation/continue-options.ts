/** A way to continue a stuck task. */
export type ContinueOption = 'accept' | 'reader' | 'again' | 'without' | 'answer' | 'model' | 'skip';

const usual = ['accept', 'reader', 'again', 'without', 'answer', 'model', 'skip'] as const;
/** Once a further try has failed, another one is the least likely to help. */
const triedAgain = ['accept', 'reader', 'model', 'answer', 'without', 'again', 'skip'] as const;
/**
 * What comes first by cause: after a call that the person did not allow, leaving the step out; after a page that no web
 * page may read, the person's own answer, since the reader sends the address to somebody else; after a step that the
 * person skipped, doing the others without it.
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
 * `tried` is true if the step has failed more than once.
 */
export function continueOptions(
  fits: Readonly<Record<ContinueOption, boolean>>,
  cause: StuckCause,
  tried: boolean,
): ContinueOption[] {
  return [...new Set<ContinueOption>([...first[cause], ...(tried ? triedAgain : usual)])].filter((way) => fits[way]);
}
