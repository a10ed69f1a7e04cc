import { maxFileBytes } from '../../records/session-file.ts';

/** True if bytes begin as a file does that gzip packed. */
export const isGzip = (body: Uint8Array): boolean => body[0] === 0x1f && body[1] === 0x8b && body[2] === 8;

/** Returns what gzip packed, reading no more than a file may have: `too_large` beyond that, `broken` if it is damaged. */
export async function gunzipped(body: Uint8Array): Promise<Uint8Array | 'too_large' | 'broken'> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new Uint8Array(body));
        controller.close();
      },
    });
    const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > maxFileBytes) {
        void reader.cancel().catch(() => undefined);
        return 'too_large';
      }
      parts.push(part.value);
    }
  } catch {
    return 'broken';
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
