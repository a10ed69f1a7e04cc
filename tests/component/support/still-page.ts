import { ignoreResizeObserverErrors } from '../../../src/browser/run-after-paint.ts';

ignoreResizeObserverErrors();

/** What goes by itself after some seconds, such as a toast, stays: a slow machine would take longer to look at it. */
const wait = window.setTimeout.bind(window);
const longest = 2000;
window.setTimeout = Object.assign((run: () => void, ms = 0) => (ms < longest ? wait(run, ms) : 0), wait);
