/**
 * Returns a figure with three significant digits, such as `12,300`, `345`, `12.3` or `1.23`; a dash if it was not
 * measured.
 */
export function figureText(value) {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
  const rounded = size >= 1000 ? Number(value.toPrecision(3)) : value;
  return rounded.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
