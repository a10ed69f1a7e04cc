import { escapeForRegExp } from '../values/escaped-pattern.ts';

/** A part of a text; `file` is the id of the file that it names, or null. */
interface TextPart {
  text: string;
  file: string | null;
}

/**
 * Returns a function that splits a text into parts at the names of these files. A name must stand as a separate word;
 * where several match, the longest counts.
 */
export function createFileMentionSplitter(
  files: readonly { id: string; name: string }[],
): (text: string) => TextPart[] {
  const ids = new Map(files.map(({ id, name }) => [name, id]));
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map(escapeForRegExp);
  const pattern = new RegExp(`(?<![\\w./-])(?:${names.join('|')})(?![\\w/-]|\\.\\w)`, 'g');
  return (text) => {
    const parts: TextPart[] = [];
    let from = 0;
    for (const { 0: name, index } of names.length === 0 ? [] : text.matchAll(pattern)) {
      if (index > from) parts.push({ text: text.slice(from, index), file: null });
      parts.push({ text: name, file: ids.get(name) ?? null });
      from = index + name.length;
    }
    if (from < text.length) parts.push({ text: text.slice(from), file: null });
    return parts;
  };
}
