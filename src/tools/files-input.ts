import * as z from 'zod';
import type { Json } from '../domain/json.ts';
import { fileNameFault } from './file-name-fault.ts';

/** Composed, so that what looks the same is the same, and without a leading `./`. */
const composed = (name: string) => name.normalize('NFC').replace(/^(\.\/)+/, '');

/** What the tool for files is given. All fields but `action` depend on the action. */
export const filesInput = z
  .object({
    action: z.enum(['write', 'append', 'read', 'list', 'delete']),
    name: z
      .string()
      .overwrite(composed)
      .optional()
      .describe('name of the file, such as notes.md or data/2024.csv; for all actions but list'),
    content: z.custom<Json>().optional().meta({ type: 'string', description: 'for write and append: the text' }),
    from: z
      .number()
      .min(0, 'must be 0 or more')
      .optional()
      .describe('for read: position of the first character; for list: how many to pass over'),
    length: z.number().min(1, 'must be 1 or more').optional().describe('for read: how many characters, 4000 at most'),
    line: z.number().min(1, 'must be 1 or more').optional().describe('for read, in place of from: the first line'),
    lines: z.number().min(1, 'must be 1 or more').optional().describe('for read: how many lines'),
    show: z
      .enum(['files', 'kept', 'all'])
      .optional()
      .describe('for list: kept shows what tools kept, such as fetched pages; files if left out'),
  })
  .superRefine(({ action, name, content }, context) => {
    const wrong = (message: string) => context.addIssue({ code: 'custom', message, path: [] });
    if (action !== 'list' && !name) wrong(`${action} needs the “name” of the file`);
    if (action !== 'write' && action !== 'append') return;
    if (content === undefined) wrong(`${action} needs a “content”`);
    const fault = name ? fileNameFault(name) : null;
    if (fault) wrong(fault);
  });
export type FilesInput = z.output<typeof filesInput>;
