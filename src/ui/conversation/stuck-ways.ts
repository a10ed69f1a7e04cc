/** A way to continue a stuck task. */
export type StuckWay = 'accept' | 'reader' | 'again' | 'without' | 'answer' | 'model' | 'skip';

/** How many ways a phone shows as buttons. */
const most = 3;

const usual = ['accept', 'reader', 'again', 'without', 'answer', 'model', 'skip'] as const;
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
 * Returns the ways that fit, the most likely first: those to show as buttons, and those for a menu, which is empty on a
 * wide screen. A menu has no single item.
 */
export function stuckWays(
  fits: Readonly<Record<StuckWay, boolean>>,
  cause: StuckCause,
  isPhone: boolean,
): [StuckWay[], StuckWay[]] {
  const ways = [...new Set<StuckWay>([...first[cause], ...usual])].filter((way) => fits[way]);
  const shown = isPhone && ways.length > most + 1 ? most : ways.length;
  return [ways.slice(0, shown), ways.slice(shown)];
}
