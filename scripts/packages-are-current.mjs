import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** True if the folder's node_modules match its package-lock.json, except for optional packages. */
export function packagesAreCurrent(folder = '.') {
  const installedLock = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const { packages: installed } = JSON.parse(readFileSync(installedLock, 'utf8'));
  return Object.entries(wanted).every(([path, { version, optional, peer }]) => {
    if (path === '') return true;
    return installed[path] ? installed[path].version === version : (optional ?? peer ?? false);
  });
}
