/** Why a file was not written to the folder: a code and its parameters, for which the ui has the message. */
export type FolderError =
  /** The browser requires the person's permission again. */
  | { code: 'denied' }
  /** The folder was moved or deleted. */
  | { code: 'gone' }
  /** The disk is full. */
  | { code: 'full' }
  | { code: 'failed'; path: string; detail: string };

/** A folder outside the browser that the person chose. Never throws. */
export interface Folder {
  readonly name: string;
  /** The names of its subfolders. */
  folders(): Promise<readonly string[]>;
  /**
   * Writes a file and the folders on its path; a file with the same content is left alone. `content` is text or a
   * base64 `data:` address, as in stored files. Null on success.
   */
  write(path: readonly string[], file: { mime: string; content: string }): Promise<FolderError | null>;
}

/** The one folder that the person has picked, remembered across reloads and tabs. Never throws. */
export interface PickedFolder {
  /** True if this browser lets a page write to a folder. */
  readonly offered: boolean;
  /** Lets the person choose a folder, which replaces the previous one; null if they cancel. Needs a user gesture. */
  pick(): Promise<Folder | null>;
  current(): Promise<Folder | null>;
  /** True if the folder can be written to without asking for permission. */
  isAllowed(): Promise<boolean>;
  /** Asks the person for permission if the browser requires it. Needs a user gesture. */
  allow(): Promise<boolean>;
  /** Forgets the folder; its files stay. */
  forget(): Promise<void>;
}
