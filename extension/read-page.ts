import type { RestrictedFrame } from './restricted-frame.ts';
import type { ReadOutcome, Reader, ReadRequest } from './reader.ts';

const accept =
  'text/html,application/xhtml+xml,application/json,text/plain,application/pdf;q=0.9,text/*;q=0.8,' +
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document;q=0.8,' +
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;q=0.8';
/** The types that a person could read: text, data written as text, PDF, and the files of Word and Excel since 2007. */
const readable =
  /^(?:text\/[\w.+-]+|application\/(?:(?:[\w.+-]+\+)?(?:json|xml)|x-ndjson|yaml|pdf|vnd\.openxmlformats-officedocument\.(?:wordprocessingml|spreadsheetml)\.[a-z.]+|vnd\.ms-(?:word|excel)\.[a-z]+\.macroenabled\.12))$/;
/** The endings of readable files, for servers that do not tell their type. */
const readableEnding = /\.(?:pdf|do[ct][xm]|xl[st][xm]|csv|tsv|txt|md|json)$/i;

/**
 * Returns a reader that fetches a page inside a frame which can reach the granted sites only, without cookies,
 * credentials, referrer or cache.
 */
export function pageReader(fence: (sites: readonly string[]) => RestrictedFrame): Reader {
  return async (request, tell, stop) => {
    const timeout = AbortSignal.timeout(request.timeout_ms);
    const frame = fence(request.sites);
    const aborter = new AbortController();
    const signal = AbortSignal.any([stop, timeout, aborter.signal]);
    try {
      const response = await frame.fetch(request.url, {
        headers: { accept },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal,
      });
      const error = refusalOf(response, request);
      if (error) return { kind: 'error', code: error };
      tell({
        kind: 'head',
        id: request.id,
        status: response.status,
        url: response.url,
        content_type: response.headers.get('content-type') ?? '',
        retry_after: response.headers.get('retry-after'),
      });
      return await readBody(response, request, tell);
    } catch {
      const code = stop.aborted ? 'aborted' : timeout.aborted ? 'timeout' : null;
      return { kind: 'error', code: code ?? ((await frame.hasHeld()) ? 'redirected_ungranted' : 'unreachable') };
    } finally {
      aborter.abort();
      frame.remove();
    }
  };
}

function refusalOf(response: Response, { sites, max_bytes }: ReadRequest) {
  if (!sites.includes(new URL(response.url).origin)) return 'redirected_ungranted';
  const mime = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isUntold = mime === 'application/octet-stream' && readableEnding.test(new URL(response.url).pathname);
  if (!isUntold && !readable.test(mime)) return 'bad_type';
  return Number(response.headers.get('content-length')) > max_bytes ? 'too_large' : null;
}

export async function readBody(response: Response, { id, max_bytes }: ReadRequest, tell: Parameters<Reader>[1]) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    bytes += next.value.byteLength;
    if (bytes > max_bytes) return { kind: 'error', code: 'too_large' } satisfies ReadOutcome;
    pieces.push(next.value);
    tell({ kind: 'chunk', id, data: base64(next.value) });
  }
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(pieces).arrayBuffer()));
  const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { kind: 'end', id, bytes, sha256 } satisfies ReadOutcome;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
