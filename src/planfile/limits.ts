/** What an import may be at most (R2.6, R2.8). */
export const limits = {
  bytes: 20 * 1024 * 1024,
  steps: 20_000,
  /** Of JSON, keys apart: each takes memory and time, however few bytes it has in the file. */
  values: 1_000_000,
  /** Of a list in a text; a plan of as many steps as may be has far fewer. */
  lines: 200_000,
  /** Brackets within brackets. */
  depth: 64,
  /** Plans within steps within plans. */
  nestedPlans: 3,
  /** The repairer takes quadratic time, so it is kept to texts that a person may have typed. */
  repairableLength: 100_000,
} as const;
