import { startCompanion } from './companion.ts';
import { enforcePolicyDuringRender } from './fence-pages.ts';
import { readOffscreen } from './read-offscreen.ts';

if (chrome.runtime.onConnectExternal)
  startCompanion(readOffscreen, enforcePolicyDuringRender(readOffscreen), chrome.runtime.onConnectExternal);
