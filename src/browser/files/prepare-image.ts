import { imageFacts, isSvg } from '../../records/image-facts.ts';
import { maxImageSize, maxImageSide } from '../../records/shown-image.ts';
import type { ImageOutcome } from '../../ports/images.ts';

const quality = 0.85;

/**
 * Decodes an image, turns it upright, scales it, and encodes its pixels as JPEG. For use in a worker: it blocks its
 * thread.
 */
export async function prepareImage(file: Blob): Promise<ImageOutcome> {
  if (file.size > maxImageSize.bytes) return { kind: 'too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const facts = imageFacts(bytes);
  if (!facts) return { kind: isSvg(bytes) ? 'svg' : 'no_image' };
  if (facts.width * facts.height > maxImageSize.pixels) return { kind: 'too_large' };
  if (!facts.whole) return { kind: 'cut' };
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(new Blob([bytes], { type: `image/${facts.type}` }), {
      imageOrientation: 'from-image',
    });
  } catch {
    return facts.type === 'heic' ? { kind: 'unsupported', type: 'HEIC' } : { kind: 'broken' };
  }
  return encodeScaledJpeg(bitmap);
}

/** Returns an image as JPEG at the size that models accept; transparent parts become white. */
export async function encodeScaledJpeg(image: ImageBitmap | OffscreenCanvas): Promise<ImageOutcome> {
  const scale = Math.min(1, maxImageSide / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext('2d');
  if (!brush) return { kind: 'unavailable' };
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, width, height);
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(image, 0, 0, width, height);
  if ('close' in image) image.close();
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { kind: 'image', content: await contentOf(blob), width, height, size: blob.size };
}

async function contentOf(blob: Blob): Promise<string> {
  const dataUrl = await new Promise<FileReader['result']>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error('The image cannot be read.'));
    reader.readAsDataURL(blob);
  });
  return typeof dataUrl === 'string' ? dataUrl : '';
}
