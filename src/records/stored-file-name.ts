import { escapeForRegExp } from '../values/escaped-pattern.ts';
import { fileNameCollisionKey } from './file-name.ts';
import type { NewFile, SessionFile } from './session-file.ts';

/**
 * Returns the name under which a session keeps what a tool returned: the file's own, or numbered if another file of the
 * session has that name and another content, so that a name never stands for two things. What the same address gave
 * before is no other thing: the newest has the name.
 */
export function storedFileName({ name, content, source }: NewFile, files: readonly SessionFile[]): string {
  const isAddress = /^https?:/.test(source ?? '');
  const others = new Set(
    files
      .filter((file) => !(isAddress && file.source === source) && file.content !== content)
      .map((file) => fileNameCollisionKey(file.name)),
  );
  const [, stem = name, ending = ''] = /^(.+?)(\.\w{1,8})?$/s.exec(name) ?? [];
  let free = name;
  for (let n = 2; others.has(fileNameCollisionKey(free)); n += 1) free = `${stem}-${n}${ending}`;
  return free;
}

/** Returns the text of a tool's result with the name under which its file is kept, in the words that say where it is. */
export function textWithFileName(text: string, before: string, name: string): string {
  if (before === name) return text;
  const words =
    'Kept as: |kept as “|whole(?: output)? is in “|read_artifact with file "|^Kept as (?:a file|files) for the person: [^\\n]*“';
  return text.replace(new RegExp(`(?<=${words})${escapeForRegExp(before)}(?=[”"\\n])`, 'gm'), () => name);
}
