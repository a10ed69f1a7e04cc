import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

const none = { passed: 0, failed: 0, skipped: 0, names: [] };

/** What a Vitest JSON report says. A file that could not even be loaded counts as one failure. */
export function vitestTotals(path) {
  const report = read(path);
  if (!report) return none;
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `failed: ${relative('.', name)} › ${fullName}`),
    ),
  };
}

/** What a Playwright JSON report says. */
export function playwrightTotals(path) {
  const report = read(path);
  if (!report) return none;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected, skipped, names: namesIn(report.suites) };
}

/** The tests that failed, passed only at the second try, or were not run, as tests/e2e/support/time-left.ts says. */
function namesIn(suites = []) {
  return suites.flatMap(({ suites: inner, specs }) => [
    ...namesIn(inner),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.flatMap(({ status, projectName, annotations }) => {
        const word = wordFor(status, annotations);
        return word ? [`${word}: [${projectName}] ${file} › ${title}`] : [];
      }),
    ),
  ]);
}

function wordFor(status, annotations) {
  if (status === 'unexpected') return 'failed';
  if (status === 'flaky') return 'flaky';
  return annotations.some(({ description }) => description === 'no time left') ? 'not run, no time left' : null;
}

/**
 * Prints the names of the tests that failed, were flaky or were not run, and the sum as the last line, and returns the exit
 * code. A part that failed without a failed test counts as one.
 */
export function reportTotals(parts) {
  const sum = { ...none };
  for (const { code, totals = none } of parts) {
    for (const name of totals.names) console.log(name);
    sum.passed += totals.passed;
    sum.failed += code !== 0 && totals.failed === 0 ? 1 : totals.failed;
    sum.skipped += totals.skipped;
  }
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

/** The report is removed once read, so that an old one is never taken for a new one. */
function read(path) {
  if (!existsSync(path)) return null;
  const report = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return report;
}
