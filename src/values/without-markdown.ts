/** The text on one line, without Markdown's headings, quotes, emphasis and line breaks. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/^ *(?:#{1,6}|>) +/gm, '')
    .replace(/\*\*|`+/g, '')
    .replace(/\*(\S[^*\n]*?)\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A tool's observation as shown to a person: without the ids of the rows that it wrote or lists. */
export function withoutIds(text: string): string {
  return text.replace(/ \(id [a-z]+_[\da-z]+\)|\b(?:todo|entry|note|file)_[\da-z]+ (?=“)/g, '');
}
