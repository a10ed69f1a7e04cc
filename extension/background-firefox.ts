import { startCompanion } from './companion.ts';
import { fencedFrame } from './fenced-frame.ts';
import { pageReader } from './read-page.ts';

startCompanion(pageReader(fencedFrame), null, chrome.runtime.onConnect);
