import type { StorageCare } from '../ports/storage-care.ts';
import { settingsAddress } from './settings-address.ts';

/**
 * Begins with nothing stored, at the place where a backup can be read in if that is wanted: the page is loaded anew.
 * Otherwise says why what is stored could not be deleted.
 */
export async function beginAfresh(
  storage: StorageCare,
  { erase, restore }: { erase: boolean; restore: boolean },
): Promise<'held' | 'refused' | null> {
  const end = erase ? await storage.erase() : 'done';
  if (end !== 'done') return end;
  storage.beginAnew();
  history.replaceState(null, '', restore ? settingsAddress.write('data') : '#/');
  location.reload();
  return null;
}
