export interface Notification {
  title: string;
  text: string;
  /** Replaces an earlier message with the same tag. */
  tag: string;
  /** The address in the app (`#/…`) that a click opens. */
  address?: string;
}

/** Browser notifications, shown outside the page. Never throws. */
export interface Notifier {
  /** Asks for the person's permission if it was not asked before; true if it is granted. Needs a user gesture. */
  ask(): Promise<boolean>;
  /** True if the person can be asked: there are notifications here, and neither a yes nor a no was given. */
  canAsk(): boolean;
  /** Shows a notification; does nothing without permission. A click brings the page to the front. */
  show(message: Notification): void;
}

/** The browser's offer to install the app. */
export interface InstallPrompt {
  /** Shows the browser's prompt; true if the person agreed. Works once. Needs a user gesture. */
  ask(): Promise<boolean>;
}
