const hidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The name of a session's file without what would lead out of the session, or cannot be seen. */
export function nameWithin(name: string): string {
  const parts = name.replace(hidden, '').split(/[/\\]/);
  return parts.filter((part) => !/^\s*\.{0,2}\s*$/.test(part)).join('/') || '_';
}
