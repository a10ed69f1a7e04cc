const longest = 64_000;

/** The words of an error body that may be an HTML page, on one line; of the longest ones their beginning. */
export function plainText(body: string): string {
  const text = body.slice(0, longest);
  const page = /<!doctype html|<html|<head|<body|<title/i.test(text.slice(0, 2000));
  return (page ? withoutTags(text) : text).replace(/\s+/g, ' ').trim();
}

/** Each pattern sees no more than up to the last place where it can end, or it would look for its end again and again. */
function withoutTags(text: string): string {
  const closed = upToLast('-->', text.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' '), (part) =>
    part.replace(/<!--[\s\S]*?-->/g, ' '),
  );
  return upToLast('>', closed, (part) => part.replace(/<[^>]*>/g, ' '))
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function upToLast(end: string, text: string, change: (part: string) => string): string {
  const at = text.lastIndexOf(end);
  return at < 0 ? text : change(text.slice(0, at + end.length)) + text.slice(at + end.length);
}
