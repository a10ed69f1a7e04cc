import { Template } from '../domain/template.ts';
import type { Stores } from '../ports/stores.ts';
import type { CairnDatabase } from './database.ts';
import { live } from './live.ts';

export function templateStore({ templates, rows }: CairnDatabase): Stores['templates'] {
  return {
    list: () =>
      live(async () => rows.many(templates, Template, await templates.orderBy('created_at').reverse().toArray())),
    save: async (template) => {
      await templates.put(template);
    },
    remove: async (id) => {
      await templates.delete(id);
    },
  };
}
