/** Shorter ones could be a word of the text. */
const shortestKey = 8;

/** What came from a server, less the key wherever the server says it aloud (R13.1). */
export function withoutKey<T>(value: T, key: string | null): T {
  if (key === null || key.length < shortestKey) return value;
  const text = JSON.stringify(value);
  const quoted = JSON.stringify(key).slice(1, -1);
  return text.includes(quoted) ? (JSON.parse(text.replaceAll(quoted, '[key]')) as T) : value;
}
