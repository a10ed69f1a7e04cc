const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Returns a text for use within a sentence; one with right-to-left letters keeps its own order of reading there. */
export const bidiIsolatedText = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/** Returns a sentence whose quotations keep their own writing direction. */
export const withBidiIsolatedQuotes = (sentence: string): string =>
  sentence.replace(/(?<=“)[^“”]+(?=”)/g, bidiIsolatedText);
