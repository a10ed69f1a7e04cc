/** What stands at a path in a value of unknown shape; undefined where the path leads nowhere. */
export function fieldOf(value: unknown, ...path: string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}
