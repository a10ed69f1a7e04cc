import { existsSync } from 'node:fs';
import { installPackages } from './install-packages.mjs';
import { runCommand } from './run-command.mjs';
import { reportTotals, vitestTotals } from './test-totals.mjs';

const report = '.cache/trials.json';

/** CI's share of the long trials: everything under tests/trials. */
if (!(await installPackages())) process.exit(1);
if (!existsSync('tests/trials')) {
  console.log('There are no long trials yet.');
  process.exit(reportTotals([]));
}
const args = ['run', 'tests/trials', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const { code, seconds } = await runCommand('vitest', args);
console.log(`trials took ${seconds.toFixed(1)} s`);
process.exitCode = reportTotals([{ code, totals: vitestTotals(report) }]);
