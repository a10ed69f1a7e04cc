import { SessionFile } from '../domain/session-file.ts';

/** A file without its content, which is stored beside it. */
export const FileHead = SessionFile.omit({ content: true });
