/** The name of an open place as the label of its field: `first_date` is asked for as “First date”. */
export function fieldLabel(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
