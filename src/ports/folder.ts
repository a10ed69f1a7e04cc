/** Why nothing could be written: a code and its parameters, worded by the ui. */
export type FolderFault =
  /** The browser wants the person's permission again. */
  | { code: 'denied' }
  /** The folder was moved or deleted. */
  | { code: 'gone' }
  /** The disk is full. */
  | { code: 'full' }
  | { code: 'failed'; path: string; detail: string };

/** A folder of the person's, outside the browser. Nothing here throws. */
export interface Folder {
  readonly name: string;
  /** The names of the folders in it. */
  folders(): Promise<readonly string[]>;
  /**
   * Writes a file, with the folders on its path; one that holds just this already is left alone. `content` is as stored
   * files have it: text, or a base64 `data:` address. Null when it is there.
   */
  write(path: readonly string[], file: { mime: string; content: string }): Promise<FolderFault | null>;
}

/** The one folder that the person has picked, remembered across reloads and by all tabs. Nothing here throws. */
export interface PickedFolder {
  /** Whether this browser lets a page write to a folder. */
  readonly offered: boolean;
  /** Lets the person choose, in place of what was chosen before; null when they do not. Needs a gesture. */
  pick(): Promise<Folder | null>;
  current(): Promise<Folder | null>;
  /** Whether it can be written to without asking. */
  isAllowed(): Promise<boolean>;
  /** Asks the person for permission where the browser wants it. Needs a gesture. */
  allow(): Promise<boolean>;
  /** From now on there is none. What was written stays. */
  forget(): Promise<void>;
}
