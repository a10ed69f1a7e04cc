import type { en } from './en/en.ts';
import type { first } from './en/first.ts';

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
