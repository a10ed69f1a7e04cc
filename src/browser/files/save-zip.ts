import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { contentBlob, saveFile } from './save-file.ts';

export interface ZippedFile {
  name: string;
  mime: string;
  content: string;
  /** ISO 8601. */
  created_at: string;
}

const packed = /^(image\/(?!svg|bmp)|audio\/|video\/)|zip|pdf/;

/**
 * Saves files as one ZIP archive with folders and UTF-8 names; with fflate, the smallest library that writes it in
 * pieces.
 */
export async function saveZip(name: string, files: readonly ZippedFile[]): Promise<void> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(new Uint8Array(piece));
  });
  for (const { name: path, mime, content, created_at } of files) {
    const entry = packed.test(mime) ? new ZipPassThrough(path) : new ZipDeflate(path);
    entry.mtime = created_at;
    zip.add(entry);
    entry.push(new Uint8Array(await contentBlob(mime, content).arrayBuffer()), true);
    await new Promise((resolve) => setTimeout(resolve));
  }
  zip.end();
  saveFile(name, new Blob(pieces, { type: 'application/zip' }));
}
