import { textWidth } from './text-width.ts';

/** A text that is no wider than `width`, ended by an ellipsis where it must be cut. */
export function fittedText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const signs = Array.from(text);
  while (signs.length > 1 && textWidth(`${signs.join('')}…`, size) > width) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
