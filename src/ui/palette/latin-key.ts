/** What is written on the key: a Latin letter as it is; on keyboards of other scripts, what a Latin one has in its place. */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key.toLowerCase();
}
