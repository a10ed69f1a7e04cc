import type { Way } from '../ports/way.ts';
import type { ModelSink } from './model-sink.ts';
import { ShelfTrouble } from './shelf-trouble.ts';

/** How often a broken connection is taken up again without a single byte having come, and how long it is left alone before. */
const tries = 4;
const restMs = 1500;

/** Loads the file into the sink. Where the connection breaks, the rest is asked for, if the site serves parts of files. */
export async function downloadModel(
  fetch: Way['fetch'],
  url: URL,
  sink: ModelSink,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; ;) {
    const before = sink.done;
    if (await attempt(fetch, url, sink, signal)) return;
    failures = sink.done > before ? 1 : failures + 1;
    if (failures >= tries) throw new ShelfTrouble({ code: 'cut' });
    await rest(restMs * failures, signal);
  }
}

/** Whether all of it has come. */
async function attempt(fetch: Way['fetch'], url: URL, sink: ModelSink, signal: AbortSignal): Promise<boolean> {
  const response = await answer(fetch, url, sink.done, signal);
  if (!response) {
    if (sink.done === 0) throw new ShelfTrouble({ code: 'unreachable', host: url.host });
    return false;
  }
  if (!response.ok) throw new ShelfTrouble({ code: 'refused', host: url.host, status: response.status });
  if (sink.done > 0 && response.status !== 206) await sink.startOver();
  const length = Number(response.headers.get('content-length'));
  await sink.expect(length > 0 ? sink.done + length : null);
  const body = response.body?.getReader();
  try {
    for (;;) {
      const piece = await body?.read().catch(() => null);
      signal.throwIfAborted();
      if (!piece) return false;
      if (piece.done) return true;
      await sink.write(piece.value);
    }
  } finally {
    void body?.cancel().catch(() => undefined);
  }
}

/** The site's answer; null when there is none. */
async function answer(fetch: Way['fetch'], url: URL, from: number, signal: AbortSignal): Promise<Response | null> {
  try {
    const headers: HeadersInit = from > 0 ? { range: `bytes=${from}-` } : {};
    return await fetch(url, { signal, redirect: 'follow', headers });
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('The transfer was ended.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
