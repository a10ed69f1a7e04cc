import '../../../src/values/without-eval.ts';
import '../../../src/ui/tokens.css';
import '../../../src/ui/base.css';
import { afterEach } from 'vitest';
import { quietResizeNotice } from '../../../src/browser/after-paint.ts';
import { unmountAll } from './mount.ts';

quietResizeNotice();

afterEach(unmountAll);
