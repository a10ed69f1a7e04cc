/** Whether a stored content stands for bytes that are no text, which are kept as a `data:` address. */
export function holdsBytes(content: string): boolean {
  return /^data:[^,]*;base64,/.test(content);
}
