import type { Language } from '../../i18n/languages.ts';
import type { ProviderChoice } from '../app/app-dependencies.ts';

/** Returns the name of a provider in a language; empty if it has none. */
export const providerName = (choice: ProviderChoice | undefined, language: Language): string =>
  (language === 'zh' && choice?.chineseName) || (choice?.name ?? '');
