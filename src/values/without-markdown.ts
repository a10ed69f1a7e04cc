/** The text on one line, without Markdown's headings, quotes, emphasis and line breaks; `2*3*4` and `2**10` stay. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(/^ *(?:#{1,6}|>) +/gm, '')
    .replace(/(?<![\w)])\*\*|\*\*(?![\w(])|`+/g, '')
    .replace(/(?<![\w)*])\*(\S[^*\n]*?)\*(?![\w(*])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

const headRule = /\|(?:\s*:?-{2,}:?\s*\|)+/;

/** The text on one line as a summary: without Markdown, with the words of links and pictures, and tables as lists. */
export function summaryLine(text: string): string {
  return withTablesAsLists(
    withoutMarkdown(text).replace(/!?\[([^[\]]+)\]\(<?https?:[^()\s]+(?:\([^()\s]*\)[^()\s]*)*\)/g, '$1'),
  );
}

/** Returns a text of one line with the Markdown tables that have been joined into it as lists. */
export function withTablesAsLists(line: string): string {
  if (!headRule.test(line)) return line;
  return line
    .replace(new RegExp(headRule, 'g'), '')
    .replace(/ *\|(?:\s+\|)+ */g, '; ')
    .replace(/^[ |;]+|[ |;]+$/g, '')
    .replace(/ *\| */g, ' · ');
}

/** A tool's observation as shown to a person: without the ids of the rows that it wrote or lists. */
export function textWithoutRowIds(text: string): string {
  return text.replace(/ \(id [a-z]+_[\da-z]+\)|\b(?:todo|entry|note|file)_[\da-z]+ (?=“)/g, '');
}
