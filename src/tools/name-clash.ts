import type { SessionFile } from '../domain/session-file.ts';
import { fileKey } from '../domain/file-key.ts';

/** Why no new file can have this name beside those there are, or null: not every computer could keep both. */
export function nameClash(files: readonly SessionFile[], name: string): string | null {
  const key = fileKey(name);
  for (const { name: other } of files) {
    const taken = fileKey(other);
    if (taken === key) return `there is “${other}” already, which differs in upper and lower case only`;
    if (taken.startsWith(`${key}/`)) return `“${name}” is a folder that holds “${other}”`;
    if (key.startsWith(`${taken}/`)) return `“${other}” is a file, so it cannot hold “${name}”`;
  }
  return null;
}
