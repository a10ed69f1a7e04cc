import type { OutgoingFileParts } from '../../src/formats/office/outgoing-file.ts';

/** What a file needs on its way out, without a browser: a drawing becomes `png`, and no keys are known. */
export const outgoingParts = (files: OutgoingFileParts['files'], png: string | null = null): OutgoingFileParts => ({
  files,
  pngOfSvg: async () => png,
  withoutApiKeys: async (value) => value,
});
