import type { LineMark } from './line-mark.ts';

/**
 * Takes from lines the numbers that belong to no list: a line of prose may begin with a year or an amount. A number stays
 * where it begins a list, follows the one before it, stands before its successor, names itself or has a box.
 */
export function trueNumbers(marks: (LineMark | null)[]): void {
  const numbered = marks.flatMap((mark, at) => (mark?.number ? [{ mark, number: mark.number, at }] : []));
  const before = new Map<string, number>();
  const starts = new Set<string>();
  numbered.forEach(({ mark, number, at }, nth) => {
    const { parts, style } = number;
    const own = parts.at(-1) ?? 0;
    const list = `${style} ${parts.slice(0, -1).join('.')}`;
    const parent = parts.length > 1 ? `${style} ${parts.slice(0, -2).join('.')} ${parts.at(-2) ?? 0}` : '';
    const next = numbered[nth + 1]?.number;
    const leads =
      next !== undefined && next.style === style && next.parts.length === parts.length && next.parts.at(-1) === own + 1;
    const begins = own <= 1 && (parts.length === 1 || leads || starts.has(parent));
    const previous = before.get(list);
    const follows = previous !== undefined && (own === previous || own === previous + 1 || own === previous + 2);
    if (style === 'word' || mark.box !== null || begins || follows || (leads && own < 1000)) {
      before.set(list, own);
      starts.add(`${style} ${parts.slice(0, -1).join('.')} ${own}`);
    } else marks[at] = mark.bullet ? { ...mark, number: null } : null;
  });
}
