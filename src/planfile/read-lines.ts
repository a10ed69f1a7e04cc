/** The values of JSON Lines: an object on each line that is not blank, and two of them at least. Else null. */
export function readLines(text: string): unknown[] | null {
  const values: unknown[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '') continue;
    if (!/^\s*\{.*\}\s*$/.test(line)) return null;
    try {
      values.push(JSON.parse(line));
    } catch {
      return null;
    }
  }
  return values.length > 1 ? values : null;
}
