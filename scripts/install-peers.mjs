import { packagesAreCurrent } from './packages-are-current.mjs';
import { runCommand } from './run-command.mjs';

const folder = 'tests/peers';

/**
 * Makes the model servers that others wrote ready for the trials. They are no part of the app, and their install scripts
 * are not run. What cannot be installed is said; its trial then fails.
 */
export async function installPeers() {
  if (packagesAreCurrent(folder)) return;
  console.log(`Installing the model servers of ${folder} …`);
  const llamaRunsHere = process.platform === 'linux' && process.arch === 'x64';
  const args = ['ci', '--prefix', folder, '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code } = await runCommand('npm', [...args, ...(llamaRunsHere ? [] : ['--force'])]);
  if (code !== 0) console.error('They could not be installed; npm says why above.');
}
