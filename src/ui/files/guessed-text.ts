import type { TextEncoding } from '../../records/decode-file.ts';

/**
 * A text that does not declare its encoding. Its bytes are kept while the tab is open, so that another encoding can be
 * chosen.
 */
export interface GuessedText {
  bytes: Uint8Array;
  /** The encoding in which it was read; empty if none fits the whole text. */
  encoding: TextEncoding | '';
  text: string;
}
