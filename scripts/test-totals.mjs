import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const none = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
const flakyFile = '.cache/flaky.json';

/** Returns the totals of a Vitest JSON report. A file that could not be loaded counts as one failure. */
export function vitestTotals(path) {
  const report = read(path);
  if (!report) return none;
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative('.', name)} › ${fullName}`),
  );
  return {
    ...none,
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failed, ...unloaded.map(({ name }) => relative('.', name))],
  };
}

/** Returns the totals of a Playwright JSON report; tests that passed only after a retry are named in `flaky`. */
export function playwrightTotals(path) {
  const report = read(path);
  if (!report) return none;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const named = (status) => namesIn(report.suites, status);
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: named('unexpected'),
    flaky: named('flaky'),
  };
}

function namesIn(suites = [], wanted) {
  return suites.flatMap(({ suites: inner, specs }) => [
    ...namesIn(inner, wanted),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.filter(({ status }) => status === wanted).map(({ projectName }) => `[${projectName}] ${file} › ${title}`),
    ),
  ]);
}

/**
 * Prints the names of the tests that failed and of those that needed a retry, and the sum as the last line; returns the
 * exit code. A part that failed without a failed test counts as one. Flaky tests do not fail the run; they are listed
 * in `.cache/flaky.json` until they are fixed.
 */
export function reportTotals(parts) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const flaky = [];
  for (const { code, totals = none } of parts) {
    for (const name of totals.failures) console.log(`failed: ${name}`);
    flaky.push(...totals.flaky);
    sum.passed += totals.passed;
    sum.failed += code !== 0 && totals.failed === 0 ? 1 : totals.failed;
    sum.skipped += totals.skipped;
  }
  if (flaky.length > 0) console.log(`flaky: ${flaky.join('; ')}`);
  writeFileSync(flakyFile, `${JSON.stringify(flaky, null, 2)}\n`);
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

/** Reads a report and removes it, so that an old one is never mistaken for a new one. */
function read(path) {
  if (!existsSync(path)) return null;
  const report = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return report;
}
