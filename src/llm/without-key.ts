/** Text without the key itself, however an endpoint came to say it (R13.1). Keys shorter than eight characters stay. */
export function withoutKey(text: string, key: string | null): string {
  const forms = key !== null && key.length >= 8 ? [key, encodeURIComponent(key)] : [];
  return forms.reduce((rest, form) => rest.replaceAll(form, '[key]'), text);
}
