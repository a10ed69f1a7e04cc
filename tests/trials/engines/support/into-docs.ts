import { readFileSync, writeFileSync } from 'node:fs';

/** Puts a table between the two marks of its name in a page of the documentation. */
export function intoDocs(file: string, name: string, table: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = readFileSync(file, 'utf8');
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before < 0 || after < 0) throw new Error(`${file} has no ${begin} and ${end}.`);
  writeFileSync(file, `${page.slice(0, before + begin.length)}\n\n${table}\n\n${page.slice(after)}`);
}
