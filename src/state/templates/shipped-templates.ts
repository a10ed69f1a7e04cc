import type { Template } from '../../domain/plan/template.ts';
import type { Language } from '../../text/languages.ts';

type Read = (path: string) => Promise<Response>;

const loaded = new Map<Language, Promise<Template[]>>();

/**
 * The templates that come with the app (R2.9), read once from the app's own folder. Rejects when they cannot be loaded.
 */
export function shippedTemplates(
  language: Language,
  read: Read = (path) => fetch(new URL(path, document.baseURI)),
): Promise<Template[]> {
  const known = loaded.get(language);
  if (known) return known;
  const coming = load(language, read);
  loaded.set(language, coming);
  coming.catch(() => loaded.delete(language));
  return coming;
}

async function load(language: Language, read: Read): Promise<Template[]> {
  const [index, { readPlanFile }, { TemplateIndex }] = await Promise.all([
    text(read, 'index.json'),
    import('../../planfile/read-plan-file.ts'),
    import('../../planfile/read-plan-file.ts'),
  ]);
  return Promise.all(
    TemplateIndex.parse(JSON.parse(index)).map(async ({ id, name, description }) => {
      const file = await text(read, `${id}.${language}.json`);
      const reading = readPlanFile(file, { planId: id, at: '' });
      if (!reading.ok) throw new Error(`The template ${id} cannot be read.`);
      const { plan } = reading;
      return { id, name: name[language], description: description[language], plan, created_at: plan.created_at };
    }),
  );
}

async function text(read: Read, name: string): Promise<string> {
  const response = await read(`templates/${name}`);
  if (!response.ok) throw new Error(`The template ${name} is missing.`);
  return response.text();
}
