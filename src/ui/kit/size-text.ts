import type { Translator } from '../app/translator.svelte.ts';

/** A file size, such as `12 KB`. */
export function sizeText(bytes: number, words: Translator): string {
  if (bytes < 1000) return words.t('size.bytes', { n: words.number(bytes) });
  if (bytes < 999_500) return words.t('size.kilobytes', { n: words.number(Math.round(bytes / 1000)) });
  return words.t('size.megabytes', { n: words.number(Math.round(bytes / 100_000) / 10) });
}

/** The size of a model, such as `1.1 GB`. */
export function modelSizeText(bytes: number, words: Translator): string {
  if (bytes < 999_500_000) return sizeText(bytes >= 10_000_000 ? Math.round(bytes / 1e6) * 1e6 : bytes, words);
  return words.t('on_device.gigabytes', { n: words.number(Math.round(bytes / 1e8) / 10) });
}
