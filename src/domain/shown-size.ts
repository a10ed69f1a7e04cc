/** A size for the model, such as `812 bytes` or `1.2 MB`. */
export function shownSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [figure, unit] = bytes < 999_950 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${Number(figure.toFixed(1))} ${unit}`;
}
