/** Two names with the same key cannot stand side by side on every computer: case and the spelling of accents do not count. */
export function fileKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/^\.?\/+/, '')
    .toLowerCase();
}
