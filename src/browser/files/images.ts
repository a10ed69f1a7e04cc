import type { ImageOutcome, ImagePreparer } from '../../ports/images.ts';

const longest = 60_000;

/** Prepares each image in a worker of its own, which is terminated afterwards, or if it takes too long. */
export class WorkerImagePreparer implements ImagePreparer {
  readonly #start: () => Worker;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  prepare(file: Blob): Promise<ImageOutcome> {
    return new Promise((resolve) => {
      let worker: Worker;
      try {
        worker = this.#start();
      } catch {
        resolve({ kind: 'unavailable' });
        return;
      }
      const end = (outcome: ImageOutcome) => {
        clearTimeout(timer);
        worker.terminate();
        resolve(outcome);
      };
      const timer = setTimeout(() => end({ kind: 'timeout' }), longest);
      worker.addEventListener('error', () => end({ kind: 'unavailable' }));
      worker.addEventListener('message', ({ data }: MessageEvent<ImageOutcome>) => end(data));
      worker.postMessage(file);
    });
  }
}
