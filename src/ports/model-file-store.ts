import type { Result } from '../values/result.ts';
/** A model file kept on this device. */
export interface StoredModel {
  name: string;
  bytes: number;
}

/** The progress of a model's transfer, in bytes; `total` is null if the source does not state it. */
export interface ModelTransferProgress {
  done: number;
  total: number | null;
}

/** Why a model was not stored: a code and its parameters; the ui words it. */
export type ModelFileError =
  /** The person stopped it. */
  | { code: 'stopped' }
  /** The address is not a web address. */
  | { code: 'bad_address' }
  /** No answer: no network, a wrong address, or a site without permission for other pages (CORS). */
  | { code: 'unreachable'; host: string }
  /** The site refused to deliver the file. */
  | { code: 'refused'; host: string; status: number }
  /** The connection broke and could not be resumed. */
  | { code: 'cut' }
  /** The file is not a model. */
  | { code: 'no_model' }
  /** The file is one part of a split model, which cannot be used alone. */
  | { code: 'one_part' }
  /** The browser has no room for the file. */
  | { code: 'full' }
  /** The browser cannot store files for pages. */
  | { code: 'unavailable' }
  | { code: 'failed'; detail: string };

export type ModelFileOutcome = Result<StoredModel, ModelFileError>;

export interface ModelFileOptions {
  /** Ends the transfer at once with `stopped`. */
  signal: AbortSignal;
  onProgress: (progress: ModelTransferProgress) => void;
}

/**
 * The models stored on this device as GGUF files, by name. Never throws. A model is stored completely or not at all: a
 * transfer that ends early leaves the store unchanged.
 */
export interface ModelFileStore {
  /** The stored models by name; empty if nothing can be stored. */
  list(): Promise<readonly StoredModel[]>;
  /**
   * Downloads the file at the address, named by the address's last part, and resumes a broken connection. A stored
   * model of that name is not downloaded again.
   */
  fromAddress(address: string, options: ModelFileOptions): Promise<ModelFileOutcome>;
  /** Copies the person's file; it replaces a model of the same name. */
  fromFile(file: File, options: ModelFileOptions): Promise<ModelFileOutcome>;
  /** Returns the model file, or null if there is none of this name. */
  open(name: string): Promise<File | null>;
  /** Removes a model; true also if there is none of this name, false if it could not be removed. */
  remove(name: string): Promise<boolean>;
}
