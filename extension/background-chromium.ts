import { startCompanion } from './companion.ts';
import { readOffscreen } from './read-offscreen.ts';

if (chrome.runtime.onConnectExternal) startCompanion(readOffscreen, chrome.runtime.onConnectExternal);
