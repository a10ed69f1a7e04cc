import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Measures the built page, in `dist` or where BENCH_DIST says, and puts the medians into `bench/page/results.json`. `--quick` takes each
 * figure once, not five times; words that follow choose among the specs by their names.
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
