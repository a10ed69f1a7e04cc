import type { OutgoingFileParts } from '../../src/formats/office/outgoing-file.ts';
import { writeOffice } from '../../src/formats/office/write-office.ts';

/** What a file needs on its way out, without a browser: a drawing becomes `png`, and no keys are known. */
export const outgoingParts = (files: OutgoingFileParts['files'], png: string | null = null): OutgoingFileParts => ({
  files,
  pngOfSvg: async () => png,
  writeOffice: async (request) => writeOffice(request),
  withoutApiKeys: async (value) => value,
});
