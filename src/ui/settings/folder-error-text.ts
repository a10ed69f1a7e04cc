import type { FolderError } from '../../ports/folder.ts';
import type { Translator } from '../app/translator.svelte.ts';
import type { App } from '../app/app.svelte.ts';

/** Returns an error of the person's folder in words, with what to do about it. */
export function folderErrorText(error: FolderError, folder: string, words: Pick<Translator, 't'>): string {
  return error.code === 'failed'
    ? words.t('data.folder_failed', { folder, file: error.path, detail: error.detail })
    : words.t(`data.folder_${error.code}`, { folder });
}

/** Shows why the copies in the person's folder are out of date, with the action that resolves it. */
export async function showFolderError(
  app: Pick<App, 'words' | 'toasts' | 'openSettings'>,
  error: FolderError,
  folder: string,
  allow: () => Promise<void>,
): Promise<void> {
  const { words, toasts } = app;
  await words.loadAll();
  const action =
    error.code === 'denied'
      ? { label: words.t('data.folder_allow'), run: () => void allow() }
      : { label: words.t('shell.settings'), run: () => app.openSettings('data') };
  toasts.warn(folderErrorText(error, folder, words), action);
}
