/** A text as the source of a regular expression that matches just it. */
export const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
