import { fileKey } from './file-key.ts';

/** The name, or the next one like it that none of the others has: `data.csv` becomes `data (2).csv`. */
export function freeFileName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(fileKey));
  const [, stem = name, ending = ''] = /^(.+?)((?:\.\w{1,8}){0,2})$/s.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.has(fileKey(free)); n += 1) free = `${stem} (${n})${ending}`;
  return free;
}
