/** True if stored content is binary, kept as a `data:` URL. */
export function holdsBytes(content: string): boolean {
  return /^data:[^,]*;base64,/.test(content);
}
