import '../../../src/values/without-eval.ts';
import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import { afterEach } from 'vitest';
import { quietResizeNotice } from '../../../src/browser/after-paint.ts';
import { unmountAll } from './mount.ts';

quietResizeNotice();

afterEach(unmountAll);

/** What goes by itself after some seconds, such as a toast, stays: a slow machine would take longer to look at it. */
const { setTimeout: wait } = window;
const longest = 2000;
window.setTimeout = Object.assign((run: () => void, ms = 0) => (ms < longest ? wait(run, ms) : 0), wait);
