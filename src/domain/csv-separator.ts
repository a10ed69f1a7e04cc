const separators = [',', ';', '\t', '|'];

/** The sign that the first line of a CSV text uses most between its fields; the comma where it uses none. */
export function csvSeparator(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
