import { PieceAssembler } from '../../records/pieces.ts';
import type { FileReadResult, ReadFile, FileReaderMessage } from '../../ports/file-reading.ts';

/**
 * The length of a tick in milliseconds. Timeouts are counted in ticks, which stop while the page is blocked or asleep.
 */
const tick = 500;
/** The timeout for loading the worker and its code, in ticks. */
const startTicks = 40;
const silentTicks = 10;
const wholeTicks = 40;

/**
 * Returns a function that reads each file in a new worker from `start`. The worker is terminated after the reading, or
 * when the reading is aborted, or if the worker sends nothing or runs for too long.
 */
export function workerFileReader<Wish, T>(start: () => Worker): ReadFile<Wish, T> {
  return (wish, { signal }) => {
    if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
    return new Promise((resolve) => {
      let worker: Worker;
      try {
        worker = start();
        worker.postMessage(wish);
      } catch {
        resolve({ kind: 'unavailable' });
        return;
      }
      const pieceAssembler = new PieceAssembler();
      let hasBegun = false;
      let silent = 0;
      let whole = 0;
      const end = (reading: FileReadResult<T>): void => {
        clearInterval(ticking);
        signal.removeEventListener('abort', aborted);
        worker.terminate();
        resolve(reading);
      };
      const aborted = () => end({ kind: 'aborted' });
      const ticking = setInterval(() => {
        silent += 1;
        whole += 1;
        if (hasBegun ? silent >= silentTicks || whole >= wholeTicks : silent >= startTicks)
          end({ kind: hasBegun ? 'timeout' : 'unavailable' });
      }, tick);
      signal.addEventListener('abort', aborted);
      worker.addEventListener('error', () => end({ kind: hasBegun ? 'crashed' : 'unavailable' }));
      worker.addEventListener('messageerror', () => end({ kind: 'crashed' }));
      worker.addEventListener('message', ({ data }: MessageEvent<FileReaderMessage>) => {
        silent = 0;
        if (!hasBegun) whole = 0;
        hasBegun = true;
        if (data.kind === 'pieces') pieceAssembler.add(data.pieces);
        else if (data.kind === 'end') end({ kind: 'read', value: pieceAssembler.value as T });
        else if (data.kind !== 'alive') end({ kind: data.kind });
      });
    });
  };
}
