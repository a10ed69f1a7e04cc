import '../../../src/values/without-eval.ts';
import '../../../src/ui/style.css';
import './still-page.ts';
import { afterEach } from 'vitest';
import { unmountAll } from './mount.ts';

afterEach(unmountAll);
