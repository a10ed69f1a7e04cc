import { packagesAreCurrent } from './packages-are-current.mjs';
import { runCommand } from './run-command.mjs';

/** Makes node_modules match package-lock.json. Returns false, after printing why, if that fails. */
export async function installPackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 24 && !(major === 20 && minor >= 19) && !(major === 22 && minor >= 13)) {
    console.error(
      `Cairn needs Node 20.19, 22.13, or 24 and newer; this is ${process.versions.node}. Get it from https://nodejs.org/`,
    );
    return false;
  }
  if (packagesAreCurrent()) return true;
  console.log('Installing packages (npm ci) …');
  const { code } = await runCommand('npm', ['ci', '--include=dev', '--no-progress']);
  if (code !== 0) console.error('The packages could not be installed; npm says why above. Then run the command again.');
  return code === 0;
}
