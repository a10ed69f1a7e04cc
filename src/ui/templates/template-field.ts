/** The name of an open place as the label of its field: `first_date` is asked for as “First date”. */
export function fieldLabel(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What kind of field asks for an open place, by what the place is called: `first_date`, `出发日期`, `page_url`. */
export function fieldType(name: string): 'text' | 'date' | 'url' {
  if (/(?:^|[_ -])(?:date|day)$|日期$/i.test(name)) return 'date';
  return /(?:^|[_ -])(?:url|address)$|网址$/i.test(name) ? 'url' : 'text';
}
