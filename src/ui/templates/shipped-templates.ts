import type { Template } from '../../plan/template.ts';
import type { Language } from '../../i18n/languages.ts';

type Read = (path: string) => Promise<Response>;

/** The categories of the templates that come with the app. */
export const templateOccasions = [
  'travel',
  'study',
  'work',
  'household',
  'health',
  'money',
  'research',
  'code',
] as const;

/** A template that comes with the app, with its occasion and the words of both languages, for the search. */
export type ShippedTemplate = Template & { occasion: (typeof templateOccasions)[number]; words: string };

/** The files of `public/templates`, in the order of the gallery; a test compares them with the folder. */
const shippedIds = [
  'trip',
  'day-out',
  'travel-papers',
  'study-plan',
  'study-notes',
  'language-practice',
  'weekly-review',
  'daily-briefing',
  'meeting',
  'page-to-todos',
  'event',
  'weekly-meals',
  'moving',
  'doctor-visit',
  'habit',
  'monthly-spending',
  'compare-offers',
  'big-purchase',
  'topic-overview',
  'compare-pages',
  'table-question',
  'choose-library',
  'upgrade',
  'issue-triage',
];

const templatesByLanguage = new Map<Language, Promise<ShippedTemplate[]>>();

/**
 * Returns the templates that come with the app, read once from the app's own folder. Rejects if they cannot be loaded.
 */
export function shippedTemplates(
  language: Language,
  fetchTemplate: Read = (path) => fetch(new URL(path, document.baseURI)),
): Promise<ShippedTemplate[]> {
  const loadedTemplates = templatesByLanguage.get(language);
  if (loadedTemplates) return loadedTemplates;
  const coming = load(language, fetchTemplate);
  templatesByLanguage.set(language, coming);
  coming.catch(() => templatesByLanguage.delete(language));
  return coming;
}

async function load(language: Language, fetchTemplate: Read): Promise<ShippedTemplate[]> {
  const { readPlanFile, TemplateFile } = await import('../../formats/plan-file/read-plan-file.ts');
  return Promise.all(
    shippedIds.map(async (id) => {
      const response = await fetchTemplate(`templates/${id}.json`);
      if (!response.ok) throw new Error(`The template ${id} is missing.`);
      const { occasion, ...languages } = TemplateFile.parse(await response.json());
      const { plan: file, ...told } = languages[language];
      const reading = readPlanFile(JSON.stringify(file), { planId: id, at: '' });
      if (!reading.ok) throw new Error(`The template ${id} cannot be read.`);
      const { plan } = reading;
      return { id, ...told, occasion, plan, created_at: plan.created_at, words: wordsOf(languages, occasion) };
    }),
  );
}

function wordsOf(languages: Record<Language, Pick<Template, 'name' | 'description'>>, occasion: string): string {
  const { en, zh } = languages;
  return [occasion, en.name, en.description, zh.name, zh.description].join('\n').toLowerCase();
}
