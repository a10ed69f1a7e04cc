import { imageFacts, type ImageFacts } from './image-facts.ts';
import { bytesOfDataUrl } from './mime-of-name.ts';
import type { SessionFile } from './session-file.ts';

/** The longest side that models take without scaling an image down themselves, in pixels. */
export const longestSide = 1568;
/** The number of images that one message or one request may have. */
export const mostImages = 8;
/** The largest file that is taken as an image, in bytes, and the largest image, in pixels. */
export const largestImage = { bytes: 50_000_000, pixels: 120_000_000 };

/** An image in the message field, before it is sent. */
export interface AttachedImage {
  key: string;
  name: string;
  /** The image as it is sent; null while it is being prepared. */
  ready: { content: string; width: number; height: number; size: number } | null;
}

/** The letters of base64 that hold the sizes of an image without a camera's data. */
const headLength = 8000;

/** The facts in the first bytes of an image's `data:` URL; null where it is no image. */
export function headFacts(url: string): ImageFacts | null {
  const start = url.indexOf(',') + 1;
  return /^data:image\/[\w+.-]+;base64,/.test(url)
    ? imageFacts(bytesOfDataUrl(url.slice(0, start + headLength)))
    : null;
}

/**
 * Whether a file can be sent to a model as it is: a JPEG no larger than needed, without a camera's data. Images that
 * were attached to a message are.
 */
export function isReadyToShow({ content }: Pick<SessionFile, 'content'>): boolean {
  const facts = headFacts(content);
  return facts?.type === 'jpeg' && !facts.annotated && Math.max(facts.width, facts.height) <= longestSide;
}

/** The name of an image as it is stored: that of the file, with the ending of a JPEG. */
export function imageName(name: string): string {
  return `${name.replace(/\.(?:jpe?g|jfif|png|gif|webp|avif|hei[cf]|bmp|pdf)$/i, '')}.jpg`;
}
