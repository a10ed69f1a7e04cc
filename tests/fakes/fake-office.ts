import type { OfficeOutcome, OfficeReader } from '../../src/ports/file-reading.ts';

/** Returns the test's `outcome` for every file of Word or Excel. */
export class FakeOffice implements OfficeReader {
  outcome: OfficeOutcome = { kind: 'document', markdown: '# One\n' };

  async read(): Promise<OfficeOutcome> {
    return this.outcome;
  }
}
