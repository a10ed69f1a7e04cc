import type { SessionFile } from '../domain/session-file.ts';
import { fileKey } from '../domain/file-key.ts';

/** The file with this id, else the newest with this name. */
export function findFile(files: readonly SessionFile[], wanted: string): SessionFile | undefined {
  const byId = files.find((file) => file.id === wanted);
  if (byId) return byId;
  const named = files.filter((file) => fileKey(file.name) === fileKey(wanted));
  return named.reduce<SessionFile | undefined>(
    (newest, file) => (newest && newest.created_at >= file.created_at ? newest : file),
    undefined,
  );
}
