import { startCompanion } from './companion.ts';
import { fencedFrame } from './fenced-frame.ts';
import { pageReader } from './read-page.ts';

startCompanion(pageReader(fencedFrame), chrome.runtime.onConnect);
