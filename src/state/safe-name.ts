import { hiddenSigns } from '../domain/hidden-signs.ts';
import { reservedName } from '../domain/reserved-name.ts';

const longest = 60;

/** A text as the name of a file or folder that any computer takes; the end of a file's name stays. */
export function safeName(text: string): string {
  const plain = text
    .replace(/[<>:"/\\|?*]/g, ' ')
    .replace(hiddenSigns, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? '';
  const letters = Array.from(plain.slice(0, plain.length - ending.length));
  const name = `${letters.slice(0, longest).join('').trim()}${ending}`.replace(/[. ]+$/, '');
  if (name === '') return '_';
  return reservedName.test(name) ? `_${name}` : name;
}
