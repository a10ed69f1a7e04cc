const day = 86_400_000;

/** Writes the times of an axis in figures, as far as they differ: years, months, days or the time of day. */
export function chartDays(ticks: readonly number[]): (value: number) => string {
  const texts = ticks.map(iso);
  const step = Math.min(...ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0)));
  const sameYear = new Set(texts.map((text) => text.slice(0, 4))).size === 1;
  if (step < day) {
    const sameDay = new Set(texts.map((text) => text.slice(0, 10))).size === 1;
    return (value) => (sameDay ? iso(value).slice(11, 16) : iso(value).slice(5, 16).replace('T', ' '));
  }
  if (texts.every((text) => text.slice(5, 10) === '01-01')) return (value) => iso(value).slice(0, 4);
  if (texts.every((text) => text.slice(8, 10) === '01')) return (value) => iso(value).slice(0, 7);
  return (value) => iso(value).slice(sameYear ? 5 : 0, 10);
}

const iso = (value: number) => new Date(value).toISOString();
