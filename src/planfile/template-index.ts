import * as z from 'zod';

const Texts = z.object({ en: z.string().min(1), zh: z.string().min(1) });

/** What lies beside the `plan.json` files of the shipped templates: their names, for a file holds a plan only (R2.9). */
export const TemplateIndex = z.array(
  z.object({ id: z.string().regex(/^[a-z0-9-]+$/), name: Texts, description: Texts }),
);
