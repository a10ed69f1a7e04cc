/**
 * Returns a JSON text in which each backslash that begins no escape of JSON stands for itself, as in `\d` or `C:\Users`;
 * one before another kind of quote is left as it is.
 */
export function withStrayBackslashesEscaped(json: string): string {
  return json.replace(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4}|['‘’“”])?/g, (escape) => (escape === '\\' ? '\\\\' : escape));
}
