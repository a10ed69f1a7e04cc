import type { McpContent } from '../ports/mcp.ts';
import type { NewFile } from '../ports/toolbox.ts';

const mostBytes = 5_000_000;
const mostFiles = 20;
const endings: ReadonlyMap<string, string> = new Map([
  ['svg+xml', 'svg'],
  ['jpeg', 'jpg'],
  ['mpeg', 'mp3'],
  ['plain', 'txt'],
  ['octet-stream', 'bin'],
]);

/** The pictures, sounds and files of an answer, to be kept in the session; `left` says how many were not. */
export function mcpFiles(
  content: readonly McpContent[],
  stem: string,
  source: string,
): { files: NewFile[]; left: number } {
  const parts = content.filter((part) => part.kind === 'bytes');
  const files = parts.slice(0, mostFiles).flatMap(({ name, mime: said, base64 }, at) => {
    const bytes = base64.replace(/\s+/g, '');
    if (bytes.length > (mostBytes * 4) / 3 || !/^[\w+/-]*={0,2}$/.test(bytes)) return [];
    const mime = /^[\w.+-]+\/[\w.+-]+$/.test(said) ? said.toLowerCase() : 'application/octet-stream';
    const kept = `data:${mime};base64,${bytes.replace(/-/g, '+').replace(/_/g, '/')}`;
    return [
      {
        name: plainName(name) ?? `${stem}-${at + 1}.${ending(mime)}`,
        mime,
        content: kept,
        kind: 'file' as const,
        source,
      },
    ];
  });
  return { files, left: parts.length - files.length };
}

function ending(mime: string): string {
  const kind = mime.split('/')[1] ?? '';
  return endings.get(kind) ?? (/^\w{1,5}$/.test(kind) ? kind : 'bin');
}

/** A server's own name for a file, if it can be one here. */
function plainName(name: string | null): string | null {
  return name !== null && /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,80}$/u.test(name) && name.includes('.') ? name : null;
}
