/** Returns a text as plain text has it where it stands higher or lower: `^(2)` or `_(2)`; a blank one as it is. */
export function formatSubOrSuperscript(text: string, place: string): string {
  const mark = place === 'superscript' ? '^' : place === 'subscript' ? '_' : '';
  return mark === '' || text.trim() === '' ? text : `${mark}(${text})`;
}
