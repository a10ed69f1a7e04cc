import { runOfficeFileReader } from '../formats/office/run-office-file-reader.ts';

/**
 * The worker of one file of Word or Excel: it reads the file and reports to the page, which terminates it afterwards or
 * if it takes too long.
 */
addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  runOfficeFileReader(data, (sign) => postMessage(sign));
});
