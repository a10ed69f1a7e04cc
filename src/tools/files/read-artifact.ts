import { escapeForRegExp } from '../../values/escaped-pattern.ts';
import * as z from 'zod';
import { type SessionFile, readableFileOf } from '../../records/session-file.ts';
import { isBase64DataUrl } from '../../values/holds-bytes.ts';
import { toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import { lengthNote, longestPart, readResult } from './file-lines.ts';
import { findFile, missingFileResult, unreadableFileResult } from './find-file.ts';
import { unrestrictedAccess, type Tool } from '../tool.ts';

const input = z.object({
  file: z.string().min(1, 'must name a file').describe('name or id'),
  from: z.number().min(0, 'must be 0 or more').optional().describe('first character'),
  length: z.number().min(1, 'must be 1 or more').optional().describe(lengthNote),
  line: z.number().min(1, 'must be 1 or more').optional().describe('first line'),
  lines: z.number().min(1, 'must be 1 or more').optional(),
  search: z.string().min(1).max(200, 'must be 200 characters at most').optional(),
});

/** Reads the stored full text of a large result, or the words of a step, by range or by search. */
export const readArtifactTool: Tool<typeof input> = {
  name: 'read_artifact',
  description: 'Read a file of this session, or a part: by characters, by lines, or where a text occurs.',
  input,
  place: 'local',
  reads: () => true,
  access: () => unrestrictedAccess,
  run: async ({ file: wanted, from, length, line, lines, search }, context) => {
    const { stores, stepText, tainted } = context;
    const fileById = await stores.files.get(wanted);
    const isFound = fileById?.deleted_at === null && !isBase64DataUrl(fileById.content);
    const files = isFound ? [fileById] : await stores.files.all();
    const requestedFile = findFile(files, wanted);
    const read = (file: Pick<SessionFile, 'name' | 'content'>, of: string, more: Partial<ToolResult>) => {
      const longest = longestPart(file.content, context);
      const limit = Math.min(length ?? longest, longest);
      if (search !== undefined) return toolSuccess(places(file, search, from ?? 0, Math.min(limit, mostFound)), more);
      return readResult(file, of, { from, line, lines, limit }, more);
    };
    const words = requestedFile ? undefined : stepText?.(wanted);
    if (words !== undefined) return read({ name: wanted, content: words }, wanted, { foreign: tainted });
    if (!requestedFile) return missingFileResult(files, wanted);
    const file = readableFileOf(files, requestedFile);
    if (!file) return unreadableFileResult(requestedFile);
    return read(file, file.id, { foreign: true, artifact: file.id });
  },
};

/** The most characters that the places of a text take which was searched for. */
const mostFound = 4000;

function places(file: Pick<SessionFile, 'name' | 'content'>, search: string, from: number, limit: number): string {
  const searchResult = searchText(file.content, search, from, limit);
  if (searchResult.total === 0)
    return `“${search}” does not occur in “${file.name}” (${file.content.length} characters).`;
  const excerpts = searchResult.places.map(({ at, text }) => `[at ${at}] …${text}…`).join('\n\n');
  const rest = searchResult.next === null ? '' : `\n\n[More: search again with from ${searchResult.next}.]`;
  const occurs = `“${search}” occurs ${searchResult.total === 1 ? 'once' : `${searchResult.total} times`} in “${file.name}”`;
  return `${occurs}; shown: ${searchResult.places.length}.\n\n${excerpts}${rest}`;
}

interface FoundText {
  /** The number of occurrences from the given position on. */
  total: number;
  places: { at: number; text: string }[];
  /** Where to continue; null if all are shown. */
  next: number | null;
}

const around = 150;

/**
 * Returns the occurrences of a text from `from` on, ignoring case, each with the text around it; `limit` characters in
 * total.
 */
function searchText(whole: string, wantedText: string, from: number, limit: number): FoundText {
  const pattern = new RegExp(escapeForRegExp(wantedText.trim()).replace(/\s+/g, '\\s+'), 'giu');
  pattern.lastIndex = Math.min(Math.floor(from), whole.length);
  const places: FoundText['places'] = [];
  let total = 0;
  let usedLength = 0;
  let shownUntil = -1;
  let next: number | null = null;
  for (let hit = pattern.exec(whole); hit; hit = pattern.exec(whole)) {
    total += 1;
    if (hit.index < shownUntil || next !== null) continue;
    const start = Math.max(0, hit.index - around);
    const end = Math.min(whole.length, hit.index + hit[0].length + around);
    if (places.length > 0 && usedLength + end - start > limit) {
      next = hit.index;
      continue;
    }
    places.push({ at: hit.index, text: whole.slice(start, end).replace(/\s+/g, ' ').trim().slice(0, limit) });
    usedLength += end - start;
    shownUntil = end;
  }
  return { total, places, next };
}
