import type { PdfOutcome, PdfText } from '../../src/ports/file-reading.ts';

/** Reads each PDF as what it is told that it is. */
export class FakePdfText implements PdfText {
  outcome: PdfOutcome = { kind: 'text', pages: ['One', 'Two'], total: 2 };

  async read(): Promise<PdfOutcome> {
    return this.outcome;
  }
}
