import type { en } from './en/en.ts';
import type { first } from './en/first.ts';

/**
 * Fills `{name}` placeholders, and `{name|one|many}` by whether the value is 1. One without a value stays as it is, so
 * that its absence is seen.
 */
export function translate(message: string, params: Readonly<Record<string, string | number>> = {}): string {
  return message.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return one === undefined || many === undefined ? String(value) : Number(value) === 1 ? one : many;
  });
}

/** The same messages in another language: the compiler holds that none is missing, and none is left over. */
export type Translated<English> = Readonly<Record<keyof English, string>>;

/** Every message by its key, in English; the other languages have the same keys and the same placeholders. */
type English = typeof first & typeof en;

export type MessageKey = keyof English;

type Placeholders<Text extends string> = Text extends `${string}{${infer Found}}${infer Rest}`
  ? (Found extends `${infer Name}|${string}` ? Name : Found) | Placeholders<Rest>
  : never;

/** The values that a message needs: nothing, or a record with each of its placeholders. */
export type Params<K extends MessageKey> = [Placeholders<English[K]>] extends [never]
  ? []
  : [Record<Placeholders<English[K]>, string | number>];
