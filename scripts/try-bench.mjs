import { readdir } from 'node:fs/promises';
import { runCommand } from './run-command.mjs';

/**
 * Tests that the benchmark of `npm run bench` installs on this Node and each of its peers can be imported. Skips the
 * database that one peer would compile, since that takes minutes.
 */
export async function tryBench() {
  const { code, seconds } = await runCommand('npm', ['run', '--silent', 'bench:install', '--', '--ignore-scripts']);
  if (code !== 0) return { code };
  const peers = new URL('../bench/peers/', import.meta.url);
  const totals = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
  for (const file of await readdir(peers))
    try {
      await import(new URL(file, peers));
      totals.passed += 1;
    } catch (error) {
      totals.failures.push(`bench/peers/${file} cannot be imported: ${error.message}`);
      totals.failed += 1;
    }
  console.log(`The benchmark was installed in ${seconds.toFixed(1)} s.`);
  return { code: totals.failed === 0 ? 0 : 1, totals };
}
