/** The parts of a Content-Type header, in lower case. A missing one is any bytes. */
export function contentType(header: string | null): { mime: string; charset: string | null } {
  const mime = header?.split(';')[0]?.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(header ?? '')?.[1]?.toLowerCase();
  return { mime: mime || 'application/octet-stream', charset: charset ?? null };
}
