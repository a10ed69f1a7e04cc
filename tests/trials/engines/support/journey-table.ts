import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { intoDocs } from './into-docs.ts';
import { killAnnotation, killSum, type KillFigures } from './kill-row.ts';

/** What a test says of itself in the table: a figure, or why an engine cannot go this way. */
export const figure = 'figure';
const engines = ['chromium', 'firefox', 'webkit'];

/**
 * Prints journey × engine at the end, with figures and reasons; `TABLE=1` puts the table into docs/browsers.md, too.
 */
export default class JourneyTable implements Reporter {
  readonly #rows = new Map<string, Map<string, string>>();
  readonly #kills = new Map<string, KillFigures[]>();
  readonly #notes = new Set<string>();

  onTestEnd(test: TestCase, { status, annotations }: TestResult): void {
    const engine = (test.parent.project()?.name ?? '').replace('engines, ', '');
    const kill = annotations.find(({ type }) => type === killAnnotation)?.description;
    if (kill && status === 'passed') {
      this.#kills.set(engine, [...(this.#kills.get(engine) ?? []), JSON.parse(kill) as KillFigures]);
      return;
    }
    const row = this.#rows.get(test.title) ?? new Map<string, string>();
    this.#rows.set(test.title, row);
    const figures = annotations.flatMap(({ type, description }) => (type === figure ? [description] : []));
    const reason = annotations.find(({ type }) => type === 'skip')?.description;
    if (status === 'skipped') this.#notes.add(`– ${engine}, ${test.title}: ${reason ?? 'no reason given'}`);
    row.set(engine, status === 'skipped' ? '–' : [status === 'passed' ? '✓' : '✗', ...figures].join(' '));
  }

  onEnd(): void {
    if (this.#kills.size > 0) {
      const sums = [...this.#kills].map(([engine, all]): [string, string] => [engine, `✓ ${killSum(all)}`]);
      this.#rows.set('killed in the middle of a plan, persistent profile', new Map(sums));
    }
    const table = [
      `| journey | ${engines.join(' | ')} |`,
      `| --- |${' --- |'.repeat(engines.length)}`,
      ...[...this.#rows].map(
        ([title, row]) => `| ${title} | ${engines.map((each) => row.get(each) ?? '–').join(' | ')} |`,
      ),
    ].join('\n');
    const text = [table, ...(this.#notes.size > 0 ? [[...this.#notes].join('\n')] : [])].join('\n\n');
    process.stdout.write(`\n${text}\n`);
    if (process.env.TABLE) intoDocs('docs/browsers.md', 'engines', text);
  }
}
