import type { FolderFault } from '../ports/folder.ts';
import type { Words } from './words.svelte.ts';

/** A fault of the person's folder, and what to do about it. */
export function folderFaultText(fault: FolderFault, folder: string, words: Pick<Words, 't'>): string {
  return fault.code === 'failed'
    ? words.t('data.folder_failed', { folder, file: fault.path, detail: fault.detail })
    : words.t(`data.folder_${fault.code}`, { folder });
}
