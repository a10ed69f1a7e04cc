import type { Words } from '../../state/words.svelte.ts';

/** A size as people read it, such as `12 KB`. */
export function sizeText(bytes: number, words: Words): string {
  if (bytes < 1000) return words.t('size.bytes', { n: words.number(bytes) });
  if (bytes < 999_500) return words.t('size.kilobytes', { n: words.number(Math.round(bytes / 1000)) });
  return words.t('size.megabytes', { n: words.number(Math.round(bytes / 100_000) / 10) });
}
