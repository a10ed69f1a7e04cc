interface Spoken {
  text: string;
}

/** Milliseconds for which a text stays in the region: long enough to be read from it, short enough not to be met twice. */
const lasts = 1500;
let texts = $state.raw<readonly Spoken[]>([]);
const toasts = new WeakSet<Spoken>();

/** The texts that the page, or the dialog on top, gives to screen readers at present. */
export const spokenTexts = (): readonly Spoken[] => texts;

/**
 * Has screen readers say what an action has done, where a sighted person sees it and neither a toast nor the focus says
 * it.
 */
export function speak(text: string): void {
  const spoken = { text };
  texts = [...texts, spoken];
  setTimeout(() => (texts = texts.filter((other) => other !== spoken)), lasts);
}

/** Has screen readers say the text of each toast, once. */
export function speakToasts(shown: readonly Spoken[]): void {
  for (const toast of shown) {
    if (toasts.has(toast)) continue;
    toasts.add(toast);
    speak(toast.text);
  }
}
