import { existsSync } from 'node:fs';
import { aptInstall, lastLines, mayInstall } from './apt-install.mjs';
import { packagesAreCurrent } from './packages-are-current.mjs';
import { runCommand } from './run-command.mjs';

const folder = 'tests/peers';

/**
 * Installs servers by other authors for the trials: model servers, and nginx if Debian has it. They are no part of the
 * app, and their install scripts are not run. Prints what cannot be installed; the trial that needs it then fails, or
 * is skipped if it asks for a command.
 */
export async function installPeers() {
  if (!existsSync('/usr/sbin/nginx') && mayInstall()) {
    console.log('Installing nginx (apt-get install nginx-light) …');
    const output = await aptInstall('nginx-light');
    if (!existsSync('/usr/sbin/nginx')) console.error(lastLines(output));
  }
  if (packagesAreCurrent(folder)) return;
  console.log(`Installing the model servers of ${folder} …`);
  const llamaRunsHere = process.platform === 'linux' && process.arch === 'x64';
  const args = ['ci', '--prefix', folder, '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code } = await runCommand('npm', [...args, ...(llamaRunsHere ? [] : ['--force'])]);
  if (code !== 0) console.error('They could not be installed; npm says why above.');
}
