import '../values/without-eval.ts';
import { createIdGenerator } from '../browser/clock.ts';
import type { ImportRequest } from '../formats/imports.ts';
import { runImport } from '../formats/run-import.ts';

const newId = createIdGenerator(() => Date.now());

/**
 * The worker of one import: it reads a foreign file and reports to the page, which terminates it afterwards or if it
 * takes too long.
 */
addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  void runImport(data, newId, (sign) => postMessage(sign));
});
