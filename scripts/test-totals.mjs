import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const none = { passed: 0, failed: 0, failures: [], flaky: [], skipped: [] };
const flakyFile = '.cache/flaky.json';

/** Returns the totals of a Vitest JSON report. A file that could not be loaded counts as one failure. */
export function vitestTotals(path) {
  const report = read(path);
  if (!report) return none;
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const named = (...wanted) =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => wanted.includes(status))
        .map(({ fullName }) => `${relative('.', name)} › ${fullName}`),
    );
  return {
    ...none,
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: named('skipped', 'pending', 'todo'),
    failures: [...named('failed'), ...unloaded.map(({ name }) => relative('.', name))],
  };
}

/**
 * Returns the totals of a Playwright JSON report. `flaky` names tests that passed only after a retry, `skipped` the
 * reasons for skipping tests.
 */
export function playwrightTotals(path) {
  const report = read(path);
  if (!report) return none;
  const { expected, unexpected, flaky } = report.stats;
  const named = (status) => namesIn(report.suites, status);
  return {
    passed: expected + flaky,
    failed: unexpected,
    failures: named('unexpected'),
    flaky: named('flaky'),
    skipped: named('skipped'),
  };
}

function namesIn(suites = [], wanted) {
  return suites.flatMap(({ suites: inner, specs }) => [
    ...namesIn(inner, wanted),
    ...specs.flatMap(({ file, title, tests }) =>
      tests.filter(({ status }) => status === wanted).map((test) => nameOf(test, `${file} › ${title}`)),
    ),
  ]);
}

/** Returns a test's name, or the reason it gives for being skipped. */
function nameOf({ projectName, annotations }, name) {
  const reason = annotations.find(({ type }) => type === 'skip')?.description;
  return reason ?? `[${projectName}] ${name}`;
}

/** Returns each different text once; those that stand there several times say how often. */
function counted(texts) {
  return [...new Set(texts)].map((text) => {
    const { length } = texts.filter((other) => other === text);
    return length > 1 ? `${text} (${length})` : text;
  });
}

/**
 * Prints the names of the tests that failed, of those that needed a retry and of those that were skipped, and the sum
 * as the last line; returns the exit code. A part that failed without a failed test counts as one. Flaky tests do not
 * fail the run; they are listed in `.cache/flaky.json` until they are fixed.
 */
export function reportTotals(parts) {
  const sum = { passed: 0, failed: 0 };
  const [flaky, skipped] = [[], []];
  for (const { name: part, code, totals = none } of parts) {
    for (const name of totals.failures) console.log(`failed: ${name}`);
    if (code !== 0 && totals.failed === 0) console.log(`failed: ${part}, outside its tests`);
    flaky.push(...totals.flaky);
    sum.passed += totals.passed;
    sum.failed += code !== 0 && totals.failed === 0 ? 1 : totals.failed;
    skipped.push(...totals.skipped);
  }
  if (flaky.length > 0) console.log(`flaky: ${flaky.join('; ')}`);
  writeFileSync(flakyFile, `${JSON.stringify(flaky, null, 2)}\n`);
  if (skipped.length > 0) console.log(`${skipped.length} skipped: ${counted(skipped).join('; ')}`);
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
