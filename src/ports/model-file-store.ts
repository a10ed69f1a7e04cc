/** A model file kept on this device. */
export interface ShelvedModel {
  name: string;
  bytes: number;
}

/** How much of a model has come, in bytes; `total` is null where its source does not say. */
export interface ModelTransfer {
  done: number;
  total: number | null;
}

/** Why a model did not get onto the shelf: a code and its parameters, worded by the ui. */
export type ShelfFault =
  /** The person stopped it. */
  | { code: 'stopped' }
  /** It is no address of the web. */
  | { code: 'bad_address' }
  /** No answer: no network, a wrong address, or a site that does not let other pages read from it. */
  | { code: 'unreachable'; host: string }
  /** The site answered that it does not give the file out. */
  | { code: 'refused'; host: string; status: number }
  /** The connection broke, and could not be taken up again. */
  | { code: 'cut' }
  /** The file is something else. */
  | { code: 'no_model' }
  /** The file is one part of several, which cannot be used alone. */
  | { code: 'one_part' }
  /** The browser has no room for it. */
  | { code: 'full' }
  /** The browser keeps no files for pages. */
  | { code: 'unavailable' }
  | { code: 'failed'; detail: string };

export type ShelfOutcome = { ok: true; model: ShelvedModel } | { ok: false; fault: ShelfFault };

export interface ShelfOptions {
  /** Ends it at once with `stopped`. */
  signal: AbortSignal;
  onProgress: (progress: ModelTransfer) => void;
}

/**
 * The models kept on this device (R11.4b), in GGUF files, by name. Nothing here throws. A model is on the shelf as a
 * whole or not at all: what ends early, in whatever way, leaves the shelf as it was.
 */
export interface ModelFileStore {
  /** By name; empty where nothing can be kept. */
  list(): Promise<readonly ShelvedModel[]>;
  /**
   * Loads the file at the address, named by its last part, and takes up a broken connection where it broke. One of that
   * name which is here already is not loaded again.
   */
  fromAddress(address: string, options: ShelfOptions): Promise<ShelfOutcome>;
  /** Copies a file of the person's; it takes the place of one with the same name. */
  fromFile(file: File, options: ShelfOptions): Promise<ShelfOutcome>;
  /** Null when there is none of this name. */
  open(name: string): Promise<File | null>;
  /** Also when there is none of this name. False when it could not be removed. */
  remove(name: string): Promise<boolean>;
}
