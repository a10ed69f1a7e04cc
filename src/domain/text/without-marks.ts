/** Text as a line of words: Markdown's headings, quotes and emphasis are left out, and so are line breaks. */
export function withoutMarks(text: string): string {
  return text
    .replace(/^ *(?:#{1,6}|>) +/gm, '')
    .replace(/\*\*|`+/g, '')
    .replace(/\*(\S[^*\n]*?)\*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What a tool tells a model, as a person reads it: without the ids of what it wrote. */
export function withoutIds(text: string): string {
  return text.replace(/ \(id [a-z]+_[\da-z]+\)/g, '');
}
