import { keyForms } from '../domain/key-forms.ts';

/** What came from a server, less the key wherever the server says it aloud, plainly or as in an address (R13.1). */
export function withoutKey<T>(value: T, key: string | null): T {
  const text = JSON.stringify(value);
  const clean = keyForms(key).reduce((rest, form) => rest.replaceAll(JSON.stringify(form).slice(1, -1), '[key]'), text);
  return clean === text ? value : (JSON.parse(clean) as T);
}
