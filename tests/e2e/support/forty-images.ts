import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/**
 * A file that a person hands over, and what becomes of it: the picture that is sent, or the sentence that says why not.
 */
export interface HandedImage {
  name: string;
  mimeType: string;
  buffer: Buffer;
  becomes:
    /** `quarters`: their colours, row by row; unset where they are not compared. */
    { width: number; height: number; quarters?: string } | { told: RegExp };
}

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/images/${name}`, import.meta.url));

/** Red and green above blue and yellow, as they stand once an orientation is applied. */
const upright: Record<number, string> = {
  ...{ 1: 'rgby', 2: 'gryb', 3: 'ybgr', 4: 'byrg', 5: 'rbgy', 6: 'bryg', 7: 'ygbr', 8: 'gyrb' },
};

/** The picture of four coloured quarters, encoded by the browser itself. */
async function encoded(page: Page, width: number, height: number, type: string, quality = 0.9): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([w, h, mime, fine]) => {
      const canvas = new OffscreenCanvas(w, h);
      const brush = canvas.getContext('2d')!;
      const clear = mime === 'image/png+clear';
      ['#dc1e1e', '#1ea03c', '#283cc8', clear ? 'transparent' : '#e6c828'].forEach((colour, at) => {
        brush.fillStyle = colour;
        brush.fillRect((at % 2) * (w / 2), at > 1 ? h / 2 : 0, w / 2, h / 2);
      });
      const blob = await canvas.convertToBlob({ type: clear ? 'image/png' : mime, quality: fine });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let from = 0; from < bytes.length; from += 8192)
        text += String.fromCharCode(...bytes.subarray(from, from + 8192));
      return btoa(text);
    },
    [width, height, type, quality] as const,
  );
  return Buffer.from(base64, 'base64');
}

/** What cameras write: the orientation, the maker, and where the photo was taken. */
export function cameraData(orientation: number): Buffer {
  const tiff = Buffer.alloc(190);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
    if (type === 3) tiff.writeUInt16BE(value, at + 8);
    else if (type === 2 && count <= 4) tiff.write(String.fromCharCode(value), at + 8, 'latin1');
    else tiff.writeUInt32BE(value, at + 8);
  };
  tiff.write('MM\0*\0\0\0\b', 0, 'latin1');
  tiff.writeUInt16BE(3, 8);
  entry(10, 0x010f, 2, 7, 170);
  entry(22, 0x0112, 3, 1, orientation);
  entry(34, 0x8825, 4, 1, 50);
  tiff.writeUInt16BE(4, 50);
  entry(52, 1, 2, 2, 'N'.charCodeAt(0));
  entry(64, 2, 5, 3, 110);
  entry(76, 3, 2, 2, 'E'.charCodeAt(0));
  entry(88, 4, 5, 3, 134);
  [52, 1, 31, 1, 12, 1, 13, 1, 24, 1, 18, 1].forEach((value, at) => tiff.writeUInt32BE(value, 110 + at * 4));
  tiff.write('Camera\0', 170, 'latin1');
  return tiff;
}

const segment = (marker: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);
const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
const located = (jpeg: Buffer, orientation: number) =>
  withSegments(jpeg, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), cameraData(orientation)])));

function crc(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc(typed));
  return Buffer.concat([length, typed, sum]);
}
const pngHead = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The chunk that says the size, of 8-bit RGB. */
function sizeChunk(width: number, height: number): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([8, 2, 0, 0, 0], 8);
  return chunk('IHDR', body);
}

function bitmap(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height, 0x80);
  file.fill(0, 0, 54);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.from([0, 0, 0, 16]),
  Buffer.from('mdat', 'latin1'),
  Buffer.alloc(8, 1),
]);

export const scriptedSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" onload="parent.ran=1"><script>top.ran = 1; fetch("https://stranger.example/")</script><rect width="80" height="80"/><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="top.ran=1"/></foreignObject></svg>';

/** Forty files: every kind that people hand over, whole, broken, lying and hostile. `page` encodes the plain ones. */
export async function fortyImages(page: Page): Promise<HandedImage[]> {
  const [small, large, huge] = [
    await encoded(page, 240, 160, 'image/jpeg'),
    await encoded(page, 2400, 1600, 'image/jpeg'),
    await encoded(page, 8192, 6144, 'image/jpeg', 0.6),
  ];
  const png = await encoded(page, 240, 160, 'image/png');
  const clear = await encoded(page, 240, 160, 'image/png+clear');
  const wide = await encoded(page, 3136, 100, 'image/png');
  const dot = await encoded(page, 2, 2, 'image/png');
  const [webp, lossless] = [
    await encoded(page, 240, 160, 'image/webp'),
    await encoded(page, 240, 160, 'image/webp', 1),
  ];
  const whole = { width: 240, height: 160, quarters: 'rgby' };
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8];
  const turned = (at: number, [width, height]: [number, number]) => ({
    ...(at > 4 ? { width: height, height: width } : { width, height }),
    quarters: upright[at]!,
  });
  const jpeg = 'image/jpeg';
  const cut = (name: string, mimeType: string, buffer: Buffer): HandedImage => ({
    ...{ name, mimeType, buffer: buffer.subarray(0, Math.floor(buffer.length * 0.6)) },
    becomes: { told: /is cut off/ },
  });
  return [
    ...orientations.map((at): HandedImage => ({
      ...{ name: `turned-${at}.jpg`, mimeType: jpeg, buffer: located(small, at), becomes: turned(at, [240, 160]) },
    })),
    ...orientations.map((at): HandedImage => ({
      ...{ name: `large-${at}.jpg`, mimeType: jpeg, buffer: located(large, at), becomes: turned(at, [1568, 1045]) },
    })),
    {
      name: 'huge.jpg',
      mimeType: jpeg,
      buffer: located(huge, 1),
      becomes: { width: 1568, height: 1176, quarters: 'rgby' },
    },
    { name: 'clear.png', mimeType: 'image/png', buffer: clear, becomes: { ...whole, quarters: 'rgbw' } },
    { name: 'plain.png', mimeType: 'image/png', buffer: png, becomes: whole },
    { name: 'wide.png', mimeType: 'image/png', buffer: wide, becomes: { width: 1568, height: 50 } },
    { name: 'dot.png', mimeType: 'image/png', buffer: dot, becomes: { width: 2, height: 2 } },
    {
      ...{ name: 'located.png', mimeType: 'image/png', becomes: whole },
      buffer: Buffer.concat([
        png.subarray(0, 33),
        chunk('eXIf', cameraData(1)),
        chunk('tEXt', Buffer.from('Location\0Berlin')),
        png.subarray(33),
      ]),
    },
    { name: 'lossy.webp', mimeType: 'image/webp', buffer: webp, becomes: whole },
    { name: 'lossless.webp', mimeType: 'image/webp', buffer: lossless, becomes: whole },
    { name: 'located.webp', mimeType: 'image/webp', buffer: fixture('located.webp'), becomes: whole },
    { name: 'still.gif', mimeType: 'image/gif', buffer: fixture('quadrants.gif'), becomes: whole },
    { name: 'animated.gif', mimeType: 'image/gif', buffer: fixture('animated.gif'), becomes: whole },
    { name: 'picture.avif', mimeType: 'image/avif', buffer: fixture('quadrants.avif'), becomes: whole },
    { name: 'old.bmp', mimeType: 'image/bmp', buffer: bitmap(60, 40), becomes: { width: 60, height: 40 } },
    {
      ...{ name: 'described.jpg', mimeType: jpeg, becomes: whole },
      buffer: withSegments(
        small,
        segment(
          0xe1,
          Buffer.from(
            'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2N"/></rdf:RDF></x:xmpmeta>',
          ),
        ),
        segment(0xed, Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0b\x1c\x02\x5a\0\x06Berlin\0', 'latin1')),
        segment(0xfe, Buffer.from('Taken in Berlin')),
      ),
    },
    { name: 'lying.png', mimeType: 'image/png', buffer: located(small, 6), becomes: turned(6, [240, 160]) },
    {
      name: 'heic.heic',
      mimeType: 'image/heic',
      buffer: heic,
      becomes: { told: /type HEIC, which this browser cannot open/ },
    },
    cut('cut.jpg', jpeg, large),
    cut('cut.png', 'image/png', png),
    cut('cut.webp', 'image/webp', webp),
    {
      ...{ name: 'broken.png', mimeType: 'image/png', becomes: { told: /is damaged/ } },
      buffer: Buffer.concat([
        pngHead,
        sizeChunk(40, 40),
        chunk('IDAT', Buffer.from('no picture')),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    },
    {
      ...{ name: 'bomb.png', mimeType: 'image/png', becomes: { told: /is too large/ } },
      buffer: Buffer.concat([
        ...[pngHead, sizeChunk(60_000, 60_000)],
        ...[chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))), chunk('IEND', Buffer.alloc(0))],
      ]),
    },
    {
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(scriptedSvg),
      becomes: { told: /is an SVG drawing/ },
    },
    {
      name: 'drawing.png',
      mimeType: 'image/png',
      buffer: Buffer.from(scriptedSvg),
      becomes: { told: /is an SVG drawing/ },
    },
    {
      ...{ name: 'page.jpg', mimeType: jpeg, becomes: { told: /is not an image that Cairn knows/ } },
      buffer: Buffer.from('<!doctype html><script>top.ran = 1</script><p>Hello, I am no picture'),
    },
  ];
}
