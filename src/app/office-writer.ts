import type { OfficeWriteRequest } from '../formats/office/write-office.ts';
import type { WrittenWorkbook } from '../formats/office/write-workbook.ts';
import officeWriterWorker from '../workers/office-writer-worker.ts?worker&url';
import { trustedWorker } from '../browser/trusted-worker.ts';

/** Returns a file of Word or Excel, written in a worker of its own so that the page stays usable; rejects on an error. */
export async function writeOfficeInWorker(request: OfficeWriteRequest): Promise<WrittenWorkbook> {
  const worker = trustedWorker(officeWriterWorker);
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('error', () => reject(new Error('The file could not be written.')));
      worker.addEventListener('message', ({ data }: MessageEvent<WrittenWorkbook>) => resolve(data));
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
