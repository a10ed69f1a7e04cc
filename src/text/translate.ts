/**
 * Fills `{name}` placeholders, and `{name|one|many}` by whether the value is 1. One without a value stays as it is, so
 * that its absence is seen.
 */
export function translate(message: string, params: Readonly<Record<string, string | number>> = {}): string {
  return message.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return one === undefined || many === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}
