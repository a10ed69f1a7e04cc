const limit = 80;

/** A value from a file as one short line for display. Text stays as it is, all else is JSON. */
export function excerpt(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const letters = Array.from(
    text
      .slice(0, 4 * limit)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return letters.length > limit ? `${letters.slice(0, limit - 1).join('')}…` : letters.join('');
}
