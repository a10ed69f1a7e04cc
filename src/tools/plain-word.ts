import { contentHash } from '../domain/content-hash.ts';

/** A name of a-z, 0-9 and `_` for a text; one that has none of these letters gets a name that is its own all the same. */
export function plainWord(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return plain === '' ? contentHash({ text }).slice(0, 6) : plain;
}
