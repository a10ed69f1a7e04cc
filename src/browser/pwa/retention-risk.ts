import type { RetentionRisk } from '../../records/browser-abilities.ts';
import { detectBrowserAbilities, type BrowserGlobals } from '../abilities.ts';

/** The maximum wait for access to private files, in milliseconds. */
const patience = 3000;

/**
 * Returns why the browser may delete stored data soon, as far as a page can detect it, or null. Firefox and Safari
 * refuse access to private files (OPFS) in private windows; Chromium's private windows cannot be detected. An installed
 * app's data is kept.
 */
export async function retentionRisk(
  names: BrowserGlobals,
  wait: (ms: number) => Promise<void>,
): Promise<RetentionRisk | null> {
  const { storage } = names.navigator as { storage?: StorageManager };
  const isStorageRefused =
    typeof storage?.getDirectory === 'function' &&
    (await Promise.race([
      storage.getDirectory().then(
        () => false,
        () => true,
      ),
      wait(patience).then(() => false),
    ]));
  if (isStorageRefused) return 'private';
  const installed = matchMedia('(display-mode: standalone)').matches;
  return detectBrowserAbilities(names).engine === 'webkit' && !installed ? 'week' : null;
}
