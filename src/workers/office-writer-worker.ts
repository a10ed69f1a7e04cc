import { type OfficeWriteRequest, writeOffice } from '../formats/office/write-office.ts';

/** The worker that writes one file of Word or Excel and sends it to the page, which terminates it afterwards. */
addEventListener('message', ({ data }: MessageEvent<OfficeWriteRequest>) => {
  postMessage(writeOffice(data));
});
