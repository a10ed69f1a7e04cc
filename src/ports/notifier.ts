export interface Told {
  title: string;
  text: string;
  /** Takes the place of an earlier one with the same tag. */
  tag: string;
  /** The place in the app (`#/…`) that it is about: a click leads there. */
  address?: string;
}

/** Messages of the browser, outside of the page (R9.6). Nothing here throws. */
export interface Notifier {
  /** Asks the person's leave where that has not been done; whether it is given. Only in answer to an act of the person. */
  ask(): Promise<boolean>;
  /** Shows a message; does nothing without leave. A click brings the page to the front. */
  show(message: Told): void;
}

/** The browser's offer to install the app. */
export interface InstallPrompt {
  /** Asks the person; whether they agreed. It can be asked once. Only in answer to an act of theirs. */
  ask(): Promise<boolean>;
}
