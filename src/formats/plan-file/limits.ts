import { shortenedText } from '../../values/truncate-text.ts';

/** The limits of an import. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  steps: 20_000,
  /** JSON values, not counting keys: each takes memory and time, however few bytes it has in the file. */
  values: 1_000_000,
  /** Lines of a list in text; even the largest allowed plan has far fewer. */
  lines: 200_000,
  /** Nesting of brackets. */
  depth: 64,
  /** Nesting of plans within steps. */
  nestedPlans: 3,
  /**
   * The maximum text length for the repair of JSON, in characters: it takes quadratic time, so it is limited to texts
   * that a person may have typed.
   */
  repairableLength: 100_000,
} as const;

const limit = 80;

/** Returns a value from a file as one short line for display: text unchanged, anything else as JSON. */
export function oneLineExcerpt(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return shortenedText(
    text
      .slice(0, 4 * limit)
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  );
}

/** Returns the line and the column of a position in a text, both counted from 1. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', start)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: at - start + 1 };
}
