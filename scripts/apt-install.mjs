import { existsSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

/** Whether Debian's packages can be installed here: by root, where apt-get is. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs packages of Debian one by one, so that one that is missing costs no other. Resolves with what apt-get said, whether or not it could. */
export async function aptInstall(...packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const said = [];
  for (const words of [['update'], ...packages.map((name) => ['install', '-y', '--no-install-recommends', name])])
    said.push((await runCommand('apt-get', words, { quiet: true, env })).output);
  return said.join('');
}

/** The end of an output, where the reason of a failure stands. */
export const lastLines = (text) => text.trim().split('\n').slice(-5).join('\n');
