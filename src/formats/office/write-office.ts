import type { OfficeFormat } from '../../records/written-office.ts';
import type { OfficeProperties } from './office-zip.ts';
import { type DocumentPicture, documentTokens, writeDocument } from './write-document.ts';
import { writeWorkbook, type WrittenWorkbook } from './write-workbook.ts';

/** A text that is to become a file of Word or Excel, with the pictures that its addresses name. */
export interface OfficeWriteRequest {
  as: OfficeFormat;
  text: string;
  pictures: ReadonlyMap<string, DocumentPicture>;
  properties: OfficeProperties;
}

/** Returns the file of Word or Excel that a text stands for. */
export function writeOffice({ as, text, pictures, properties }: OfficeWriteRequest): WrittenWorkbook {
  if (as === 'xlsx') return writeWorkbook(text, properties);
  return { bytes: writeDocument(documentTokens(text), pictures, properties), cut: 0 };
}
