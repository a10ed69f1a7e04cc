/** What another app has handed over: words, files, or both. */
export interface Shared {
  text: string;
  files: readonly File[];
  /** How many more files there were, for which there was no room. */
  left: number;
}
