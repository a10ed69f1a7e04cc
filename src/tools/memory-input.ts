import * as z from 'zod';

/** What the memory tool is given. All fields but `action` depend on the action. */
export const memoryInput = z
  .object({
    action: z.enum(['remember', 'recall', 'list', 'update', 'forget']),
    query: z.string().trim().max(400, 'must be 400 characters at most').optional().describe('for recall: a few words'),
    id: z.string().optional().describe('id of the note, as recall and list show it; for recall, update and forget'),
    title: z
      .string()
      .trim()
      .max(200, 'must be 200 characters at most')
      .optional()
      .describe('for remember and update; for forget give the present title, too'),
    text: z.string().max(20_000, 'must be 20,000 characters at most').optional().describe('Markdown'),
    tags: z.array(z.string()).optional(),
  })
  .superRefine(({ action, query, id, title, text, tags }, context) => {
    const missing = (message: string) => context.addIssue({ code: 'custom', message, path: [] });
    if (action === 'remember' && !text?.trim() && !title) missing('remember needs a “text”');
    if (action === 'recall' && !query && !id) missing('recall needs a “query” (a few words) or an “id”');
    if (action === 'update' && !id) missing('update needs the “id” of the note; recall and list show the ids');
    if (action === 'update' && title === undefined && text === undefined && tags === undefined)
      missing('update needs what to change: title, text or tags');
    if (action === 'forget' && !id && !title)
      missing('forget needs the “id” of the note; recall and list show the ids');
  });
export type MemoryInput = z.output<typeof memoryInput>;
