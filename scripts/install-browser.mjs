import { existsSync } from 'node:fs';
import { aptInstall, lastLines, mayInstall } from './apt-install.mjs';
import { findBrowser, findHeadlessShell } from './find-browser.mjs';
import { runCommand } from './run-command.mjs';

/** Makes sure that a Chromium for the browser tests is installed. If not, returns false, after printing what to run. */
export async function installBrowser() {
  if (await haveBrowser()) {
    if (findBrowser() && !findHeadlessShell() && mayInstall()) await aptInstall('chromium-headless-shell');
    return true;
  }
  console.log('No Chromium found; downloading one (npx playwright install chromium) …');
  const download = await runCommand('npx', ['playwright', 'install', 'chromium'], { quiet: true });
  if (download.code === 0 && (await haveBrowser())) return true;
  if (mayInstall()) {
    console.log('That did not work; installing the package chromium (apt-get) …');
    const output = await aptInstall('chromium', 'chromium-headless-shell');
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

/** True if a Chromium starts: a download without its system libraries does not count. */
async function haveBrowser() {
  const { chromium } = await import('@playwright/test');
  const path = findBrowser() ?? chromium.executablePath();
  if (!existsSync(path)) return false;
  return process.platform === 'win32' || (await runCommand(path, ['--version'], { quiet: true })).code === 0;
}
