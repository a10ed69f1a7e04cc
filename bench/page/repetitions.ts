/** How often a spec that repeats its own measurement does so. */
export const repetitions = Number(process.env.BENCH_REPETITIONS ?? 5);
