/** The outcome of preparing an image for a model. */
export type ImageOutcome =
  /** `content`: a JPEG as a `data:` URL, upright, at most `maxImageSide` pixels long, without metadata. */
  | { kind: 'image'; content: string; width: number; height: number; size: number }
  /** The file is not of a known image type, whatever its name. */
  | { kind: 'no_image' }
  /** The file is an SVG, which can contain programs and is rejected. */
  | { kind: 'svg' }
  /** The end of the file is missing. */
  | { kind: 'cut' }
  | { kind: 'broken' }
  | { kind: 'too_large' }
  /** The browser cannot decode this type. */
  | { kind: 'unsupported'; type: string }
  | { kind: 'timeout' }
  /** The code that prepares images could not be loaded. */
  | { kind: 'unavailable' };

/**
 * Converts any image file into one that every model accepts, off the main thread. Only the pixels are kept: a camera's
 * metadata, such as the location, is removed. Nothing in the file is run. Never rejects.
 */
export interface ImagePreparer {
  prepare(file: Blob): Promise<ImageOutcome>;
}
