import { languages, type Language } from '../../../src/i18n/languages.ts';
import type { MessageKey } from '../../../src/i18n/translate.ts';

const whole = Object.entries(languages).map(
  async ([language, { first, rest }]) => [language, { ...(await first()), ...(await rest()) }] as const,
);

/** Every message by language. */
export const allMessages = Object.fromEntries(await Promise.all(whole)) as Record<Language, Record<MessageKey, string>>;
