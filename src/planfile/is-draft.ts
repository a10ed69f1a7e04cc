/** Whether a value of a file is an object with fields. */
export function isDraft(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
