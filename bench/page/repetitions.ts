/** How often a spec that repeats by itself does what it measures. */
export const repetitions = Number(process.env.BENCH_REPETITIONS ?? 5);
