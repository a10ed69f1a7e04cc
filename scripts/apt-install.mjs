import { existsSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

/** True if Debian packages can be installed here: by root, and with apt-get. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs Debian packages one by one, so that a missing one does not affect the others. Resolves with the output of
 * apt-get, whether it succeeded or not.
 */
export async function aptInstall(...packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const said = [];
  for (const words of [['update'], ...packages.map((name) => ['install', '-y', '--no-install-recommends', name])])
    said.push((await runCommand('apt-get', words, { quiet: true, env })).output);
  return said.join('');
}

/** Returns the end of an output, where the reason of a failure usually is. */
export const lastLines = (text) => text.trim().split('\n').slice(-5).join('\n');
