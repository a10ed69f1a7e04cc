import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Measures the built page, in `dist` or in the folder BENCH_DIST, and writes the medians to `bench/page/results.json`.
 * `--quick` measures each figure once, not five times; other arguments select specs by name.
 */
const quick = process.argv.includes('--quick');
const repetitions = quick ? '1' : '5';
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', '--config', 'bench/page/page-bench.config.ts', '--repeat-each', repetitions, ...chosen],
  {
    stdio: 'inherit',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, BENCH_REPETITIONS: repetitions },
  },
);
process.exitCode = status ?? 1;
