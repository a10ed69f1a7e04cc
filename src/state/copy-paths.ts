import { safeName } from './safe-name.ts';

/**
 * A path within the session's folder for each file, by its id. No two are the same, whatever the case, none is another's
 * folder, and none is in `others`.
 */
export function copyPaths(
  files: readonly { id: string; name: string }[],
  others: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const taken = new Set(others);
  const folders = new Set<string>();
  const paths = new Map<string, readonly string[]>();
  for (const { id, name } of [...files].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.');
    const path: string[] = [];
    for (const [depth, part] of parts.entries()) {
      const isLast = depth === parts.length - 1;
      const isFree = (tried: string) => {
        const key = keyOf([...path, tried]);
        return !taken.has(key) && !(isLast && folders.has(key));
      };
      path.push(firstFree(safeName(part), isFree));
      (isLast ? taken : folders).add(keyOf(path));
    }
    if (path.length > 0) paths.set(id, path);
  }
  return paths;
}

/** The name as it is, or else with the first number that is free. */
function firstFree(name: string, isFree: (name: string) => boolean): string {
  let tried = name;
  for (let n = 2; !isFree(tried); n += 1) tried = name.replace(/(\.[A-Za-z0-9]{1,8})?$/, ` (${n})$1`);
  return tried;
}

function keyOf(path: readonly string[]): string {
  return path.join('/').normalize('NFC').toLowerCase();
}
