/** Returns the first `most` code units of a text, without half of a surrogate pair at the end. */
export const truncateText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
