import { keyForms } from '../domain/key-forms.ts';

/** Text without the key itself, however an endpoint came to say it (R13.1). */
export function withoutKey(text: string, key: string | null): string {
  return keyForms(key).reduce((rest, form) => rest.replaceAll(form, '[key]'), text);
}
