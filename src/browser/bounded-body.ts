/** The whole body, or null as soon as it proves longer than `limit`; the rest is then not loaded. */
export async function boundedBody(response: Response, limit: number): Promise<Uint8Array | null> {
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  if (Number(response.headers.get('content-length')) > limit) return stop(reader);

  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) return stop(reader);
    pieces.push(next.value);
  }
  return joined(pieces, size);
}

async function stop(reader: ReadableStreamDefaultReader): Promise<null> {
  await reader.cancel();
  return null;
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
