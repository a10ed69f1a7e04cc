import { shell } from './shell.ts';
import { welcome } from './welcome.ts';

/** What the page says at once. */
export const firstMessages = {
  en: { ...shell.en, ...welcome.en },
  zh: { ...shell.zh, ...welcome.zh },
} as const;
