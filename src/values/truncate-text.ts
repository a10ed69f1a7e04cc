/** Returns the first `most` code units of a text, without half of a surrogate pair at the end. */
export const truncateText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Returns a text of at most `most` characters: the whole text, or its beginning and an ellipsis. */
export function shortenedText(text: string, most: number): string {
  const letters = Array.from(text.slice(0, 2 * most + 1));
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
