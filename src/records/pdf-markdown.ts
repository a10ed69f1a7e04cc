/**
 * The text of a PDF as Markdown, with each page under its number; `total` is the number of pages in the PDF, of which
 * `pages` may contain only the first ones; pages in `unreadablePages` have text that cannot be read.
 */
export function markdownFromPdf(
  pages: readonly string[],
  total: number,
  unreadablePages: readonly number[] = [],
): string {
  const absence = (page: number) =>
    unreadablePages.includes(page) ? '(the text of this page cannot be read)' : '(no text on this page)';
  const parts = pages.map((text, at) => `## Page ${at + 1}\n\n${text.trim() || absence(at + 1)}\n`);
  const rest = pages.length < total ? [`[${total - pages.length} more pages were not read.]\n`] : [];
  return [...parts, ...rest].join('\n');
}

/** The text without trailing spaces and with at most one empty line in a row. */
export function tidyLines(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
