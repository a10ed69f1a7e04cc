import type * as z from 'zod';
import { SessionFile } from './session-file.ts';

/** A file as it is listed: without its content, which is stored beside it. */
export const FileHead = SessionFile.omit({ content: true });
export type FileHead = z.infer<typeof FileHead>;
