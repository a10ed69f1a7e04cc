/** What a tool tells a model, as a person reads it: without the ids of what it wrote. */
export function withoutIds(text: string): string {
  return text.replace(/ \(id [a-z]+_[\da-z]+\)/g, '');
}
