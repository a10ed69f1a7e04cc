/** The outcome of preparing an image for a model. */
export type ImageOutcome =
  /** `content`: a JPEG as a `data:` URL, upright, at most `longestSide` pixels long, with nothing else in it. */
  | { kind: 'image'; content: string; width: number; height: number; size: number }
  /** The file is none of the known types of image, whatever its name is. */
  | { kind: 'no_image' }
  /** SVG is a program as much as a picture, and is not taken. */
  | { kind: 'svg' }
  /** The end of the file is missing. */
  | { kind: 'cut' }
  | { kind: 'broken' }
  | { kind: 'too_large' }
  /** The browser cannot decode this type. */
  | { kind: 'unsupported'; type: string }
  | { kind: 'timeout' }
  /** The code that does it could not be loaded. */
  | { kind: 'unavailable' };

/**
 * Makes of any image file one that every model takes, off the main thread. The pixels alone are kept: a camera's data,
 * such as the place, is gone. Nothing in the file is run. Never rejects.
 */
export interface Images {
  prepare(file: Blob): Promise<ImageOutcome>;
}
