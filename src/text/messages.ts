import { firstMessages } from './first-messages.ts';
import { laterMessages } from './later-messages.ts';

/** Every sentence of the app by language. A section is a file of this folder with the same keys in each language. */
export const messages = {
  en: { ...firstMessages.en, ...laterMessages.en },
  zh: { ...firstMessages.zh, ...laterMessages.zh },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

export type Language = keyof typeof messages;

export type MessageKey = keyof typeof messages.en;

type Placeholders<Text extends string> = Text extends `${string}{${infer Found}}${infer Rest}`
  ? (Found extends `${infer Name}|${string}` ? Name : Found) | Placeholders<Rest>
  : never;

/** The values that a message needs: nothing, or a record with each of its placeholders. */
export type Params<K extends MessageKey> = [Placeholders<(typeof messages.en)[K]>] extends [never]
  ? []
  : [Record<Placeholders<(typeof messages.en)[K]>, string | number>];
