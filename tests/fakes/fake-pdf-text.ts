import type { PdfOutcome, PdfPageImageOutcome, PdfReader } from '../../src/ports/file-reading.ts';

/** Returns the test's `outcome` for every PDF. */
export class FakePdfText implements PdfReader {
  outcome: PdfOutcome = { kind: 'text', pages: ['One', 'Two'], total: 2 };
  drawn: PdfPageImageOutcome = { kind: 'image', content: 'data:image/jpeg;base64,/9j/', size: 3, total: 2 };

  async read(): Promise<PdfOutcome> {
    return this.outcome;
  }

  async page(): Promise<PdfPageImageOutcome> {
    return this.drawn;
  }
}
