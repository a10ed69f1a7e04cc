import type { Words } from '../../state/words.svelte.ts';
import { sizeText } from '../files/size-text.ts';

/** A size as models have it, such as `1.1 GB`. */
export function onDeviceSize(bytes: number, words: Words): string {
  if (bytes < 999_500_000) return sizeText(bytes >= 10_000_000 ? Math.round(bytes / 1e6) * 1e6 : bytes, words);
  return words.t('on_device.gigabytes', { n: words.number(Math.round(bytes / 1e8) / 10) });
}
