import { FileHead } from '../domain/file-head.ts';
import type { CairnDatabase } from './database.ts';

/** A session's files as they are listed: without their content, which is stored beside them, in the order of making. */
export async function fileHeads(
  { files, rows }: Pick<CairnDatabase, 'files' | 'rows'>,
  sessionId: string,
): Promise<FileHead[]> {
  const all = rows.many(files, FileHead, await files.where({ session_id: sessionId }).sortBy('created_at'));
  return all.filter((file) => file.deleted_at === null);
}
