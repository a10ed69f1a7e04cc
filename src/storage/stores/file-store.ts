import {
  FileMetadata,
  SessionFile,
  splitSessionFile,
  idOfExtractedText,
  fileIdOfExtractedText,
} from '../../records/session-file.ts';
import { unusedFileName } from '../../records/file-name.ts';
import type { Stores } from '../../ports/stores.ts';
import type { CairnDatabase } from '../database.ts';
import { observableQuery } from './soft-delete-store.ts';

/** The store of files, listed in order of creation. */
export function fileStore(database: CairnDatabase): Stores['files'] {
  const { files, contents, rows } = database;
  const ofSession = (sessionId: string) => filesWithoutContent(database, sessionId);
  const whole = async (id: string) => {
    const [head, body] = await Promise.all([files.get(id), contents.get(id)]);
    return head && rows.one(files, SessionFile, { ...head, ...body });
  };
  return {
    list: (sessionId) => observableQuery(() => ofSession(sessionId)),
    get: (id) => database.transaction('r', files, contents, () => whole(id)),
    page: async (after, limit) => {
      const further = after === null ? files.orderBy('id') : files.where('id').above(after);
      return rows.many(files, FileMetadata, await further.limit(limit).toArray());
    },
    watch: (id) =>
      observableQuery(async () => {
        const file = await database.transaction('r', files, contents, () => whole(id));
        return file?.deleted_at === null ? file : undefined;
      }),
    own: (sessionId) =>
      database.transaction('r', files, contents, async () => {
        const heads = (await ofSession(sessionId)).filter(({ kind }) => kind === 'file');
        const wholeFiles = await Promise.all(heads.map(({ id }) => whole(id)));
        return wholeFiles.filter((file) => file !== undefined);
      }),
    add: (file) =>
      database.transaction('rw', files, contents, async () => {
        const others = await ofSession(file.session_id);
        const addedFile = {
          ...file,
          name: unusedFileName(
            file.name,
            others.map(({ name }) => name),
          ),
        };
        const [head, body] = splitSessionFile(addedFile);
        await files.add(head);
        await contents.add(body);
        return addedFile;
      }),
    rename: (id, wantedName) =>
      database.transaction('rw', files, contents, async () => {
        const file = await files.get(id);
        if (!file) return null;
        const others = (await ofSession(file.session_id)).filter((other) => other.id !== id);
        const name = unusedFileName(
          wantedName,
          others.map((other) => other.name),
        );
        await files.update(id, { name });
        await renameExtractedTexts(database, id, file.name, name);
        return name;
      }),
    rewrite: (id, before, content) =>
      database.transaction('rw', contents, async () => {
        const body = await contents.get(id);
        if (body?.content !== before) return false;
        await contents.update(id, { content });
        return true;
      }),
    remove: (id, at) =>
      database.transaction('rw', files, async () => {
        const texts = await extractedTextIds(database, id);
        await files
          .where('id')
          .anyOf([id, ...texts])
          .modify({ deleted_at: at });
      }),
  };
}

/** Returns the ids of the extracted texts of a file. */
export async function extractedTextIds({ files }: Pick<CairnDatabase, 'files'>, id: string): Promise<string[]> {
  const textIds = await files.where('id').startsWith(idOfExtractedText(id)).primaryKeys();
  return textIds.filter((text) => fileIdOfExtractedText(text) === id);
}

/** Gives the extracted texts of a file its new name, also where the text of a workbook names those of its sheets. */
export async function renameExtractedTexts(
  database: Pick<CairnDatabase, 'files' | 'contents'>,
  id: string,
  from: string,
  to: string,
): Promise<void> {
  const { files, contents } = database;
  const texts = await extractedTextIds(database, id);
  for (const text of texts) {
    const name = (await files.get(text))?.name ?? '';
    await files.update(text, { name: `${to}${name.startsWith(from) ? name.slice(from.length) : '.md'}`, source: to });
  }
  if (texts.length < 2) return;
  const overview = await contents.get(idOfExtractedText(id));
  const content = overview?.content.replaceAll(`“${from} - `, `“${to} - `);
  if (content !== undefined) await contents.update(idOfExtractedText(id), { content });
}

/** Returns a session's files in order of creation, without their content, which is stored separately. */
export async function filesWithoutContent(
  { files, rows }: Pick<CairnDatabase, 'files' | 'rows'>,
  sessionId: string,
): Promise<FileMetadata[]> {
  const all = rows.many(files, FileMetadata, await files.where({ session_id: sessionId }).sortBy('created_at'));
  return all.filter((file) => file.deleted_at === null);
}
