/** The text of a PDF as Markdown, each page under its number; `total` pages in all, of which the first may be there only. */
export function pdfMarkdown(pages: readonly string[], total: number): string {
  const parts = pages.map((text, at) => `## Page ${at + 1}\n\n${text.trim() || '(no text on this page)'}\n`);
  const rest = pages.length < total ? [`[${total - pages.length} more pages were not read.]\n`] : [];
  return [...parts, ...rest].join('\n');
}

/** Text without blanks at the ends of its lines, and with one empty line at most between others. */
export function tidyLines(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
