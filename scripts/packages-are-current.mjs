import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the folder's node_modules hold what its package-lock.json says, as far as that is not optional. */
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
