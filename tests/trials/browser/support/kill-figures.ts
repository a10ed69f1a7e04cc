import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import type { Engine } from './own-browser.ts';

/** What one trial has to say of its kills, as an annotation of this type. */
export const killAnnotation = 'kills';

export interface KillFigures {
  engine: Engine;
  /**
   * For each start after a kill: milliseconds until Continue could be pressed; null where nothing was left to continue.
   */
  ready: (number | null)[];
  /** For each kill: how many model calls were in doubt. */
  inDoubt: number[];
}

/** Sums up the kill trials at the end: how many kills, what they interrupted, and how soon the page was back. */
export default class KillReporter implements Reporter {
  readonly #all: KillFigures[] = [];

  onTestEnd(_test: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations)
      if (type === killAnnotation) this.#all.push(JSON.parse(description ?? '') as KillFigures);
  }

  onEnd(): void {
    if (this.#all.length === 0) return;
    const kills = (name: Engine) => this.#all.filter(({ engine }) => engine === name).flatMap(({ inDoubt }) => inDoubt);
    const doubts = this.#all.flatMap(({ inDoubt }) => inDoubt);
    const ready = this.#all.flatMap((each) => each.ready).filter((time) => time !== null);
    process.stdout.write(
      `${doubts.length} kills in ${this.#all.length} trials: ${kills('LevelDB').length} over LevelDB, ` +
        `${kills('SQLite').length} over SQLite; ${doubts.filter((count) => count > 0).length} with model calls in flight ` +
        `(${doubts.reduce((sum, count) => sum + count, 0)} calls)\n` +
        `from the browser's start to Continue: ${quantile(ready, 0.5)} ms in the median, ${quantile(ready, 0.95)} ms at p95\n`,
    );
  }
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}
