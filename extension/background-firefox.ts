import { startCompanion } from './companion.ts';
import { createRestrictedFrame } from './restricted-frame.ts';
import { pageReader } from './read-page.ts';

startCompanion(pageReader(createRestrictedFrame), null, chrome.runtime.onConnect);
