/** The address in the subject of an approval, with what stands before and behind it; null where it begins with none. */
export function subjectAddress(subject: string): { before: string; url: URL; after: string } | null {
  const [, before = '', href = '', after = ''] = /^((?:[A-Z]+ )?)(https?:\/\/\S+)([^]*)$/.exec(subject) ?? [];
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return url.href === href ? { before, url, after } : null;
}
