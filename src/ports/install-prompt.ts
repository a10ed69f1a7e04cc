/** The browser's offer to install the app. */
export interface InstallPrompt {
  /** Asks the person; whether they agreed. It can be asked once. Only in answer to an act of theirs. */
  ask(): Promise<boolean>;
}
