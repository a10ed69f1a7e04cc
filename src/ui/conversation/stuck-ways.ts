/** A way to continue a stuck task. */
export type StuckWay = 'accept' | 'reader' | 'again' | 'without' | 'answer' | 'model' | 'skip';

/** How many ways a phone shows as buttons. */
const most = 3;

/**
 * Returns the ways that fit, the most likely first: those to show as buttons, and those for a menu, which is empty on a
 * wide screen. A menu has no single item.
 */
export function stuckWays(fits: Readonly<Record<StuckWay, boolean>>, isPhone: boolean): [StuckWay[], StuckWay[]] {
  const order = ['accept', 'reader', 'again', 'without', 'answer', 'model', 'skip'] as const;
  const ways = order.filter((way) => fits[way]);
  const shown = isPhone && ways.length > most + 1 ? most : ways.length;
  return [ways.slice(0, shown), ways.slice(shown)];
}
