import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { firstPaintScripts } from '../../scripts/first-paint-scripts.mjs';
import { median } from '../median.mjs';

interface Taken {
  measure: string;
  n: number | null;
  value: number;
  unit: string;
}
/** Has the shape of the comparison's figures, so that the report can read both. */
interface Figure extends Taken {
  who: 'Cairn';
  shape: 'page';
  latency: string;
  repetitions: number;
}

const file = fileURLToPath(new URL('results.json', import.meta.url));

/**
 * Writes the median of each figure over all repetitions to `bench/page/results.json`; figures that were not measured
 * stay.
 */
export default class FiguresReporter implements Reporter {
  readonly #taken = new Map<string, Taken[]>();

  onTestEnd(_: TestCase, result: TestResult): void {
    for (const { type: kind, description = '' } of result.annotations)
      if (kind === 'figure') this.#take(JSON.parse(description) as Taken);
  }

  onEnd(): void {
    const scripts = [...firstPaintScripts(process.env.BENCH_DIST ?? 'dist').values()];
    const bytes = scripts.reduce((sum, each) => sum + each, 0);
    this.#take({ measure: 'JavaScript at first paint', n: null, value: bytes, unit: 'bytes' });
    const figures = [...this.#taken.values()].map(medianOf);
    for (const { measure, value, unit } of figures)
      process.stdout.write(`${measure.padEnd(52)} ${String(value).padStart(10)} ${unit}\n`);
    const before = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { figures: Figure[] })
      : { figures: [] };
    const kept = before.figures.filter((figure) => !this.#taken.has(figure.measure));
    const [processor] = cpus();
    const results = {
      machine: { processor: processor?.model, threads: cpus().length, memory: totalmem(), node: process.version },
      date: new Date().toISOString(),
      figures: [...kept, ...figures],
    };
    writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  }

  #take(taken: Taken): void {
    const same = this.#taken.get(taken.measure) ?? [];
    this.#taken.set(taken.measure, [...same, taken]);
  }
}

function medianOf(same: Taken[]): Figure {
  const [{ measure, unit, n } = { measure: '', unit: '', n: null }] = same;
  const value = Number(median(same.map((taken) => taken.value)).toPrecision(4));
  return { who: 'Cairn', measure, n, shape: 'page', latency: '0 ms', value, unit, repetitions: same.length };
}
