/** Writes the numbers of an axis, alike for all of them: large ones in short, as many digits as their distance needs. */
export function chartFigures(ticks: readonly number[], language: 'en' | 'zh'): (value: number) => string {
  const largest = Math.max(...ticks.map(Math.abs), 0);
  const step = Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0));
  const isYears = ticks.every((tick) => Number.isInteger(tick) && tick >= 1500 && tick <= 2200);
  if (isYears) return String;
  const short = largest >= 100_000;
  const unit = short ? (language === 'zh' ? 10_000 : 10 ** (3 * Math.floor(Math.log10(largest) / 3))) : 1;
  const digits = step === 0 ? 2 : Math.min(8, Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9)));
  const format = new Intl.NumberFormat(language, {
    maximumFractionDigits: digits,
    ...(short && { notation: 'compact' as const }),
  });
  return (value) => format.format(Object.is(value, -0) ? 0 : value).replace('-', '−');
}
