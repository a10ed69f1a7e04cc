/** Text without blanks at the ends of its lines, and with one empty line at most between others. */
export function tidyLines(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
