import { imageFacts, type ImageFacts } from './image-facts.ts';
import { bytesFromDataUrl } from './mime-of-name.ts';
import type { SessionFile } from './session-file.ts';

/** The longest side, in pixels, that models accept without scaling an image down themselves. */
export const maxImageSide = 1568;
/** The largest number of images in one message or request. */
export const maxImagesPerRequest = 8;
/** The largest accepted image file, in bytes, and the largest image, in pixels. */
export const maxImageSize = { bytes: 50_000_000, pixels: 120_000_000 };

/** An image in the message field, before it is sent. */
export interface AttachedImage {
  key: string;
  name: string;
  /** The image as it will be sent; null while it is being prepared. */
  ready: { content: string; width: number; height: number; size: number } | null;
}

/** The base64 characters that contain the size of an image without a camera's metadata. */
const headLength = 8000;

/** The facts in the first bytes of an image's `data:` URL; null if it is not an image. */
export function imageFactsOfUrl(url: string): ImageFacts | null {
  const start = url.indexOf(',') + 1;
  return /^data:image\/[\w+.-]+;base64,/.test(url)
    ? imageFacts(bytesFromDataUrl(url.slice(0, start + headLength)))
    : null;
}

/**
 * True if a file can be sent to a model unchanged: a JPEG no larger than needed, without a camera's metadata. Images
 * attached to a message have this form.
 */
export function isImageReadyForModel({ content }: Pick<SessionFile, 'content'>): boolean {
  const facts = imageFactsOfUrl(content);
  return facts?.type === 'jpeg' && !facts.annotated && Math.max(facts.width, facts.height) <= maxImageSide;
}

/** The stored name of an image: the file's name with the extension `.jpg`. */
export function imageName(name: string): string {
  return `${name.replace(/\.(?:jpe?g|jfif|png|gif|webp|avif|hei[cf]|bmp|pdf)$/i, '')}.jpg`;
}
