import type { Encoding } from '../../records/decode-file.ts';

/** A text that does not say its encoding, with its bytes as long as the tab lives: another encoding can be chosen. */
export interface GuessedText {
  bytes: Uint8Array;
  /** In which it was read; empty where none fits all of it. */
  encoding: Encoding | '';
  text: string;
}
