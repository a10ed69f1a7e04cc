import { readFileInWorker } from './browser/read-file-in-worker.ts';
import { trustedWorker } from './browser/trusted-worker.ts';
import importWorker from './import-worker.ts?worker&url';
import type { Imports, ImportWish } from './imports/imports.ts';

const inWorker = readFileInWorker<ImportWish, unknown>(() => trustedWorker(importWorker));

/** The part of `main.ts` that is loaded when a stranger's file is to be read. */
export const imports: Imports = {
  plan: (wish, options) => inWorker({ kind: 'plan', ...wish }, options) as ReturnType<Imports['plan']>,
  todos: (wish, options) => inWorker({ kind: 'todos', ...wish }, options) as ReturnType<Imports['todos']>,
  calendar: (wish, options) => inWorker({ kind: 'calendar', ...wish }, options) as ReturnType<Imports['calendar']>,
};
