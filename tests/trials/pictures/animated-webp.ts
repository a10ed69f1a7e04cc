const u24 = (value: number): Buffer => Buffer.from([value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff]);

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** The picture data of a still WebP file, without what belongs to the file as a whole. */
function pictureOf(still: Buffer): Buffer {
  for (let at = 12; at < still.length;) {
    const end = at + 8 + still.readUInt32LE(at + 4);
    const name = still.toString('latin1', at, at + 4);
    if (name === 'VP8 ' || name === 'VP8L') return chunk(name, still.subarray(at + 8, end));
    at = end + (end % 2);
  }
  throw new Error('no picture in this file');
}

/**
 * One WebP file that shows still ones in turn, each for its time in ms, again and again. All have the same size in
 * pixels.
 */
export function animatedWebp(
  frames: readonly { still: Buffer; ms: number }[],
  size: { width: number; height: number },
): Buffer {
  const extent = Buffer.concat([u24(size.width - 1), u24(size.height - 1)]);
  const animated = Buffer.from([0x02, 0, 0, 0]);
  const shown = frames.map(({ still, ms }) =>
    chunk('ANMF', Buffer.concat([u24(0), u24(0), extent, u24(ms), Buffer.from([0x02]), pictureOf(still)])),
  );
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([animated, extent])),
    chunk('ANIM', Buffer.alloc(6)),
    ...shown,
  ]);
  return chunk('RIFF', content);
}
