import { workerFileReader } from '../browser/files/worker-file-reader.ts';
import { trustedWorker } from '../browser/trusted-worker.ts';
import importWorker from '../workers/import-worker.ts?worker&url';
import type { FileImporter, ImportRequest } from '../formats/imports.ts';
import { type ApiKeyStorages, withoutApiKeys } from './known-keys.ts';

const inWorker = workerFileReader<ImportRequest, unknown>(() => trustedWorker(importWorker));

/** Readers of foreign files, each in its own worker; loaded with the first such file. Keys in the files are removed. */
export function importerRemovingApiKeys(places: ApiKeyStorages): FileImporter {
  const importFile = async (wish: ImportRequest, options: { signal: AbortSignal }): Promise<unknown> =>
    withoutApiKeys(places, await inWorker(wish, options));
  return {
    plan: (wish, options) => importFile({ kind: 'plan', ...wish }, options) as ReturnType<FileImporter['plan']>,
    todos: (wish, options) => importFile({ kind: 'todos', ...wish }, options) as ReturnType<FileImporter['todos']>,
    calendar: (wish, options) =>
      importFile({ kind: 'calendar', ...wish }, options) as ReturnType<FileImporter['calendar']>,
  };
}
