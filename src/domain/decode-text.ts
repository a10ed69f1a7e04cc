/**
 * Text from bytes: a byte order mark wins, then the charset the server named, then what the page itself says in its
 * first 2,000 bytes, then UTF-8.
 */
export function decodeText(body: Uint8Array, charset: string | null): string {
  const marked = markOf(body);
  if (marked) return new TextDecoder(marked).decode(body);
  const head = new TextDecoder('latin1').decode(body.subarray(0, 2000));
  const said =
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? /^<\?xml[^>]+encoding=["']([\w-]+)/.exec(head)?.[1];
  return (decoderOf(charset) ?? decoderOf(said ?? null) ?? new TextDecoder()).decode(body);
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function decoderOf(charset: string | null): TextDecoder | null {
  if (!charset) return null;
  try {
    return new TextDecoder(charset.trim());
  } catch {
    return null;
  }
}
