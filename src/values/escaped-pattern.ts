/** Escapes a text for use in a regular expression that matches it literally. */
export const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
