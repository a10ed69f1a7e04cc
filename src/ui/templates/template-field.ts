import { fillPlaceholders } from '../../plan/template.ts';

/** Returns the field label for a placeholder: “First date” for `first_date`. */
export function placeholderLabel(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns what stands for a value that is still missing: “‹First date›” for `first_date`. */
export const missingValueText = (name: string): string => `‹${placeholderLabel(name)}›`;

/** Returns a text of a template with labels in place of placeholders: “A trip to ‹City›”. */
export const placeholdersAsLabels = (text: string): string => fillPlaceholders(text, missingValueText);

/** Returns the field type for a placeholder, by its name: `first_date`, `date 2`, `日期 2`, `page_url`. */
export function placeholderFieldType(name: string): 'text' | 'date' | 'url' {
  if (/(?:^|[_ -])(?:date|day)(?: \d+)?$|日期 ?\d*$/i.test(name)) return 'date';
  return /(?:^|[_ -])(?:url|address)(?: \d+)?$|网址 ?\d*$/i.test(name) ? 'url' : 'text';
}
