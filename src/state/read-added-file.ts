import { dataUrl } from '../domain/data-url.ts';
import { decodeText } from '../domain/decode-text.ts';
import { mimeOfName } from '../domain/mime-of-name.ts';

const textual =
  /\.(csv|tsv|txt|text|md|markdown|json|geojson|jsonl|ndjson|log|html?|css|m?js|ts|xml|ya?ml|toml|ini|ics|vcf|svg|tex|srt|sql|py|sh|r)$/i;

/** What a person hands over, as a file of a session keeps it: text as text, anything else as a `data:` address. */
export function readAddedFile(name: string, type: string, bytes: Uint8Array): { mime: string; content: string } {
  const isText = textual.test(name) || (type.startsWith('text/') && !bytes.subarray(0, 4000).includes(0));
  if (isText) return { mime: mimeOfName(name), content: decodeText(bytes, charsetOf(bytes)) };
  const mime = type || (/\.pdf$/i.test(name) ? 'application/pdf' : 'application/octet-stream');
  return { mime, content: dataUrl(mime, bytes) };
}

/** What is no UTF-8 is most often the Chinese of an office program. */
function charsetOf(bytes: Uint8Array): string | null {
  for (const charset of ['utf-8', 'gb18030', 'windows-1252']) {
    try {
      new TextDecoder(charset, { fatal: true }).decode(bytes);
      return charset;
    } catch {
      continue;
    }
  }
  return null;
}
