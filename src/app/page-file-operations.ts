import type { OfficeOutcome, PdfOutcome } from '../ports/file-reading.ts';
import type { AppDependencies, FileWriters } from '../ui/app/app-dependencies.ts';
import { saveContent } from '../browser/files/save-file.ts';
import { type ApiKeyStorages, withoutApiKeys } from './known-keys.ts';

type PageFiles = Pick<AppDependencies, 'readPdf' | 'readOffice' | 'saveZip' | 'withoutApiKeys'> &
  FileWriters & {
    saveFile(...given: Parameters<AppDependencies['saveFile']>): Promise<void>;
  };

/** The page's file operations, loaded on first use. No file is saved with a key in it. */
export function pageFileOperations(places: ApiKeyStorages): PageFiles {
  return {
    withoutApiKeys: (value) => withoutApiKeys(places, value),
    saveFile: async (name, mime, content) => saveContent(name, mime, await withoutApiKeys(places, content)),
    saveZip: async (name, files) => {
      const { saveZip } = await import('../browser/files/save-zip.ts');
      await saveZip(name, await withoutApiKeys(places, files));
    },
    readPdf: async (bytes): Promise<PdfOutcome> => {
      const { BrowserPdfText } = await import('../browser/files/pdf-text.ts');
      return new BrowserPdfText().read(bytes, { signal: new AbortController().signal });
    },
    readOffice: async (bytes): Promise<OfficeOutcome> => {
      const { officeReader } = await import('./office-reader.ts');
      return officeReader.read(bytes, { signal: new AbortController().signal });
    },
    writeOffice: async (request) => (await import('./office-writer.ts')).writeOfficeInWorker(request),
    pngOfSvg: async (svg) => (await import('../browser/files/png-of-svg.ts')).pngOfSvg(svg),
  };
}
