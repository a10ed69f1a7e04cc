/**
 * Returns the latency of the n-th reply in milliseconds: always `ms`, or skewed around it with the same pattern in
 * every run.
 */
export function latencyOf({ ms, skewed }, n) {
  if (!skewed) return ms;
  const u = chance(n);
  return ms * (u < 0.8 ? 0.5 + 0.75 * (u / 0.8) : 1.5 + 6 * (u - 0.8));
}

/** Returns a uniform pseudorandom number between 0 and 1 for each n (mulberry32). */
function chance(n) {
  let t = (n * 0x9e3779b9 + 0x6d2b79f5) | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
