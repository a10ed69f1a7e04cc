/** The title of a note that was given none: the beginning of its first line, without the signs of Markdown. */
export function noteTitle(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const plain = line.replace(/^[\s#>*+-]+/, '').trim() || line.trim();
  const letters = Array.from(plain);
  return letters.length > 80 ? `${letters.slice(0, 79).join('').trimEnd()}…` : plain;
}
