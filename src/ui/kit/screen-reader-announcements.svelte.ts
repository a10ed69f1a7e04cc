interface Spoken {
  text: string;
  /** The region that gives it: the one on top when it was first rendered. */
  region?: symbol | 'page';
}

/** Milliseconds until a text is given, so that a dialog that closes meanwhile does not take it along. */
const delay = 100;
/**
 * Milliseconds for which a text stays in the region: long enough to be read from it, short enough not to be met twice.
 */
const displayDuration = 1500;
let texts = $state.raw<readonly Spoken[]>([]);
const toasts = new WeakSet<object>();

/**
 * Returns the texts for screen readers to announce now in the live region of the page or of a dialog; each text belongs
 * to one region only.
 */
export const screenReaderTextsIn = (region: symbol | 'page', isOnTop: boolean): readonly Spoken[] =>
  texts.filter((announcement) => (isOnTop ? (announcement.region ??= region) : announcement.region) === region);

/**
 * Has screen readers say what an action has done, where a sighted person sees it and neither a toast nor the focus says
 * it.
 */
export function announceToScreenReader(text: string): void {
  const announcement = { text };
  setTimeout(() => (texts = [...texts, announcement]), delay);
  setTimeout(() => (texts = texts.filter((other) => other !== announcement)), displayDuration);
}

/** Has screen readers say the text of each toast, once. */
export function announceToasts(visibleToasts: readonly { text: string }[]): void {
  for (const toast of visibleToasts) {
    if (toasts.has(toast)) continue;
    toasts.add(toast);
    announceToScreenReader(toast.text);
  }
}
