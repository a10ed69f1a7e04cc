import { readFileInWorker } from '../browser/files/read-file-in-worker.ts';
import { trustedWorker } from '../browser/trusted-worker.ts';
import importWorker from '../workers/import-worker.ts?worker&url';
import type { Imports, ImportWish } from '../imports/imports.ts';

const inWorker = readFileInWorker<ImportWish, unknown>(() => trustedWorker(importWorker));

/** Readers of foreign files, each reading in its own worker; loaded with the first such file. */
export const imports: Imports = {
  plan: (wish, options) => inWorker({ kind: 'plan', ...wish }, options) as ReturnType<Imports['plan']>,
  todos: (wish, options) => inWorker({ kind: 'todos', ...wish }, options) as ReturnType<Imports['todos']>,
  calendar: (wish, options) => inWorker({ kind: 'calendar', ...wish }, options) as ReturnType<Imports['calendar']>,
};
