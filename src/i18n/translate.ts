import type { en } from './en/en.ts';
import type { first } from './en/first.ts';

/**
 * Fills placeholders: `{name}` with its value, `{name|one|many}` with the first form if the value is 1, else the
 * second. A placeholder without a value stays in the text, so that the error is visible.
 */
export function translate(message: string, params: Readonly<Record<string, string | number>> = {}): string {
  return message.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return one === undefined || many === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}

/** The same messages in another language; the compiler checks that none is missing and none is superfluous. */
export type TranslatedMessages<English> = Readonly<Record<keyof English, string>>;

/** Every message by its key, in English; other languages have the same keys and placeholders. */
type English = typeof first & typeof en;

export type MessageKey = keyof English;

type Placeholders<Text extends string> = Text extends `${string}{${infer Found}}${infer Rest}`
  ? (Found extends `${infer Name}|${string}` ? Name : Found) | Placeholders<Rest>
  : never;

/** The parameters of a message: none, or a record with a value for each placeholder. */
export type MessageParams<K extends MessageKey> = [Placeholders<English[K]>] extends [never]
  ? []
  : [Record<Placeholders<English[K]>, string | number>];
