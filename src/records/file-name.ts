/** The name, or the next numbered variant that none of the others has: `data.csv` becomes `data (2).csv`. */
export function unusedFileName(name: string, others: readonly string[]): string {
  const collisionKeys = new Set(others.map(fileNameCollisionKey));
  const [, stem = name, ending = ''] = /^(.+?)((?:\.\w{1,8}){0,2})$/s.exec(name) ?? [];
  let free = name;
  for (let n = 2; collisionKeys.has(fileNameCollisionKey(free)); n += 1) free = `${stem} (${n})${ending}`;
  return free;
}

/** A key that two names share if some file system cannot hold both: it ignores case and Unicode normalisation. */
export function fileNameCollisionKey(name: string): string {
  return name
    .normalize('NFC')
    .replace(/^\.?\/+/, '')
    .toLowerCase();
}

/**
 * Invisible characters and characters that change the writing direction, without the joiners that some scripts need.
 */
export const invisibleCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Names that Windows reserves, with or without an extension. */
export const windowsReservedName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** A file name without path parts that would leave the session's folder, and without invisible characters. */
export function safeRelativePath(name: string): string {
  const parts = name.replace(invisibleCharacters, '').split(/[/\\]/);
  return parts.filter((part) => !/^\s*\.{0,2}\s*$/.test(part)).join('/') || '_';
}

const longest = 60;

/** A text as a file or folder name that every file system accepts, cut between words; a file's extension is kept. */
export function safeFileName(text: string): string {
  const plain = text
    .replace(/[<>:"/\\|?*]/g, ' ')
    .replace(invisibleCharacters, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? '';
  const letters = Array.from(plain.slice(0, plain.length - ending.length));
  const shortStem = letters.slice(0, longest).join('');
  const isWhole = letters.length <= longest || letters[longest] === ' ';
  const name = `${(isWhole ? shortStem : shortStem.replace(/(?<=^.{20,}) \S*$/su, '')).trim()}${ending}`.replace(
    /[. ]+$/,
    '',
  );
  if (name === '') return '_';
  return windowsReservedName.test(name) ? `_${name}` : name;
}
