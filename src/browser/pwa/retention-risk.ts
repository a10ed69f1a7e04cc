import type { RetentionRisk } from '../../records/browser-abilities.ts';
import { browserFeatures, type BrowserNames } from '../abilities.ts';

/** The maximum wait for access to private files, in milliseconds. */
const patience = 3000;

/**
 * Returns why stored data may not last, as far as a page can detect it; null without a reason. Firefox and Safari
 * refuse private files in private windows; Chromium does not reveal them. An installed app's data stays.
 */
export async function retentionRisk(
  names: BrowserNames,
  wait: (ms: number) => Promise<void>,
): Promise<RetentionRisk | null> {
  const { storage } = names.navigator as { storage?: StorageManager };
  const refused =
    typeof storage?.getDirectory === 'function' &&
    (await Promise.race([
      storage.getDirectory().then(
        () => false,
        () => true,
      ),
      wait(patience).then(() => false),
    ]));
  if (refused) return 'private';
  const installed = matchMedia('(display-mode: standalone)').matches;
  return browserFeatures(names).engine === 'webkit' && !installed ? 'week' : null;
}
