import { startCompanion } from './companion.ts';
import { fencePages } from './fence-pages.ts';
import { readOffscreen } from './read-offscreen.ts';

if (chrome.runtime.onConnectExternal)
  startCompanion(readOffscreen, fencePages(readOffscreen), chrome.runtime.onConnectExternal);
