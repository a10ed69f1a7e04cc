const mimes: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['ics', 'text/calendar'],
  ['vcf', 'text/vcard'],
  ['json', 'application/json'],
  ['geojson', 'application/geo+json'],
  ['jsonl', 'application/x-ndjson'],
  ['ndjson', 'application/x-ndjson'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['svg', 'image/svg+xml'],
]);

/** The type of a text file by the ending of its name; plain text where the ending says nothing. */
export function mimeOfName(name: string): string {
  return mimes.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'text/plain';
}
