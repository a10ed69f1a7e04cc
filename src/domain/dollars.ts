/** `$1.20`, and small sums to two figures that say something: `$0.0042`. */
export function dollars(sum: number): string {
  if (sum === 0 || sum >= 0.1) return `$${sum.toFixed(2)}`;
  return `$${sum.toFixed(Math.min(6, 1 - Math.floor(Math.log10(sum))))}`;
}
