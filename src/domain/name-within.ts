import { hiddenSigns } from './hidden-signs.ts';

/** The name of a session's file without what would lead out of the session, or cannot be seen. */
export function nameWithin(name: string): string {
  const parts = name.replace(hiddenSigns, '').split(/[/\\]/);
  return parts.filter((part) => !/^\s*\.{0,2}\s*$/.test(part)).join('/') || '_';
}
