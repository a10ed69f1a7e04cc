/** The words of an error body that may be an HTML page, on one line. */
export function plainText(body: string): string {
  const page = /<!doctype html|<html|<head|<body|<title/i.test(body.slice(0, 2000));
  const words = page
    ? body
        .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
        .replace(/<!--[\s\S]*?-->/g, ' ')
        .replace(/<[^>]*>/g, ' ')
        .replace(/&nbsp;/g, ' ')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&')
    : body;
  return words.replace(/\s+/g, ' ').trim();
}
