export interface FileLine {
  /** Null where it is not UTF-8. */
  text: string | null;
  /** The line has its end. */
  whole: boolean;
}

const newline = 0x0a;

/** The lines of a text file, as many at a time as come together; the file is never in memory as a whole. */
export async function* linesOfFile(file: Blob): AsyncGenerator<FileLine[]> {
  const reader = file.stream().getReader();
  let rest: Uint8Array[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines: FileLine[] = [];
      let from = 0;
      for (let end = value.indexOf(newline); end >= 0; end = value.indexOf(newline, from)) {
        lines.push({ text: decoded([...rest, value.subarray(from, end)]), whole: true });
        rest = [];
        from = end + 1;
      }
      if (from < value.length) rest.push(value.subarray(from));
      if (lines.length > 0) yield lines;
    }
    if (rest.length > 0) yield [{ text: decoded(rest), whole: false }];
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function decoded(parts: readonly Uint8Array[]): string | null {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
  } catch {
    return null;
  }
}
