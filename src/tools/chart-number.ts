import type { Json } from '../domain/json.ts';

/** A number as tables write it: with separators of thousands, a currency or percent sign, or in brackets when below zero; null for what is none. */
export function chartNumber(cell: Json | undefined): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== 'string') return null;
  const bare = cell.normalize('NFKC').replace(/[\s\u00a0'’_]|\p{Sc}|%|\b(USD|EUR|CNY|RMB|GBP|JPY)\b/gu, '');
  const negative = /^\(.*\)$/.test(bare) || /^[-−–]/.test(bare);
  const digits = bare.replace(/^\(|\)$/g, '').replace(/^[-−–+]/, '');
  if (!/^(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?(e[-+]?\d+)?$/i.test(digits) || !/\d/.test(digits)) return null;
  const value = Number(digits.replaceAll(',', ''));
  return Number.isFinite(value) ? (negative ? -value : value) : null;
}
