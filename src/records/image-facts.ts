export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic' | 'bmp';

/** The facts read from the bytes of an image, regardless of its name. */
export interface ImageFacts {
  type: ImageType;
  /** As stored, before any rotation; 0 if unknown. */
  width: number;
  height: number;
  /** True if the end of the file is present. */
  whole: boolean;
  /** True if it may contain a camera's metadata, such as the location. */
  annotated: boolean;
}

/**
 * Returns an image's type and size, whether its end is present, and whether it may contain a camera's metadata, read
 * from its bytes; null if the type is unknown.
 */
export function imageFacts(bytes: Uint8Array): ImageFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hasSignature = (from: number, sign: string) => textAt(bytes, from, sign.length) === sign;
  if (bytes.length < 12) return null;
  if (view.getUint16(0) === 0xffd8 && bytes[2] === 0xff) return jpegFacts(bytes, view);
  if (hasSignature(0, '\x89PNG\r\n\x1a\n')) return pngFacts(bytes, view);
  if (hasSignature(0, 'GIF87a') || hasSignature(0, 'GIF89a'))
    return {
      ...{ type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) },
      ...{ whole: gifEnds(bytes), annotated: true },
    };
  if (hasSignature(0, 'RIFF') && hasSignature(8, 'WEBP')) return webpFacts(bytes, view);
  if (hasSignature(0, 'BM') && bytes.length >= 26)
    return {
      ...{ type: 'bmp', width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) },
      ...{ whole: bytes.length >= view.getUint32(2, true), annotated: false },
    };
  return hasSignature(4, 'ftyp') ? boxFacts(bytes, view) : null;
}

/** True if a file's bytes are an SVG image. An SVG can contain scripts and is never shown to a model unchanged. */
export function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 4000));
  return /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!doctype[^>]*>\s*)*<(?:\w+:)?svg[\s>]/i.test(head);
}

/** The approximate number of tokens that models count for an image of this size. */
export function imageTokens({ width, height }: Pick<ImageFacts, 'width' | 'height'>): number {
  return Math.ceil((width * height) / 750);
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

function jpegFacts(bytes: Uint8Array, view: DataView): ImageFacts {
  const facts: ImageFacts = { type: 'jpeg', width: 0, height: 0, whole: false, annotated: false };
  let markerStart = 2;
  while (markerStart + 4 <= bytes.length && bytes[markerStart] === 0xff) {
    const marker = bytes[markerStart + 1] ?? 0;
    if (marker === 0xff || marker === 0x01) {
      markerStart += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xda) return { ...facts, whole: endsAfter(bytes, markerStart) };
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && markerStart + 9 <= bytes.length)
      Object.assign(facts, { height: view.getUint16(markerStart + 5), width: view.getUint16(markerStart + 7) });
    if ((marker >= 0xe1 && marker <= 0xef && marker !== 0xe2) || marker === 0xfe) facts.annotated = true;
    markerStart += 2 + view.getUint16(markerStart + 2);
  }
  return facts;
}

/** True if a JPEG's end marker follows; cameras may append more data after it. */
function endsAfter(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.length - 2; at > from; at -= 1) if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true;
  return false;
}

/** True if the blocks of a GIF lead to its trailer. */
function gifEnds(bytes: Uint8Array): boolean {
  const table = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let blockStart = 13 + table(bytes[10]);
  while (blockStart < bytes.length) {
    if (bytes[blockStart] === 0x3b) return true;
    blockStart += bytes[blockStart] === 0x2c ? 11 + table(bytes[blockStart + 9]) : 2;
    while ((bytes[blockStart] ?? 0) > 0) blockStart += 1 + (bytes[blockStart] ?? 0);
    blockStart += 1;
  }
  return false;
}

function pngFacts(bytes: Uint8Array, view: DataView): ImageFacts {
  const facts: ImageFacts = { type: 'png', width: 0, height: 0, whole: false, annotated: true };
  if (bytes.length < 24) return facts;
  Object.assign(facts, { width: view.getUint32(16), height: view.getUint32(20) });
  let chunkStart = 8;
  while (chunkStart + 12 <= bytes.length) {
    if (textAt(bytes, chunkStart + 4, 4) === 'IEND') return { ...facts, whole: true };
    chunkStart += 12 + view.getUint32(chunkStart);
  }
  return facts;
}

function webpFacts(bytes: Uint8Array, view: DataView): ImageFacts {
  const whole = bytes.length >= view.getUint32(4, true) + 8;
  const facts: ImageFacts = { type: 'webp', width: 0, height: 0, whole, annotated: true };
  const low = (at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  switch (textAt(bytes, 12, 4)) {
    case 'VP8X':
      return {
        ...facts,
        width: 1 + low(24) + ((bytes[26] ?? 0) << 16),
        height: 1 + low(27) + ((bytes[29] ?? 0) << 16),
      };
    case 'VP8L':
      return {
        ...facts,
        width: 1 + (low(21) & 0x3fff),
        height: 1 + ((((bytes[22] ?? 0) >> 6) | ((bytes[23] ?? 0) << 2) | ((bytes[24] ?? 0) << 10)) & 0x3fff),
      };
    default:
      return { ...facts, width: low(26) & 0x3fff, height: low(28) & 0x3fff };
  }
}

const avifBrands = /avif|avis/;
const heicBrands = /hei[cxmsf]|hev[cmx]|mif1|msf1/;
const farthestSize = 100_000;

/** The facts of box-based formats: AVIF and HEIC; null for others, such as videos. */
function boxFacts(bytes: Uint8Array, view: DataView): ImageFacts | null {
  const brands = textAt(bytes, 8, Math.min(view.getUint32(0), 64) - 8);
  const type = avifBrands.test(brands) ? 'avif' : heicBrands.test(brands) ? 'heic' : null;
  if (type === null) return null;
  let boxStart = 0;
  let [hasContent, isCut] = [false, false];
  while (boxStart + 8 <= bytes.length) {
    const long = view.getUint32(boxStart) === 1 && boxStart + 16 <= bytes.length;
    const size = long ? Number(view.getBigUint64(boxStart + 8)) : view.getUint32(boxStart);
    if (textAt(bytes, boxStart + 4, 4) === 'mdat') hasContent = true;
    if (size === 0) break;
    if (size < 8 || boxStart + size > bytes.length) {
      isCut = true;
      break;
    }
    boxStart += size;
  }
  const facts: ImageFacts = { type, width: 0, height: 0, whole: hasContent && !isCut, annotated: true };
  for (let from = 0; from + 16 <= Math.min(bytes.length, farthestSize); from += 1) {
    if (bytes[from] !== 0x69 || textAt(bytes, from, 4) !== 'ispe') continue;
    const [width, height] = [view.getUint32(from + 8), view.getUint32(from + 12)];
    if (width * height > facts.width * facts.height) Object.assign(facts, { width, height });
  }
  return facts;
}
