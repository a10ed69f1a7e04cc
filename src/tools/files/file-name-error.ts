import type * as z from 'zod';
import type { FailureCause } from '../../task/tool-result.ts';
import { writableEndingInstead } from '../../records/written-office.ts';
import { invisibleCharacters, windowsReservedName } from '../../records/file-name.ts';

const longestName = 200;

/**
 * Returns why a text file cannot have this name, or null: the name must stay within the session and be valid on any
 * system.
 */
function fileNameError(name: string): string | null {
  if (Array.from(name).length > longestName) return `“name” must be ${longestName} characters at most`;
  if (name.search(invisibleCharacters) >= 0) return '“name” must not hold signs that cannot be seen';
  const quotedName = `the name “${name}”`;
  if (name.includes('\\')) return `${quotedName} must not hold “\\”; a sub-folder is written as in data/2024.csv`;
  if (/^(\/|~\/|[a-z]:\/)/i.test(name))
    return `${quotedName} must stay within the files of this session; it must not begin like the path of a disk`;
  const parts = name.split('/');
  if (parts.includes('..')) return `${quotedName} must stay within the files of this session; it must not hold “..”`;
  if (name.endsWith('/')) return `${quotedName} is that of a folder; add the name of the file, as in ${name}notes.md`;
  if (parts.includes('')) return `${quotedName} has a folder without a name`;
  const sign = /[<>:"|?*]/.exec(name)?.[0];
  if (sign !== undefined) return `${quotedName} must not hold “${sign}”, which some computers do not allow`;
  if (parts.some((part) => /^\s|[\s.]$/.test(part)))
    return `${quotedName} has a part that begins with a space or ends with a space or a dot`;
  const reservedPart = parts.find((part) => windowsReservedName.test(part));
  if (reservedPart !== undefined)
    return `${quotedName} holds “${reservedPart}”, which Windows keeps for itself; choose another`;
  return null;
}

/**
 * Adds to a check of an input that a text file cannot have this name, if so; `field` is the field with the name.
 */
export function checkFileName(name: string, context: Pick<z.core.$RefinementCtx, 'addIssue'>, field = 'name'): boolean {
  const error = fileNameError(name);
  const ending = writableEndingInstead(name);
  if (error === null && ending === null) return true;
  const message =
    error?.replace('“name”', `“${field}”`) ??
    `a file with the name “${name}” would not open, since files of this kind cannot be written; take ${name.replace(/[^.]+$/, ending ?? '')}`;
  const cause: FailureCause = { failure: 'text_only', name };
  context.addIssue({ code: 'custom', message, path: [field], ...(error === null && { params: { cause } }) });
  return false;
}
