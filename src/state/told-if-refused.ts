import type { Toasts } from './toasts.svelte.ts';
import type { Words } from './words.svelte.ts';

/** Whether a write was kept; the person is told when it was not. */
export async function toldIfRefused(
  { words, toasts }: { words: Words; toasts: Toasts },
  write: () => Promise<void>,
): Promise<boolean> {
  try {
    await write();
    return true;
  } catch {
    toasts.refuse(words.t('panes.not_saved'));
    return false;
  }
}
