import * as z from 'zod';

const words: Record<string, boolean> = { true: true, yes: true, 是: true, false: false, no: false, 否: false };

/** A truth value, written as a word, too. */
export const readsAsTruth = z.preprocess(
  (value) => (typeof value === 'string' ? (words[value.trim().toLowerCase()] ?? value) : value),
  z.boolean().nullish(),
);
