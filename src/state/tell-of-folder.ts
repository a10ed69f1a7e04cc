import type { FolderFault } from '../ports/folder.ts';
import type { App } from './app.svelte.ts';
import { folderFaultText } from './folder-fault-text.ts';

/** Says why the copies in the person's folder are not up to date, with the way out. */
export async function tellOfFolder(
  app: Pick<App, 'words' | 'toasts' | 'openSettings'>,
  fault: FolderFault,
  folder: string,
  allow: () => Promise<void>,
): Promise<void> {
  const { words, toasts } = app;
  await words.complete();
  const wayOut =
    fault.code === 'denied'
      ? { label: words.t('data.folder_allow'), run: () => void allow() }
      : { label: words.t('shell.settings'), run: () => app.openSettings('data') };
  toasts.refuse(folderFaultText(fault, folder, words), wayOut);
}
