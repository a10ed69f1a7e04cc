/** True if stored content is binary, kept as a `data:` URL. */
export function isBase64DataUrl(content: string): boolean {
  return /^data:[^,]*;base64,/.test(content);
}
