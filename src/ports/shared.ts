/** What another app has handed over: words, files, or both. */
export interface Shared {
  text: string;
  files: readonly File[];
}
