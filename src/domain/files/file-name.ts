/** The name, or the next one like it that none of the others has: `data.csv` becomes `data (2).csv`. */
export function freeFileName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(fileKey));
  const [, stem = name, ending = ''] = /^(.+?)((?:\.\w{1,8}){0,2})$/s.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.has(fileKey(free)); n += 1) free = `${stem} (${n})${ending}`;
  return free;
}

/** Two names with the same key cannot stand side by side on every computer: case and the spelling of accents do not count. */
export function fileKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/^\.?\/+/, '')
    .toLowerCase();
}

/** Invisible signs and signs that turn the direction of writing, wherever they stand; the joiners that some scripts need are none. */
export const hiddenSigns = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A name of a file or folder, with or without an ending, that Windows keeps for itself. */
export const reservedName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** The name of a session's file without what would lead out of the session, or cannot be seen. */
export function nameWithin(name: string): string {
  const parts = name.replace(hiddenSigns, '').split(/[/\\]/);
  return parts.filter((part) => !/^\s*\.{0,2}\s*$/.test(part)).join('/') || '_';
}

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
