import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api';
import { tidyLines } from '../domain/tidy-lines.ts';

/** The lines of a page; what stands far apart in a line, as the cells of a table do, is set apart by a tab. */
export function pdfPageText(items: readonly (TextItem | TextMarkedContent)[]): string {
  let text = '';
  let height = 0;
  for (const item of items) {
    if (!('str' in item)) continue;
    const isGap = item.str.trim() === '' && item.str !== '';
    text += isGap && item.width > height ? '\t' : item.str;
    if (!isGap && item.height > 0) height = item.height;
    if (item.hasEOL) text += '\n';
  }
  return tidyLines(text);
}
