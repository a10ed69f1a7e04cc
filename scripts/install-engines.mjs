import { existsSync } from 'node:fs';
import { aptInstall, lastLines, mayInstall } from './apt-install.mjs';
import { runCommand } from './run-command.mjs';

const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'gir1.2-webkit2-4.1', 'python3-gi'];
const programs = ['/usr/bin/firefox-esr', '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', '/usr/bin/python3'];

/**
 * Installs Firefox and WebKit for the journeys in three engines: as Debian packages if possible, else through
 * Playwright. Returns false, after printing why, if one of them cannot be installed.
 */
export async function installEngines() {
  if (await haveOwn()) return true;
  if (mayInstall()) {
    console.log(`Installing Firefox and WebKit (apt-get install ${packages.join(' ')}) …`);
    const output = await aptInstall(...packages);
    if (await haveOwn()) return true;
    console.error(lastLines(output));
  } else {
    const { code } = await runCommand('npx', ['playwright', 'install', 'firefox', 'webkit'], { quiet: true });
    if (code === 0) return true;
  }
  console.error('Firefox and WebKit could not be installed, so the journeys were not gone in them.');
  return false;
}

/** True if everything is installed, including the library that Python loads. */
async function haveOwn() {
  if (!programs.every((path) => existsSync(path))) return false;
  const load = 'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2';
  return (await runCommand('/usr/bin/python3', ['-c', load], { quiet: true })).code === 0;
}
