import { excerpt } from '../planfile/excerpt.ts';
import type { Repair } from '../planfile/repair.ts';

/** As it stands in a text, and as JSON may write it. */
const replaced = /\uFFFD|\\ufffd/i;
/** Lines beyond these are told of as one. */
const most = 20;

/** The lines of a text in which letters had been lost, and `\uFFFD` put in their place, before the file came here. */
export function lostLetters(text: string): Repair[] {
  if (!replaced.test(text)) return [];
  const lost = text.split(/\r\n|\n|\r/).flatMap((line, at) => (replaced.test(line) ? [{ line, n: at + 1 }] : []));
  const named = lost.slice(0, most).map(({ line, n }) => repair(String(n), line));
  const rest = lost.slice(most);
  const [first, last] = [rest[0], rest.at(-1)];
  return first && last ? [...named, repair(`${first.n}–${last.n}`, first.line)] : named;
}

function repair(path: string, line: string): Repair {
  return { code: 'lost_letter', path, from: excerpt(line), to: '' };
}
