import { existsSync } from 'node:fs';
import { findBrowser, findHeadlessShell } from './find-browser.mjs';
import { runCommand } from './run-command.mjs';

/** Makes sure that a Chromium for the browser tests is there. Returns false, after saying what to run, when it is not. */
export async function installBrowser() {
  if (await haveBrowser()) {
    if (findBrowser() && !findHeadlessShell() && mayInstall()) await install('chromium-headless-shell');
    return true;
  }
  console.log('No Chromium found; downloading one (npx playwright install chromium) …');
  const download = await runCommand('npx', ['playwright', 'install', 'chromium'], { quiet: true });
  if (download.code === 0 && (await haveBrowser())) return true;
  if (mayInstall()) {
    console.log('That did not work; installing the package chromium (apt-get) …');
    const output = await install('chromium', 'chromium-headless-shell');
    if (await haveBrowser()) return true;
    console.error(lastLines(output));
  } else {
    console.error(lastLines(download.output));
  }
  console.error(
    'The browser tests need Chromium, and it could not be installed. Run one of these, then try again:\n' +
      '  npx playwright install --with-deps chromium\n' +
      '  sudo apt-get install chromium        (Debian, Ubuntu)',
  );
  return false;
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Resolves with what apt-get said, whether or not it could. */
async function install(...packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const said = [];
  for (const words of [['update'], ...packages.map((name) => ['install', '-y', '--no-install-recommends', name])])
    said.push((await runCommand('apt-get', words, { quiet: true, env })).output);
  return said.join('');
}

/** One that starts: a download without its system libraries does not count. */
async function haveBrowser() {
  const { chromium } = await import('@playwright/test');
  const path = findBrowser() ?? chromium.executablePath();
  if (!existsSync(path)) return false;
  return process.platform === 'win32' || (await runCommand(path, ['--version'], { quiet: true })).code === 0;
}

function lastLines(text) {
  return text.trim().split('\n').slice(-5).join('\n');
}
