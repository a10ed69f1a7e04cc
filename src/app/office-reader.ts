import type { OfficeOutcome, OfficeReader } from '../ports/file-reading.ts';
import officeWorker from '../workers/office-worker.ts?worker&url';
import { trustedWorker } from '../browser/trusted-worker.ts';
import { workerFileReader } from '../browser/files/worker-file-reader.ts';

const inWorker = workerFileReader<Uint8Array, OfficeOutcome>(() => trustedWorker(officeWorker));

/** Reads each file of Word or Excel in a worker of its own. */
export const officeReader: OfficeReader = {
  read: async (bytes, options) => {
    const reading = await inWorker(bytes, options);
    switch (reading.kind) {
      case 'read':
        return reading.value;
      case 'unreadable':
      case 'crashed':
        return { kind: 'broken' };
      case 'timeout':
      case 'aborted':
      case 'unavailable':
        return { kind: reading.kind };
    }
  },
};
