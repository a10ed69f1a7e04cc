/** Before any test file loads Dexie, which looks for the database only once: the files share their modules. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { vi } from 'vitest';
import * as z from 'zod';

z.config({ jitless: true });

/**
 * The same examples in each run, so that a change is judged by what it changes; `SEED=7 npm run check` plays others.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/** A wait ends with what it waits for; its own limit of a second would fail on a machine that is busy. */
const waitFor = vi.waitFor;
vi.waitFor = (callback, options = { timeout: 50_000, interval: 10 }) => waitFor(callback, options);

/** Once V8 has optimized the call, Node 20 says no to addresses with letters such as `ü`; no browser does. */
URL.canParse = (url, base) => {
  try {
    return new URL(url, base).href !== '';
  } catch {
    return false;
  }
};
