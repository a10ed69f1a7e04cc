/** Messages of the browser, outside of the page (R9.6). Nothing here throws. */
export interface Notifier {
  /** Asks the person's leave where that has not been done; whether it is given. Only in answer to an act of the person. */
  ask(): Promise<boolean>;
  /** Shows a message in the place of an earlier one with the same tag; does nothing without leave. */
  show(message: { title: string; text: string; tag: string }): void;
}
