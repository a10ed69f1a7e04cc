import type { ShortKeeping } from '../domain/abilities.ts';
import { abilitiesOf, type BrowserNames } from './abilities.ts';

/**
 * Why what is stored here may not last, as far as a page can tell; null where nothing speaks for that. Firefox and Safari
 * refuse private files in private windows; Chromium does not let a page know. An installed app is kept.
 */
export async function shortKeeping(names: BrowserNames): Promise<ShortKeeping | null> {
  const { storage } = names.navigator as { storage?: StorageManager };
  const refused =
    typeof storage?.getDirectory === 'function' &&
    (await storage.getDirectory().then(
      () => false,
      () => true,
    ));
  if (refused) return 'private';
  const installed = matchMedia('(display-mode: standalone)').matches;
  return abilitiesOf(names).engine === 'webkit' && !installed ? 'week' : null;
}
