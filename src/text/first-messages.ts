import { settings } from './settings.ts';
import { shell } from './shell.ts';

/** What the page says at once, on the welcome page and in the settings. */
export const firstMessages = {
  en: { ...shell.en, ...settings.en },
  zh: { ...shell.zh, ...settings.zh },
} as const;
