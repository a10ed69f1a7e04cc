import { workerFileReader } from '../../src/browser/files/worker-file-reader.ts';
import type { FileImporter, ImportRequest } from '../../src/formats/imports.ts';
import { runImport } from '../../src/formats/run-import.ts';
import { importsHere } from '../fakes/imports-here.ts';
import { importsContract } from './imports.ts';

/** Does what src/workers/import-worker.ts does, and copies its messages, as posting them from a worker would. */
class WorkerHere extends EventTarget {
  #ended = false;

  readonly postMessage = (wish: ImportRequest) =>
    queueMicrotask(() => {
      const tell = (data: unknown) => {
        const message = new MessageEvent('message', { data: structuredClone(data) });
        if (!this.#ended) this.dispatchEvent(message);
      };
      void runImport(wish, (prefix) => `${prefix}-${Math.random()}`, tell);
    });

  readonly terminate = () => {
    this.#ended = true;
  };
}

const inWorker = workerFileReader<ImportRequest, never>(() => new WorkerHere() as unknown as Worker);

importsContract('files read in a worker', {
  plan: (wish, options) => inWorker({ kind: 'plan', ...wish }, options),
  todos: (wish, options) => inWorker({ kind: 'todos', ...wish }, options),
  calendar: (wish, options) => inWorker({ kind: 'calendar', ...wish }, options),
} satisfies FileImporter);

importsContract('files read here', importsHere);
