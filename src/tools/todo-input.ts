import * as z from 'zod';
import { Priority } from '../domain/todo.ts';
import { givenTime, timeForm } from './given-time.ts';

const withId = ['update', 'complete', 'reopen', 'delete', 'move'] as const;

/** What the to-do tool is given. All fields but `action` depend on the action. */
export const todoInput = z
  .object({
    action: z.enum(['add', 'list', ...withId]),
    id: z.string().optional().describe('id of the to-do, as list shows it; for all actions but add and list'),
    title: z
      .string()
      .trim()
      .max(500, 'must be 500 characters at most')
      .optional()
      .describe('for add and update; for delete give the present title, too'),
    notes: z.string().max(20_000, 'must be 20,000 characters at most').optional(),
    due: z.string().optional().describe(`${timeForm}; none to remove it`),
    priority: Priority.optional(),
    tags: z.array(z.string()).optional(),
    place: z.number().optional().describe('for move: new place in the list, 1 is the top'),
    show: z.enum(['open', 'done', 'all']).optional().describe('for list; open if left out'),
  })
  .superRefine((input, context) => {
    const missing = (message: string) => context.addIssue({ code: 'custom', message, path: [] });
    const { action } = input;
    if (action === 'add' && !input.title) missing('add needs a “title”');
    if (action === 'move' && input.place === undefined) missing('move needs a “place” (1 is the top)');
    const changes = [input.title, input.notes, input.due, input.priority, input.tags];
    if (action === 'update' && changes.every((change) => change === undefined))
      missing('update needs what to change: title, notes, due, priority or tags');
    if (withId.some((name) => name === action) && !input.id && (action === 'update' || !input.title))
      missing(`${action} needs the “id” of the to-do; list shows the ids`);
    if (input.due !== undefined && !isNone(input.due) && !givenTime(input.due, 'UTC'))
      missing(`“due” must be ${timeForm}, or none, not ${JSON.stringify(input.due)}`);
  });
export type TodoInput = z.output<typeof todoInput>;

export const isNone = (text: string) => /^(none|null|no|never|-)$/i.test(text.trim());
