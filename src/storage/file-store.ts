import { SessionFile } from '../domain/session-file.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';

const FileHead = SessionFile.omit({ content: true });

/** The list is in the order of making. */
export function fileStore(database: CairnDatabase): Stores['files'] {
  const { files, contents, rows } = database;
  return {
    list: (sessionId) =>
      live(async () => {
        const all = rows.many(files, FileHead, await files.where({ session_id: sessionId }).sortBy('created_at'));
        return all.filter((file) => file.deleted_at === null);
      }),
    get: (id) =>
      database.transaction('r', files, contents, async () => {
        const [head, body] = await Promise.all([files.get(id), contents.get(id)]);
        return head && rows.one(files, SessionFile, { ...head, content: body?.content });
      }),
  };
}
