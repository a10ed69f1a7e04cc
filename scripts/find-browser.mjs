import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsApps = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

/** Returns the path of a Chromium, Chrome or Edge that is installed on this machine, or null. */
export function findBrowser() {
  return candidates().find((path) => existsSync(path)) ?? null;
}

/**
 * Returns the path of Debian's headless Chromium, or null. It is the kind that Playwright starts by default; tests take
 * a quarter less time in it, and it does not ask for permission before the local network is reached.
 */
export function findHeadlessShell() {
  return onThePath('chromium-headless-shell').find((path) => existsSync(path)) ?? null;
}

function candidates() {
  if (process.platform === 'darwin')
    return ['/', homedir()].flatMap((root) =>
      macApps.map((name) => join(root, 'Applications', `${name}.app`, 'Contents', 'MacOS', name)),
    );
  if (process.platform === 'win32')
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter((root) => root !== undefined)
      .flatMap((root) => windowsApps.map((path) => join(root, path)));
  return commands.flatMap(onThePath);
}

function onThePath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name));
}
